import { fileURLToPath } from 'node:url'
import { examine, report } from './examine.ts'
import { thisMachine } from './machine.ts'

/** `npm run doctor`: what this machine has for Atelier and its tests, what it lacks, and how to get that. */
const { text, exitCode } = report(examine(thisMachine(fileURLToPath(new URL('../..', import.meta.url)))))
process.stdout.write(text)
process.exitCode = exitCode
