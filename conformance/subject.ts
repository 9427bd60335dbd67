import { setTimeout as wait } from 'node:timers/promises'
import type { Job } from '../shared/api/job.ts'
import type { Control } from './control.ts'
import type { Description, ServedModel } from './description.ts'
import { highestPrice, type PaidRequest } from './paid-request.ts'
import { createPaidRequests, type PaidRequests } from './paid-requests.ts'
import type { Delivery, Receiver } from './receiver.ts'
import { NotTried } from './rule.ts'
import type { ServiceUnderTest } from './service-under-test.ts'

export interface SubjectOptions {
  readonly service: ServiceUnderTest
  readonly description: Description | null
  readonly models: readonly ServedModel[]
  readonly control: Control | null
  /** Null where the service could not reach one. */
  readonly receiver: Receiver | null
  readonly usageKey: string | null
  /** A style that the key's identity owns. */
  readonly style: string | null
  /** The service is declared to send deliveries without a signature. */
  readonly unsigned: boolean
  /** How long a job or a delivery may take, in milliseconds. */
  readonly waitMs: number
}

/** The service under test, with everything that several rules share. */
export interface Subject extends SubjectOptions {
  readonly paid: PaidRequests
  /** The model that costs least by the listed prices. */
  readonly cheapest: ServedModel
  /** A job without a webhook. */
  readonly plain: PaidRequest
  /** A job that names a webhook. */
  readonly hooked: HookedRequest | null
  /** Jobs with a webhook that the control API ends differently; null without one. */
  readonly unbilled: Readonly<Record<UnbilledEnd, HookedRequest | null>>
  /** Runs a request to such an end; one of `unbilled` where none is given. */
  endAs(status: UnbilledEnd, request?: PaidRequest): Promise<Job>
  /** Milliseconds since 1970, UTC, by the service's clock as far as it is known. */
  now(): Promise<number>
}

/** The ends that cost nothing (interface: States and transitions 3). */
export type UnbilledEnd = 'failed' | 'cancelled'

export interface HookedRequest extends PaidRequest {
  readonly deliveries: readonly Delivery[]
  /** The first delivery; waited for once, and null for good if it did not arrive. */
  firstDelivery(patienceMs: number): Promise<Delivery | null>
}

const deliveryPollMs = 50

const failureCode = 'conformance_failure'

const jobFaults: Readonly<Record<UnbilledEnd, object>> = {
  failed: { code: failureCode, message: 'Told to fail.' },
  cancelled: { status: 'cancelled' },
}

/** Throws where the service has none of the listing's models. */
export function createSubject(options: SubjectOptions): Subject {
  const { service, models, control, receiver, usageKey, waitMs } = options
  const cheapest = findCheapest(models)
  const paid = createPaidRequests({ service, waitMs })
  const unbilled = {
    failed: control && hookRequest(cheapest, receiver),
    cancelled: control && hookRequest(cheapest, receiver),
  }

  async function endAs(status: UnbilledEnd, request: PaidRequest | null = unbilled[status]): Promise<Job> {
    if (!control || !request) throw needsControl()
    const { status: taken } = await control.command('/faults', { job: jobFaults[status] })
    if (taken !== 200) throw new NotTried(`the control API can’t bring a job to ${status}`)
    return paid
      .run(request)
      .then(({ ended }) => ended)
      .finally(() => control.setFaults({}))
  }

  return {
    ...options,
    paid,
    cheapest,
    plain: { served: cheapest, body: { prompt: 'a paper kite' } },
    hooked: receiver && hookRequest(cheapest, receiver),
    unbilled,
    endAs,
    async now() {
      if (control) return control.now()
      const response = usageKey === null ? null : await service.send('/usage', { key: usageKey })
      const { end_date: end } = (response?.body ?? {}) as { end_date?: unknown }
      return typeof end === 'string' && !Number.isNaN(Date.parse(end)) ? Date.parse(end) : Date.now()
    },
  }
}

/** The skip reason of every rule that needs a state which only the control API can set. */
export function needsControl(): NotTried {
  return new NotTried('needs --control')
}

/** The skip reason of every rule where the service can't reach this machine. */
export function needsReceiver(): NotTried {
  return new NotTried('the service can’t reach a receiver here; --webhook-url names one that it can')
}

/** A request of its own, with a webhook where deliveries can be received. */
export function hookRequest(served: ServedModel, receiver: Receiver | null): HookedRequest {
  const body = { prompt: 'a paper boat' }
  const hook = receiver?.hook()
  const deliveries = hook?.deliveries ?? []
  let first: Promise<Delivery | null> | undefined
  return {
    served,
    body,
    deliveries,
    ...(hook && { headers: { 'X-Webhook-URL': hook.url } }),
    firstDelivery(patienceMs) {
      first ??= comeTo(deliveries, 1, patienceMs).then(() => deliveries[0] ?? null)
      return first
    },
  }
}

/** Waits until this many deliveries have arrived, or the time is over. */
export async function comeTo(
  deliveries: readonly Delivery[],
  count: number,
  patienceMs: number,
): Promise<void> {
  for (const until = Date.now() + patienceMs; deliveries.length < count && Date.now() < until; )
    await wait(deliveryPollMs)
}

function findCheapest(models: readonly ServedModel[]): ServedModel {
  const priced = models.map((served) => ({
    served,
    price: highestPrice({ served, body: { prompt: 'x' } }) ?? Number.POSITIVE_INFINITY,
  }))
  const [first] = priced.toSorted((left, right) => left.price - right.price)
  if (!first) throw new RangeError('The service has none of the listed models.')
  return first.served
}
