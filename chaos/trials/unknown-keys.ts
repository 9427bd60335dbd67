import type { ServerResponse } from 'node:http'
import { pick } from '../random.ts'
import type { Trial, TrialInput, TrialOutcome } from '../trial.ts'
import { toDelivery } from '../wire/delivery.ts'
import { answerJson } from '../wire/job-service.ts'
import type { KeyRing } from '../wire/key-ring.ts'
import { sideBySide } from '../wire/side-by-side.ts'
import { signDelivery } from '../wire/signed.ts'
import { openWebhookStage, type WebhookStage } from '../wire/webhook-stage.ts'

const atOnce = 32
const cooldownSeconds = 30
/** Fewer deliveries than this would prove nothing about a key server. */
const floodAtLeast = 300

/** What the key server does while it is to be hammered. */
const keyServers: Readonly<Record<string, (keys: KeyRing, response: ServerResponse) => void>> = {
  'hangs up': (_, response) => response.destroy(),
  answers: (keys, response) => answerJson(response, 200, keys.published),
  'is broken': (_, response) => answerJson(response, 500, { error: 'Not now.' }),
  'has no keys': (_, response) => answerJson(response, 200, { keys: [] }),
  'tells nonsense': (_, response) => answerJson(response, 200, ['nonsense']),
}

/** Floods the receiver with deliveries whose key ids nobody has published, and counts at the key server. */
export const unknownKeysTrial: Trial = {
  promise: 3,
  what: 'unknown key ids',
  bar: { deliveries: { full: 10_000, short: 600 } },
  async run(input) {
    const wanted = input.atLeast.deliveries ?? 0
    const names = Object.keys(keyServers).slice(0, Math.ceil(wanted / floodAtLeast))
    const each = Math.ceil(wanted / names.length)
    const counted = { deliveries: 0, fetches: 0 }
    const breaches: string[] = []
    for (const name of names) {
      const outcome = await flood(name, each, { ...input, folder: `${input.folder}/${names.indexOf(name)}` })
      counted.deliveries += outcome.counted.deliveries ?? 0
      counted.fetches += outcome.counted.fetches ?? 0
      breaches.push(...outcome.breaches)
    }
    return { counted, breaches }
  },
}

async function flood(name: string, count: number, { folder, random }: TrialInput): Promise<TrialOutcome> {
  const stage = await openWebhookStage({
    folder,
    script: { answerKeys: (response) => keyServers[name]?.(stage.keys, response) },
  })
  try {
    const startedAt = performance.now()
    const refused = await sendUnknown(stage, count, random)
    const cooldowns = Math.floor((performance.now() - startedAt) / 1000 / cooldownSeconds) + 1
    const fetches = stage.service.keyFetches()
    const breaches = [
      ...(refused === count ? [] : [`${count - refused} deliveries with unknown keys were not refused.`]),
      ...(fetches >= 1 ? [] : ['The keys were not asked for at all, so the flood proved nothing.']),
      ...(fetches <= cooldowns
        ? []
        : [`While it ${name}, the key server was asked ${fetches} times in ${cooldowns} cooldowns.`]),
    ]
    return { counted: { deliveries: count, fetches }, breaches }
  } finally {
    await stage.close()
  }
}

/** Key ids of every shape that is allowed, each once; answers how many were refused as they should be. */
async function sendUnknown(stage: WebhookStage, count: number, random: () => number): Promise<number> {
  const [run] = await stage.runs(['lost'], 'unknown')
  if (!run) throw new Error('There is no run to send to.')
  const shapes = [
    () => crypto.randomUUID(),
    () => String(random()),
    () => `${crypto.randomUUID()}/${crypto.randomUUID()}`,
    () => 'k'.repeat(100) + Math.floor(random() * 1e9),
  ]
  const items = Array.from({ length: count }, () => pick(random, shapes)())
  const statuses = await sideBySide(atOnce, items, (keyId) => {
    const signer = random() < 0.5 ? stage.keys.signing : stage.keys.stranger
    return stage.sender.send(toDelivery({ ...signDelivery(signer, run), keyId }))
  })
  return statuses.filter((status) => status === 401 || status === 503).length
}
