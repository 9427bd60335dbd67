import { join } from 'node:path'
import { z } from 'zod'
import { hostNames, obstacles } from '../../e2e/support/studio-host.ts'
import type { Skipped } from '../report.ts'
import { runCommand } from '../run-command.ts'
import type { PhaseInput, PhaseOutcome } from './phase.ts'
import { readReport } from './read-report.ts'

const testSchema = z.object({
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
  projectName: z.string(),
})

const specSchema = z.object({ title: z.string(), tests: z.array(testSchema) })

/** A file or a group, which holds groups of its own. */
const suiteSchema = z.object({
  specs: z.array(specSchema),
  get suites() {
    return z.array(suiteSchema).optional()
  },
})

/** The used part of Playwright's JSON report. */
const reportSchema = z.object({ suites: z.array(suiteSchema), errors: z.array(z.unknown()) })

type Suite = z.output<typeof suiteSchema>

/** The studio as a person uses it, in a real browser. A test that passed only when repeated has failed. */
export async function runEndToEndPhase({ root, folder, filters, print }: PhaseInput): Promise<PhaseOutcome> {
  const reportPath = join(folder, 'e2e.json')
  const program = join(root, 'node_modules/@playwright/test/cli.js')
  const args = [program, 'test', '--reporter=list,json', ...filters]
  const { status } = await runCommand(process.execPath, args, {
    cwd: root,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath, TMPDIR: folder },
    onOutput: print,
  })
  const report = await readReport(reportPath, reportSchema)
  const specs = (report?.suites ?? []).flatMap(specsOf)
  const tests = specs.flatMap(({ title, tests }) => tests.map((test) => ({ title, ...test })))
  const count = (...wanted: string[]) => tests.filter((test) => wanted.includes(test.status)).length
  const failed = count('unexpected', 'flaky')
  for (const host of hostNames) {
    const ran = tests.filter(({ projectName, status }) => projectName === host && status !== 'skipped').length
    if (ran > 0) print(`Specs on the host ${host}: ${ran}\n`)
  }
  const reasons = [
    ...tests.filter((test) => test.status === 'skipped').map(reasonOf),
    ...untriedHosts().flatMap((reason) => specs.map(({ title }) => ({ name: title, reason }))),
  ]
  return {
    passed: count('expected'),
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: reasons.length,
    reasons,
  }
}

function reasonOf({ title, annotations }: { title: string } & z.output<typeof testSchema>): Skipped {
  const reason = annotations.find(({ description }) => description)?.description ?? 'no reason given'
  return { name: title, reason }
}

/** The specs know no hosts, so each of these would have run all of them; the configuration omits them. */
function untriedHosts(): string[] {
  return hostNames.flatMap((hostName) => obstacles[hostName]() ?? [])
}

function specsOf(suite: Suite): z.output<typeof specSchema>[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}
