import type { Trial, TrialInput, TrialOutcome } from '../trial.ts'
import { toDelivery } from '../wire/delivery.ts'
import { addOutcomes, logBatch, type Outcomes } from '../wire/delivery-log.ts'
import { type Forgery, forgeriesOf } from '../wire/forgeries.ts'
import { inBatches, sideBySide } from '../wire/side-by-side.ts'
import { signDelivery } from '../wire/signed.ts'
import { openWebhookStage, type StagedRun, untilState, type WebhookStage } from '../wire/webhook-stage.ts'

const atOnce = 16
/** Polling continues as a safety net, at most this often (the quiet intervals of the poller, in seconds). */
const quietSeconds = 10
const underWay = 'under way'

/**
 * Forges deliveries of a run whose response was lost, which is not polled, so that each reading of its job is
 * caused by a delivery; and of one that is under way. In the end the genuine one is accepted, or the forgeries
 * proved nothing.
 */
export const webhookForgeriesTrial: Trial = {
  promise: 2,
  what: 'forged deliveries',
  bar: { forgeries: { full: 6_000, short: 1_000 } },
  async run(input) {
    const stage = await openWebhookStage({
      folder: input.folder,
      script: {
        job: ({ prompt }) =>
          prompt.startsWith(underWay)
            ? { status: 'processing', completed_at: null, result: null }
            : { result: { urls: [`${stage.service.url}/files/1`] } },
      },
    })
    try {
      return await forge(stage, input)
    } finally {
      await stage.close()
    }
  },
}

async function forge(stage: WebhookStage, { atLeast, random }: TrialInput): Promise<TrialOutcome> {
  const startedAt = performance.now()
  const [unknown] = await stage.runs(['lost'], 'unknown')
  const [running, another] = await stage.runs([underWay, `${underWay} as well`], 'accepted')
  if (!unknown || !running || !another) throw new Error('There are no runs to forge for.')
  const victims = [
    { run: unknown, others: [running, another] },
    { run: running, others: [another] },
  ]
  const breaches: string[] = []
  let logged: Outcomes = {}
  let forgeries = 0
  for (let round = 0; forgeries < (atLeast.forgeries ?? 0); round += 1) {
    const { run, others } = victims[round % victims.length] ?? { run: unknown, others: [] }
    const otherPaths = others.map(({ path }) => path)
    const all = forgeriesOf({ keys: stage.keys, path: run.path, body: run.body, otherPaths, random })
    for (const batch of inBatches(all, logBatch)) {
      breaches.push(...(await sendAll(stage, batch)))
      logged = addOutcomes(logged, await stage.log.read())
    }
    forgeries += all.length
  }
  breaches.push(...(await findEffects(stage, { unknown, running, logged, startedAt })))
  breaches.push(...(await takeGenuine(stage, unknown)))
  return { counted: { forgeries, reasons: Object.keys(logged).length }, breaches }
}

async function sendAll({ sender }: WebhookStage, batch: readonly Forgery[]): Promise<string[]> {
  const found = await sideBySide(atOnce, batch, async ({ what, make }) => {
    const status = await sender.send(make())
    return status >= 200 && status < 300 ? [`A forged delivery got ${status}: ${what}.`] : []
  })
  return found.flat()
}

interface Seen {
  readonly unknown: StagedRun
  readonly running: StagedRun
  readonly logged: Outcomes
  readonly startedAt: number
}

/** The state of the service, the log and the studio after nothing but forgeries. */
async function findEffects(
  { studio, service }: WebhookStage,
  { unknown, running, logged, startedAt }: Seen,
): Promise<string[]> {
  const { taken = 0, repeated = 0, test = 0 } = logged
  const { state } = await studio.want('jobs.get', { submissionId: unknown.submissionId })
  const { files: total } = await studio.want('library.sum', {})
  const mayAsk = Math.ceil((performance.now() - startedAt) / 1000 / quietSeconds) + 2
  const requested = service.readingsOf(running.jobId)
  const facts: readonly (readonly [isBroken: boolean, sentence: string])[] = [
    [taken + repeated + test > 0, `The log says that ${taken + repeated + test} deliveries were taken.`],
    [state !== 'unknown', `The run whose response was lost is ${state}.`],
    [service.readingsOf(unknown.jobId) > 0, 'A forged delivery led to a reading of the job.'],
    [
      requested > mayAsk,
      `The job under way was read ${requested} times where asking alone would be ${mayAsk}.`,
    ],
    [total > 0, `The library holds ${total} files that nobody reported.`],
  ]
  return facts.flatMap(([isBroken, sentence]) => (isBroken ? [sentence] : []))
}

/** The same delivery, unforged: only now does the run change. */
async function takeGenuine(
  stage: WebhookStage,
  { path, body, submissionId, jobId }: StagedRun,
): Promise<string[]> {
  const genuine = signDelivery(stage.keys.signing, { path, body })
  const status = await stage.sender.send(toDelivery(genuine))
  if (status !== 204) return [`The genuine delivery got ${status}, so the forgeries proved nothing.`]
  await untilState(stage.studio, submissionId, 'accepted')
  const readings = stage.service.readingsOf(jobId)
  return readings === 1 ? [] : [`After one genuine delivery the job had been read ${readings} times.`]
}
