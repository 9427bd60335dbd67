import { expect, test } from 'vitest'
import { z } from 'zod'
import { startSandbox } from './testing/sandbox-process.ts'
import { argumentsFor, runHere } from './testing/try-rules.ts'

/** Rules that no service can show over HTTP, or that the interface leaves unnamed. */
const neverTried = [
  /not listed/,
  /the interface shows no/,
  /no operation shows/,
  /media are not looked into/,
] as const

/** On 2 shared cores: everything is tested, and a hundred results are made and decoded. */
const wholeRunMs = 600_000

const reportSchema = z.object({
  passed: z.int(),
  failed: z.int(),
  sections: z.array(
    z.object({ rules: z.array(z.looseObject({ outcome: z.string(), reason: z.string().optional() })) }),
  ),
})

test(
  'the sandbox keeps every rule, and none is skipped that could be tested',
  async () => {
    const sandbox = await startSandbox()
    const run = runHere(...argumentsFor(sandbox.url, sandbox), '--control', '--json')
    const { code, stdout } = await run.finally(sandbox.close)
    const { passed, sections } = reportSchema.parse(JSON.parse(stdout))
    const rules = sections.flatMap((section) => section.rules)
    expect(rules.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    const skipped = rules.filter(({ outcome }) => outcome === 'skipped')
    expect(skipped.filter(({ reason = '' }) => !neverTried.some((known) => known.test(reason)))).toEqual([])
    expect(passed).toBeGreaterThan(850)
    expect(code).toBe(0)
  },
  wholeRunMs,
)
