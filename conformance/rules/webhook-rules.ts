import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { isTerminal, type Job, utcDateTimeSchema, uuidSchema } from '../../shared/api/job.ts'
import { expectEqual, expectShape, expectThat, show } from '../expectations.ts'
import type { Delivery } from '../receiver.ts'
import { type Rule, type Section, Unmet } from '../rule.ts'
import { comeTo, type HookedRequest, needsReceiver, type Subject } from '../subject.ts'

/** The listed webhook payload; the result may be absent where a job has none. */
export const listedPayloadSchema = z.looseObject({
  job_id: uuidSchema,
  status: z.string().refine(isTerminal, 'no end state'),
  created_at: utcDateTimeSchema,
  completed_at: utcDateTimeSchema,
  result: z.looseObject({ urls: z.array(z.url()) }).nullish(),
})

/** How long to wait for a delivery that must not arrive. */
const idleTimeoutMs = 1000
const deliveryWaitMs = 60_000

export function webhookSection(subject: Subject): Section {
  const { hooked } = subject
  const onDelivery = (rule: string, look: (payload: Payload, ended: Job) => void): Rule => ({
    rule,
    ...(hooked && { paid: [hooked] }),
    async check() {
      const { delivery, ended } = await receive(subject, hooked)
      look(readPayload(delivery), ended)
    },
  })
  const completed = 'a completed job’s result has urls, an array of URLs'
  return {
    title: 'Webhook payload',
    rules: [
      onDelivery('job_id is the UUID of the job', ({ job_id }, ended) =>
        expectEqual(job_id, ended.job_id, 'job_id'),
      ),
      onDelivery('status is the end state of the job', ({ status }, ended) =>
        expectEqual(status, ended.status, 'status'),
      ),
      onDelivery('created_at is the job’s, in UTC', ({ created_at }, ended) =>
        expectEqual(Date.parse(created_at), Date.parse(ended.created_at), 'created_at'),
      ),
      onDelivery('completed_at is the job’s, in UTC', ({ completed_at }, ended) =>
        expectEqual(Date.parse(completed_at), Date.parse(ended.completed_at ?? ''), 'completed_at'),
      ),
      onDelivery(completed, ({ result }) =>
        expectThat((result?.urls.length ?? 0) > 0, 'result.urls with at least one URL', result ?? null),
      ),
    ],
  }
}

type Payload = z.infer<typeof listedPayloadSchema>

export function readPayload({ body }: Delivery): Payload {
  const text = body.toString('utf8')
  try {
    return expectShape(listedPayloadSchema, JSON.parse(text), 'the webhook payload')
  } catch (error) {
    if (error instanceof SyntaxError) throw new Unmet('a JSON body', show(text))
    throw error
  }
}

/** The ended job, and its first delivery. */
export async function receive(
  { paid, receiver, waitMs }: Subject,
  hooked: HookedRequest | null,
): Promise<{ delivery: Delivery; ended: Job }> {
  if (!receiver || !hooked) throw needsReceiver()
  const { ended } = await paid.run(hooked)
  const patienceMs = Math.min(waitMs, deliveryWaitMs)
  const delivery = await hooked.firstDelivery(patienceMs)
  if (!delivery) throw new Unmet(`a delivery within ${patienceMs / 1000} s`, 'none')
  return { delivery, ended }
}

/** Whether a second copy came, soon after the first. */
export async function cameRepeatedly({ deliveries }: HookedRequest): Promise<boolean> {
  await comeTo(deliveries, 2, idleTimeoutMs)
  return deliveries.length > 1
}

/** Waits until a delivery that was due at this moment should have arrived; rules with the same moment wait once. */
async function idleSince(moment: number): Promise<void> {
  const leftMs = moment + idleTimeoutMs - performance.now()
  if (leftMs > 0) await wait(leftMs)
}

function lastArrival(requests: readonly HookedRequest[]): number {
  return Math.max(...requests.flatMap(({ deliveries }) => deliveries.map(({ receivedAt }) => receivedAt)))
}

/** That a job with the header is reported, one without it is not, and that copies agree. */
export function deliveryRules(subject: Subject): Rule[] {
  const { paid, plain, hooked, unbilled, receiver } = subject
  return [
    {
      rule: 'a job with X-Webhook-URL is reported by a POST when it completes',
      ...(hooked && { paid: [hooked] }),
      async check() {
        const { delivery } = await receive(subject, hooked)
        expectEqual(delivery.method, 'POST', 'the method')
      },
    },
    ...(['failed', 'cancelled'] as const).map((status) => ({
      rule: `a job that has ${status === 'failed' ? status : 'been cancelled'} is reported as well`,
      ...(unbilled[status] && { paid: [unbilled[status]] }),
      async check() {
        const ended = await subject.endAs(status)
        expectEqual(ended.status, status, 'status')
        const { delivery } = await receive(subject, unbilled[status])
        expectEqual(readPayload(delivery).status, status, 'status')
      },
    })),
    {
      rule: 'a job without X-Webhook-URL is not reported',
      paid: [plain],
      async check() {
        if (!receiver) throw needsReceiver()
        const { ended, endedAt } = await paid.run(plain)
        await idleSince(endedAt)
        const came = receiver.all().some(({ body }) => body.includes(ended.job_id))
        expectThat(!came, 'no delivery', `one of job ${ended.job_id}`)
      },
    },
    {
      rule: 'a job is reported by exactly one POST, completed, failed or cancelled',
      ...(hooked && { paid: [hooked] }),
      async check() {
        await receive(subject, hooked)
        const ends = [hooked, unbilled.failed, unbilled.cancelled].filter((request) => request !== null)
        await idleSince(lastArrival(ends))
        const counts = ends.map(({ deliveries }) => deliveries.length).filter((count) => count > 0)
        expectThat(
          counts.every((count) => count === 1),
          'one delivery a job',
          counts.join(', '),
        )
      },
    },
    {
      rule: 'whatever comes twice says the same twice',
      ...(hooked && { paid: [hooked] }),
      async check() {
        const { delivery } = await receive(subject, hooked)
        await idleSince(delivery.receivedAt)
        for (const copy of hooked?.deliveries ?? [])
          expectEqual(readPayload(copy), readPayload(delivery), 'the same payload')
      },
    },
  ]
}
