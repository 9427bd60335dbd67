import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { runCommand } from '../run-command.ts'
import type { PhaseInput, PhaseOutcome } from './phase.ts'
import { readReport } from './read-report.ts'
import { tallyPathVariable } from './tally-reporter.ts'

const reporter = fileURLToPath(new URL('./tally-reporter.ts', import.meta.url))

const tallySchema = z.object({
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  reasons: z.array(z.object({ name: z.string(), reason: z.string() })),
})

/** All tests beside the code. A file that can't be run counts as a failure even if it holds no test. */
export async function runUnitPhase({ root, folder, filters, print }: PhaseInput): Promise<PhaseOutcome> {
  const path = join(folder, 'vitest.json')
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  const { status } = await runCommand(
    process.execPath,
    [program, 'run', '--reporter=default', `--reporter=${reporter}`, ...filters],
    { cwd: root, env: { [tallyPathVariable]: path, TMPDIR: folder }, onOutput: print },
  )
  const tally = await readReport(path, tallySchema)
  if (!tally) return { passed: 0, failed: 1, skipped: 0, reasons: [] }
  return tally.failed === 0 && status !== 0 ? { ...tally, failed: 1 } : tally
}
