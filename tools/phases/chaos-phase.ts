import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { endWithUs } from '../run-command.ts'
import type { PhaseInput, PhaseOutcome } from './phase.ts'

const resultsSchema = z.array(
  z.object({ promise: z.int(), what: z.string(), breaches: z.array(z.string()), passed: z.boolean() }),
)

/** The short form of every trial of a promise; each counts as one test. A filter is the number of a promise. */
export async function runChaosPhase({ root, filters, print }: PhaseInput): Promise<PhaseOutcome> {
  const only = filters[0] === undefined ? [] : ['--only', filters[0]]
  const output = await runTrials([join(root, 'chaos/run.ts'), '--short', '--json', ...only], root, print)
  const results = resultsSchema.safeParse(parseJson(output))
  if (!results.success || results.data.length === 0) return { passed: 0, failed: 1, skipped: 0, reasons: [] }
  for (const { promise, what, passed, breaches } of results.data) {
    print(`${passed ? 'ok    ' : 'FAILED'} ${promise}: ${what}\n`)
    for (const breach of breaches) print(`       ${breach}\n`)
  }
  const passed = results.data.filter((result) => result.passed).length
  return { passed, failed: results.data.length - passed, skipped: 0, reasons: [] }
}

/** Its standard output; standard error passes through. */
function runTrials(args: readonly string[], cwd: string, print: (text: string) => void): Promise<string> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  endWithUs(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => print(chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve(output))
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
