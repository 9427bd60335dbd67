import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { pick } from '../random.ts'
import type { Trial, TrialInput, TrialOutcome } from '../trial.ts'
import { toDelivery } from '../wire/delivery.ts'
import { respondJson } from '../wire/job-service.ts'
import type { KeyRing } from '../wire/key-ring.ts'
import { sideBySide } from '../wire/side-by-side.ts'
import { signDelivery } from '../wire/signed.ts'
import { openWebhookStage, type StagedRun, type WebhookStage } from '../wire/webhook-stage.ts'

const atOnce = 32
const cooldownSeconds = 30
/** Fewer deliveries than this would prove nothing about a key server. */
const floodAtLeast = 300

/** The key server's behaviour during the flood. */
const keyServers: Readonly<Record<string, (keys: KeyRing, response: ServerResponse) => void>> = {
  'hangs up': (_, response) => response.destroy(),
  responses: (keys, response) => respondJson(response, 200, keys.published),
  'is broken': (_, response) => respondJson(response, 500, { error: 'Not now.' }),
  'has no keys': (_, response) => respondJson(response, 200, { keys: [] }),
  'returns nonsense': (_, response) => respondJson(response, 200, ['nonsense']),
}

/**
 * Floods the receiver with deliveries whose key ids nobody has published, or that name no key, and counts
 * requests at the key server. Then the service signs with another key, which has to be found once the keys may
 * be read again.
 */
export const unknownKeysTrial: Trial = {
  promise: 3,
  what: 'unknown key ids',
  bar: { deliveries: { full: 10_000, short: 600 }, rotations: { full: 1, short: 0 } },
  async run(input) {
    const wanted = input.atLeast.deliveries ?? 0
    const names = Object.keys(keyServers).slice(0, Math.ceil(wanted / floodAtLeast))
    const each = Math.ceil(wanted / names.length)
    const counted = { deliveries: 0, fetches: 0, rotations: 0 }
    const breaches: string[] = []
    for (const name of names) {
      const folder = `${input.folder}/${names.indexOf(name)}`
      const outcome = await flood({ ...input, name, count: each, folder })
      counted.deliveries += outcome.counted.deliveries ?? 0
      counted.fetches += outcome.counted.fetches ?? 0
      counted.rotations += outcome.counted.rotations ?? 0
      breaches.push(...outcome.breaches)
    }
    return { counted, breaches }
  },
}

/** The receiver on which a rotated key is tested. */
const rotating = 'answers'

interface Flood extends TrialInput {
  readonly name: string
  readonly count: number
}

async function flood({ name, count, folder, random, atLeast }: Flood): Promise<TrialOutcome> {
  const rotates = name === rotating && atLeast.rotations !== 0
  const stage = await openWebhookStage({
    folder,
    script: { respondWithKeys: (response) => keyServers[name]?.(stage.keys, response) },
  })
  try {
    const startedAt = performance.now()
    const statuses = await sendUnknown(stage, count, random)
    const cooldowns = Math.floor((performance.now() - startedAt) / 1000 / cooldownSeconds) + 1
    const fetches = stage.service.keyFetches()
    const refused = statuses.filter((status) => status === 401 || status === 503).length
    const final = statuses.filter((status) => status === 401).length
    const breaches = [
      ...(refused === count ? [] : [`${count - refused} deliveries with unknown keys were not refused.`]),
      // Only a delivery that waited for a read of the keys can be said to be signed by none of them.
      ...(final <= fetches * atOnce
        ? []
        : [`${final} deliveries were refused for good, where the keys were read ${fetches} times.`]),
      ...(fetches >= 1 ? [] : ['The keys were not asked for at all, so the flood proved nothing.']),
      ...(fetches <= cooldowns
        ? []
        : [`While it ${name}, the key server was asked ${fetches} times in ${cooldowns} cooldowns.`]),
      ...(rotates ? await rotate(stage) : []),
    ]
    return { counted: { deliveries: count, fetches, rotations: rotates ? 1 : 0 }, breaches }
  } finally {
    await stage.close()
  }
}

/** Key ids of every allowed shape, each once, and none; returns the status of each delivery. */
async function sendUnknown(stage: WebhookStage, count: number, random: () => number): Promise<number[]> {
  const [run] = await stage.runs(['lost'], 'unknown')
  if (!run) throw new Error('There is no run to send to.')
  const shapes = [
    () => crypto.randomUUID(),
    () => String(random()),
    () => `${crypto.randomUUID()}/${crypto.randomUUID()}`,
    () => 'k'.repeat(100) + Math.floor(random() * 1e9),
    () => null,
  ]
  const items = Array.from({ length: count }, () => pick(random, shapes)())
  return sideBySide(atOnce, items, (keyId) => {
    const signer = keyId !== null && random() < 0.5 ? stage.keys.signing : stage.keys.stranger
    return stage.sender.send(toDelivery({ ...signDelivery(signer, run), keyId }))
  })
}

/**
 * The service publishes another key and signs with it: during the pause it gets 503, and is accepted
 * afterwards.
 */
async function rotate(stage: WebhookStage): Promise<string[]> {
  const [named, unnamed] = await stage.runs(['lost by its name', 'lost without one'], 'unknown')
  if (!named || !unnamed) throw new Error('There are no runs to send to.')
  stage.keys.rotate()
  const send = (run: StagedRun, keyId: string | null) =>
    stage.sender.send(toDelivery({ ...signDelivery(stage.keys.signing, run), keyId }))
  const first = [await send(named, stage.keys.signing.keyId), await send(unnamed, null)]
  await pause(cooldownSeconds * 1000)
  // The one without a key id first, which needs a read of the keys for itself.
  const then = [await send(unnamed, null), await send(named, stage.keys.signing.keyId)]
  return [
    ...first.flatMap((status) => (status === 503 ? [] : [`A new key amid the pause got ${status}.`])),
    ...then.flatMap((status) => (status === 204 ? [] : [`A new key after the pause got ${status}.`])),
  ]
}
