import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { payloadOf } from '../../main/testing/signed-delivery.ts'
import { pick, shuffle } from '../random.ts'
import type { Trial, TrialInput, TrialOutcome } from '../trial.ts'
import { until } from '../until.ts'
import { type Delivery, toDelivery } from '../wire/delivery.ts'
import { addOutcomes, logBatch, type Outcomes } from '../wire/delivery-log.ts'
import { acceptJob, type Posted } from '../wire/job-service.ts'
import { inBatches, sideBySide } from '../wire/side-by-side.ts'
import { malleate, type Signed, signDelivery } from '../wire/signed.ts'
import {
  lostPrompt,
  openWebhookStage,
  type StagedRun,
  stageRun,
  type WebhookStage,
} from '../wire/webhook-stage.ts'

const atOnce = 32
/** So many replays for each run at least. */
const replaysPerRun = 125
const mostRuns = 24
const earlyRuns = 3
const lies = 4
/** Among false reports, those about a job that the service doesn't know: it is requested again for a day. */
const strangers = 1
/** How many deliveries, each with an id of its own, report one run's end. */
const notifications = 3

/**
 * Sends the same deliveries repeatedly: at once, out of order, re-encoded as far as they stay genuine, before
 * the response to the POST, during a kill. Each request id is accepted once, each run is downloaded once, and
 * false reports are not believed.
 */
export const webhookReplaysTrial: Trial = {
  promise: 2,
  what: 'replayed deliveries',
  bar: { replays: { full: 10_000, short: 1_000 } },
  async run(input) {
    const early: Early = { ids: 0, refused: 0 }
    const stage = await openWebhookStage({
      folder: input.folder,
      script: {
        job: ({ jobId, prompt }) =>
          prompt.includes('lie')
            ? { status: 'processing', completed_at: null, result: null }
            : { result: { urls: [`${stage.service.url}/files/${jobId}`] } },
        respondToPost(posted, response) {
          const end = () =>
            posted.prompt.startsWith(lostPrompt) ? response.destroy() : acceptJob(posted, response)
          if (posted.prompt.includes('early')) void notifyEarly(stage, posted, early).then(end)
          else end()
        },
      },
    })
    try {
      return await replay(stage, input, early)
    } finally {
      await stage.close()
    }
  },
}

interface Early {
  ids: number
  refused: number
}

/** The end is reported, many times over, while the response to the POST is still awaited. */
async function notifyEarly({ keys, sender }: WebhookStage, posted: Posted, early: Early): Promise<void> {
  const { path, body } = stageRun(posted, '')
  const delivery = toDelivery(signDelivery(keys.signing, { path, body }))
  early.ids += 1
  const statuses = await sideBySide(
    5,
    Array.from({ length: 10 }, () => delivery),
    sender.send,
  )
  early.refused += statuses.filter((status) => status !== 204).length
}

async function replay(
  stage: WebhookStage,
  { atLeast, random }: TrialInput,
  early: Early,
): Promise<TrialOutcome> {
  const breaches: string[] = []
  const lostRuns = Math.min(mostRuns, Math.ceil((atLeast.replays ?? 0) / replaysPerRun))
  const lost = await stage.runs(prompts('lost', lostRuns), 'unknown')
  await stage.runs(prompts('early', earlyRuns), 'accepted')
  await stage.runs(prompts('lost early', earlyRuns), 'accepted')
  breaches.push(...(await lie(stage)))
  const before = await stage.log.read()
  const news = lost.flatMap((run) =>
    Array.from({ length: notifications }, () => signDelivery(stage.keys.signing, run)),
  )
  const all = repeatAll(news, random, atLeast.replays ?? 0)
  const batches = inBatches(all, logBatch)
  let logged: Outcomes = {}
  for (const [index, batch] of batches.entries()) {
    const isKilled = index === Math.floor(batches.length / 2)
    breaches.push(...(isKilled ? await sendAmidKill(stage, batch) : await sendAll(stage, batch)))
    logged = addOutcomes(logged, await stage.log.read())
  }
  // Deliveries lost in the kill are sent once more.
  breaches.push(...(await sendAll(stage, news.map(toDelivery))))
  logged = addOutcomes(logged, await stage.log.read())
  const { taken = 0, repeated = 0 } = logged
  if (taken > news.length) breaches.push(`${taken} deliveries with ${news.length} ids were taken.`)
  if (early.refused > 0) breaches.push(`${early.refused} deliveries before the response were refused.`)
  if (before.taken !== early.ids + lies)
    breaches.push(`${before.taken} of ${early.ids + lies} early ids were taken.`)
  breaches.push(...(await findEffects(stage, lost)))
  const written = news.length + early.ids + lies
  breaches.push(...(await readHints(stage, written)))
  return { counted: { replays: all.length, ids: news.length, taken, repeated }, breaches }
}

