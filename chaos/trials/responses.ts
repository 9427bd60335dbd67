import type { Trial, TrialInput, TrialOutcome } from '../trial.ts'
import { createMangledDescriptions } from '../wire/mangled-descriptions.ts'
import { tryMangledReads } from '../wire/mangled-reads.ts'
import { tryMangledStudio } from '../wire/mangled-studio.ts'

/** Of the responses, so many belong to a run: each causes about two more. */
const runsPerResponse = 0.12
/** Enough runs for every way of mangling. */
const leastRuns = 110

/** A service whose responses are all invalid (promise 14). */
export const responsesTrial: Trial = {
  promise: 14,
  what: 'a service of which no response is in order',
  bar: { responses: { full: 5_000, short: 700 } },
  run: tryResponses,
}

async function tryResponses({ atLeast, folder, random }: TrialInput): Promise<TrialOutcome> {
  const wanted = atLeast.responses ?? 0
  const breaches: string[] = []
  const descriptions = createMangledDescriptions(random)
  const wantedRuns = Math.max(leastRuns, Math.ceil(wanted * runsPerResponse))
  const { responses, ...counted } = await tryMangledStudio(
    { folder, random, breaches },
    descriptions,
    wantedRuns,
  )
  const read = await tryMangledReads({ random, breaches }, descriptions, wanted - responses)
  return { counted: { responses: responses + read, ...counted }, breaches: [...new Set(breaches)] }
}
