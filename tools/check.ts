import { fileURLToPath } from 'node:url'
import { runChecks } from './checks/checks.ts'
import { describeCheck } from './report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const outcomes = await runChecks(root, (outcome) => process.stdout.write(describeCheck(outcome)))
const failed = outcomes.filter((outcome) => !outcome.passed)
for (const { name, output } of failed) process.stdout.write(`\n— ${name}\n${output}`)
process.stdout.write(`\n${outcomes.length - failed.length} passed, ${failed.length} failed\n`)
process.exitCode = failed.length > 0 ? 1 : 0