function prompts(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${word} ${index}`)
}

/** Every form of the same delivery: unchanged, with its signature negated, without its key id. */
const repeatedNotifications: readonly ((signed: Signed) => Delivery)[] = [
  toDelivery,
  (signed) => toDelivery({ ...signed, signature: malleate(signed.signature) }),
  (signed) => toDelivery({ ...signed, keyId: null }),
]

function repeatAll(news: readonly Signed[], random: () => number, atLeast: number): Delivery[] {
  const times = Math.ceil(atLeast / news.length)
  const all = news.flatMap((signed) =>
    Array.from({ length: times }, () => pick(random, repeatedNotifications)(signed)),
  )
  return shuffle(random, all)
}

async function sendAll({ sender }: WebhookStage, batch: readonly Delivery[]): Promise<string[]> {
  const statuses = await sideBySide(atOnce, batch, sender.send)
  const refused = statuses.filter((status) => status !== 204)
  return refused.length === 0 ? [] : [`Genuine deliveries got ${[...new Set(refused)].join(', ')}.`]
}

/**
 * A delivery under way when the studio died gets no response; the service would send it again, and so does the
 * next batch.
 */
async function sendAmidKill(stage: WebhookStage, batch: readonly Delivery[]): Promise<string[]> {
  const { sender } = stage
  const half = sendAll(stage, batch.slice(0, batch.length / 2))
  const breaches = await half
  const rest = sideBySide(atOnce, batch.slice(batch.length / 2), sender.send)
  await stage.crash()
  const wrong = (await rest).filter((status) => status !== 204 && status !== 0)
  return wrong.length === 0 ? breaches : [...breaches, `Amid the kill deliveries got ${wrong[0]}.`]
}

/** Signed by the service's own key, but contradicting what the service returns for the job. */
async function lie(stage: WebhookStage): Promise<string[]> {
  const { keys, sender, studio, service } = stage
  const [running, strange] = await stage.runs(['lost lie', 'lost stranger lie'], 'unknown')
  const [watched, other] = await stage.runs(['lie', 'another lie'], 'accepted')
  if (!running || !strange || !watched || !other) throw new Error('There are no runs to lie about.')
  const result = { urls: [`${service.url}/files/lie`] }
  const reported = [
    { ...running, body: Buffer.from(payloadOf(running.jobId, { result })) },
    { ...strange, body: Buffer.from(payloadOf(crypto.randomUUID(), { result })) },
    { ...watched, body: Buffer.from(payloadOf(watched.jobId, { result })) },
    { ...other, body: Buffer.from(payloadOf(other.jobId, { status: 'failed' })) },
  ]
  const breaches = await sendAll(
    stage,
    reported.map((run) => toDelivery(signDelivery(keys.signing, run))),
  )
  // A delivery about another run's job is ignored, however well it is signed.
  const crossed = toDelivery(signDelivery(keys.signing, { path: watched.path, body: other.body }))
  const status = await sender.send(crossed)
  if (status !== 409) breaches.push(`Another run’s job got ${status}.`)
  const states = await until('lies are looked into', async () => {
    const seen = await Promise.all(
      reported.map(({ submissionId }) => studio.want('jobs.get', { submissionId })),
    )
    return seen[0]?.state === 'accepted' ? seen : null
  })
  const [, unmoved] = states
  if (unmoved?.state !== 'unknown') breaches.push(`A run is ${unmoved?.state} by a job that nobody has.`)
  for (const { job, files } of states)
    if (job?.status === 'completed' || job?.status === 'failed' || files.length > 0)
      breaches.push(`A delivery was believed that the service denies: ${job?.status}.`)
  return breaches
}

/** Each run is downloaded once, with as few readings as its ids cause. */
async function findEffects({ studio, service }: WebhookStage, lost: readonly StagedRun[]): Promise<string[]> {
  const breaches: string[] = []
  const wanted = lost.length + 2 * earlyRuns
  await until('every run is home', async () => (await studio.want('library.sum', {})).files >= wanted || null)
  const { files: total } = await studio.want('library.sum', {})
  if (total !== wanted) breaches.push(`The library holds ${total} files of ${wanted} runs.`)
  for (const { jobId, submissionId } of lost) {
    const { state, files } = await studio.want('jobs.get', { submissionId })
    const readings = service.readingsOf(jobId)
    // One for each id, and one more for those that a start finds unprocessed.
    const isRight =
      state === 'accepted' && files.length === 1 && readings >= 1 && readings <= 2 * notifications
    if (!isRight) breaches.push(`A run is ${state} with ${files.length} files after ${readings} readings.`)
  }
  return breaches
}

/** The rows left in the library itself: one delivery for each id, all settled but those of strangers. */
async function readHints({ studio, dataFolder }: WebhookStage, wanted: number): Promise<string[]> {
  await studio.stop()
  const database = new DatabaseSync(join(dataFolder, 'library.sqlite'), { readOnly: true })
  const row = database
    .prepare('SELECT count(*) AS hints, count(settled_at) AS settled FROM webhook_requests')
    .get()
  database.close()
  const { hints, settled } = { hints: Number(row?.hints), settled: Number(row?.settled) }
  return hints === wanted && settled === wanted - strangers
    ? []
    : [`The library holds ${hints} hints for ${wanted} ids, ${settled} of them settled.`]
}
