import { setTimeout as pause } from 'node:timers/promises'
import type { Trial, TrialInput } from '../trial.ts'
import { createSender, toDelivery } from '../wire/delivery.ts'
import { receiverPort } from '../wire/runs.ts'
import { signDelivery } from '../wire/signed.ts'
import { openSlowConnections, slowKinds } from '../wire/slow-connections.ts'
import { openWebhookStage, type StagedRun, untilState, type WebhookStage } from '../wire/webhook-stage.ts'

const atOnce = 250
/**
 * A service's usual timeout for a receiver, in milliseconds. Beside twelve busy programs a delivery took as long as seven
 * seconds; one that waits for the silent connections to end is not accepted at all.
 */
const promptMs = 10_000
const betweenMs = 200
const mostSends = 3

/**
 * Keeps 250 connections open that never send a whole delivery, of each kind in turn, and meanwhile sends
 * genuine deliveries, each on a connection of its own: they are accepted promptly.
 */
export const silentSocketsTrial: Trial = {
  promise: 2,
  what: 'deliveries amid silent connections',
  bar: { connections: { full: 9_000, short: 500 }, deliveries: { full: 240, short: 12 } },
  async run(input) {
    const stage = await openWebhookStage({ folder: input.folder })
    try {
      return await crowd(stage, input)
    } finally {
      await stage.close()
    }
  },
}

async function crowd(stage: WebhookStage, { atLeast }: TrialInput) {
  const kinds = Object.entries(slowKinds)
  const prompts = Array.from({ length: atLeast.deliveries ?? 0 }, (_, index) => `lost ${index}`)
  const runs = await stage.runs(prompts, 'unknown')
  const breaches: string[] = []
  const each = Math.ceil(runs.length / kinds.length)
  const port = await receiverPort(stage.studio)
  let connections = 0
  for (const [index, [name, kind]] of kinds.entries()) {
    const path = runs[0]?.path ?? '/'
    const slow = openSlowConnections(kind, { port, path, count: atOnce })
    await pause(betweenMs)
    for (const run of runs.slice(index * each, (index + 1) * each)) {
      breaches.push(...(await deliver(stage, run, `Amid ${slow.open()} connections ${name}`)))
      await pause(betweenMs)
    }
    connections += slow.opened()
    slow.close()
  }
  if (breaches.length === 0)
    for (const { submissionId } of runs) await untilState(stage.studio, submissionId, 'accepted')
  return { counted: { connections, deliveries: runs.length }, breaches }
}

/** A delivery without a response is sent again, as a service does: where new connections flood in, it may lose its own. */
async function deliver(stage: WebhookStage, run: StagedRun, when: string): Promise<string[]> {
  const sender = createSender(await receiverPort(stage.studio))
  const delivery = toDelivery(signDelivery(stage.keys.signing, run))
  const startedAt = performance.now()
  let status = await sender.send(delivery)
  for (let times = 1; status === 0 && times < mostSends; times += 1) status = await sender.send(delivery)
  const took = performance.now() - startedAt
  sender.close()
  if (status !== 204) return [`${when} a delivery got ${status}.`]
  return took < promptMs ? [] : [`${when} a delivery got after ${Math.round(took)} ms.`]
}
