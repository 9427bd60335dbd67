import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { join } from 'node:path'
import { payloadOf } from '../../main/testing/signed-delivery.ts'
import { type StudioProcess, startStudioProcess } from '../studio-process.ts'
import type { Trial, TrialInput } from '../trial.ts'
import { until } from '../until.ts'
import { createSender, toDelivery } from '../wire/delivery.ts'
import { type EchoService, echoResponses, openEchoService } from '../wire/echo-service.ts'
import { createKeyFinder, type KeyFinder } from '../wire/find-key.ts'
import { createKeyRing } from '../wire/key-ring.ts'
import { confirmRuns, prepare, receiveWebhooks } from '../wire/runs.ts'
import { signDelivery } from '../wire/signed.ts'

/** The file in which keys are kept with the person's consent, which proves that the search finds keys. */
const keyFile = 'keys.json'
/** The last, because it holds the queue. */
const emptied = 'emptied'

/**
 * Runs the studio with a canary for its key, with a service that repeats it in all its responses, and searches
 * everything that is written, logged, returned and sent.
 */
export const repeatedKeysTrial: Trial = {
  promise: 4,
  what: 'a service that repeats the key',
  bar: { repeated: { full: 2_000, short: 200 }, runs: { full: 96, short: 16 } },
  async run(input) {
    const key = `sk-canary+${randomBytes(12).toString('hex')}/x=Z`
    const service = await openEchoService(key, createKeyRing())
    const dataFolder = join(input.folder, 'data')
    const studio = await startStudioProcess({ dataFolder, service }).catch(async (error: unknown) => {
      await service.close()
      throw error
    })
    try {
      return await listen({ studio, service, dataFolder, finder: createKeyFinder(key), ...input })
    } finally {
      await studio.stop()
      await service.close()
    }
  },
}

interface Stage extends TrialInput {
  readonly studio: StudioProcess
  readonly service: EchoService
  readonly dataFolder: string
  readonly finder: KeyFinder
}

async function listen({ studio, service, dataFolder, finder, atLeast }: Stage) {
  const events = openEvents(studio)
  await prepare(studio)
  const port = await receiveWebhooks(studio)
  const kinds = Object.keys(echoResponses).filter((kind) => kind !== emptied)
  const rounds = Math.ceil((atLeast.runs ?? 0) / kinds.length)
  const prompts = Array.from({ length: rounds }, (_, round) => kinds.map((kind) => `${kind} ${round}`)).flat()
  // Each reading of the description has other defaults.
  const ids = await confirmRuns(studio, prompts, ['changed'])
  await untilDone(studio, ids)
  await deliver(service, port)
  const responses: string[] = []
  for (let round = 0; service.said() < (atLeast.repeated ?? 0) || round < 1; round += 1)
    responses.push(...(await ask(studio, ids)))
  await confirmRuns(studio, [`${emptied} at last`], ['changed'])
  await until('the queue is held', async () => (await studio.want('studio.status', {})).hold)
  responses.push(...(await ask(studio, ids)))
  const { url: baseUrl, key } = service
  await studio.want('accounts.connect', { baseUrl, key, consent: true })
  events.close()
  await studio.stop()
  const files = await finder.inFolder(dataFolder)
  const places = files.filter((name) => name !== keyFile)
  const breaches = [
    ...(files.includes(keyFile)
      ? []
      : ['The search did not find the key where it is kept, so it proved nothing.']),
    ...(service.wasBetrayed() ? ['The key was sent to another origin.'] : []),
    ...places.map((name) => `The key is in ${name} of the data folder.`),
    ...responses.flatMap((text) =>
      finder.inText(text).map(() => `The key is in a response: ${text.slice(0, 200)}`),
    ),
    ...(finder.inText(events.text()).length > 0 ? ['The key is in an event.'] : []),
    ...(finder.inText(studio.words()).length > 0 ? ['The key is in what was logged.'] : []),
  ]
  const counted = {
    repeated: service.said(),
    runs: ids.length,
    responses: responses.length,
    files: files.length,
  }
  return { counted, breaches: [...new Set(breaches)] }
}

/** Each run has ended, or the studio waits for nothing more of it. */
async function untilDone(studio: StudioProcess, ids: readonly string[]): Promise<void> {
  for (const submissionId of ids)
    await until(`the run ${submissionId} is over`, async () => {
      const { state, job, files } = await studio.want('jobs.get', { submissionId })
      if (state === 'confirmed' || state === 'sending') return null
      if (state !== 'accepted') return true
      const isSaved = files.some((file) => file.state === 'saved')
      return job?.status === 'failed' || isSaved ? true : null
    })
}

/** Signed deliveries whose request ids hold the key. */
async function deliver({ hooks, keys, key }: EchoService, port: number): Promise<void> {
  const sender = createSender(port)
  for (const [jobId, hook] of hooks) {
    const path = new URL(hook).pathname
    const requestId = `${key}/${jobId}`
    await sender.send(
      toDelivery(signDelivery(keys.signing, { path, requestId, body: Buffer.from(payloadOf(jobId)) })),
    )
  }
  sender.close()
}

/** Everything that a page could read, as sent over the wire. */
async function ask(studio: StudioProcess, ids: readonly string[]): Promise<string[]> {
  const models = await studio.want('catalog.list', {})
  const requested = await Promise.all([
    studio.call('studio.status', {}),
    studio.call('settings.read', {}),
    studio.call('accounts.test', {}),
    studio.call('accounts.list', {}),
    studio.call('jobs.list', {}),
    studio.call('jobs.queue', {}),
    studio.call('library.list', {}),
    studio.call('prompts.history', {}),
    studio.call('webhooks.log', { limit: 500 }),
    studio.call('webhooks.test', {}),
    ...ids.map((submissionId) => studio.call('jobs.get', { submissionId })),
    ...models.map(({ id }) => studio.call('catalog.model', { modelId: id })),
  ])
  return [models, ...requested].map((reply) => JSON.stringify(reply))
}

/** The page's event stream, as received. */
function openEvents({ origin, cookie }: StudioProcess) {
  let text = ''
  const headers = { Origin: origin, Cookie: cookie }
  const stream = request(
    new URL('/bridge/events', origin),
    { method: 'POST', agent: false, headers },
    (response) => {
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', () => undefined)
    },
  )
  stream.on('error', () => undefined)
  stream.end()
  return { text: () => text, close: () => void stream.destroy() }
}
