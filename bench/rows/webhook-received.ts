import { type ChildProcess, fork } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createWebhooks } from '../../main/engine/webhooks/webhooks.ts'
import { sendDeliveryOverHttp } from '../../main/infra/http-delivery.ts'
import { createJoseKeySet } from '../../main/infra/jose-key-set.ts'
import { webhookServer } from '../../main/infra/lazy-webhook-server.ts'
import { openDatabase } from '../../main/infra/sqlite-database.ts'
import { createSqliteSubmissionJournal } from '../../main/infra/sqlite-submission-journal.ts'
import { createSqliteWebhookStore } from '../../main/infra/sqlite-webhook-store.ts'
import { systemClock } from '../../main/infra/system-clock.ts'
import { createUuid7Ids } from '../../main/infra/uuid7-ids.ts'
import { sampleJob, sampleSubmission } from '../../main/testing/sample-submission.ts'
import { createSpyService } from '../../main/testing/spy-connect-service.ts'
import { webhookSettingsSchema } from '../../shared/settings/webhook-profile.ts'
import { openByHand } from '../baselines/webhook-by-hand.ts'
import type { Row } from '../row.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import type { Sending } from '../webhook-sender.ts'

const rounds = 21
const deliveriesARound = 1_024
const connections = 64
const keyId = 'key-1'

type Target = Pick<Sending, 'port' | 'deliveries'>

/**
 * The time of a burst of deliveries from the first byte to the last response, each verified and durable before
 * it.
 */
export const webhookReceived: Row = {
  what: 'webhook received, verified, durable, 64 connections',
  unit: 'µs',
  baselineIs: 'node:http, verify on other threads, one commit a turn of the event loop, by hand',
  oursIs: 'the receiver on its port, with its keys, its journal and its log',
  aim: { kind: 'ratio', atMost: 1.43 },
  measure: () =>
    inTemporaryFolder(async (folder) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const sender = fork(new URL('../webhook-sender.ts', import.meta.url))
      const byHand = await openByHand(join(folder, 'by-hand.sqlite'), publicKey)
      const ours = await openOurs(join(folder, 'library.sqlite'), publicKey)
      const privateJwk = privateKey.export({ format: 'jwk' })
      const timeOf = (target: Target) => timeEach(sender, { ...target, privateJwk, keyId, connections })
      const times = { baseline: [] as number[], ours: [] as number[] }
      for (let round = 0; round <= rounds; round++) {
        const baseline = await timeOf({ port: byHand.port, deliveries: ours.deliveries })
        const own = await timeOf(ours)
        // The first round fetches the keys and is a warm-up for both.
        if (round === 0) continue
        times.baseline.push(baseline)
        times.ours.push(own)
      }
      sender.disconnect()
      await Promise.all([byHand.close(), ours.close()])
      return times
    }),
}

/** Microseconds for each delivery; throws where the status was not 204. */
async function timeEach(sender: ChildProcess, sending: Sending): Promise<number> {
  sender.send(sending)
  await once(sender, 'message')
  sender.send('go')
  const [{ milliseconds }] = (await once(sender, 'message')) as [{ milliseconds: number }]
  return (milliseconds * 1000) / sending.deliveries.length
}

/** The receiver as the studio opens it, over a library with as many running jobs as deliveries. */
async function openOurs(file: string, publicKey: KeyObject): Promise<Target & { close(): Promise<void> }> {
  const service = await publishKey(publicKey)
  const database = await openDatabase(file)
  const journal = createSqliteSubmissionJournal(database)
  const runs = Array.from({ length: deliveriesARound }, () => {
    const job = sampleJob({ status: 'processing' })
    return { ...sampleSubmission({ state: 'accepted', serviceId: service.url }), job }
  })
  journal.insert(runs)
  for (const run of runs) journal.save(run)
  const deliveries = createSqliteWebhookStore(database)
  const webhooks = createWebhooks({
    maskKeys: (words) => words,
    clock: systemClock,
    ids: createUuid7Ids(systemClock),
    log: { warn: (sentence) => process.stderr.write(`${sentence}\n`) },
    server: webhookServer,
    send: sendDeliveryOverHttp,
    deliveries,
    deliveryLog: deliveries,
    secret: deliveries.secret,
    settings: () => webhookSettingsSchema.parse({ enabled: true, port: 0 }),
    keysOf: (baseUrl) => createJoseKeySet({ baseUrl, clock: systemClock }),
    connection: () => ({
      kind: 'service',
      serviceId: service.url,
      baseUrl: service.url,
      key: 'k',
      keySource: 'environment',
      isDescribed: true,
      client: createSpyService().connect({ baseUrl: service.url, key: 'k' }),
    }),
    submission: journal.get,
    submissionOfJob: journal.findByJob,
    adopt: () => true,
    announced: () => undefined,
    pollNow: () => undefined,
    pollAllNow: () => undefined,
    onChanged: () => undefined,
  })
  await webhooks.configure()
  return {
    port: webhooks.status().port ?? 0,
    deliveries: runs.map(({ submissionId, job }) => ({
      path: URL.parse(webhooks.announceAddress(submissionId) ?? '')?.pathname ?? '',
      jobId: job.job_id,
    })),
    async close() {
      await webhooks.close()
      deliveries.flush()
      database.close()
      await service.close()
    },
  }
}

async function publishKey(publicKey: KeyObject) {
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: keyId, alg: 'ES256', use: 'sig' }
  const server = createServer((_, response) => response.end(JSON.stringify({ keys: [jwk] })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
