import { startOf } from '../../../../shared/api/service-date.ts'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import type { Settings } from '../../../../shared/settings/settings.ts'

type DeferredEnds = Settings['deferredEnds']

const dayMs = 86_400_000
/** How long before its end a model is spoken of again, whatever the person chose. */
const urgentDays = 7

/** Whole days until a date begins, never more than there are; null where there is none or it has begun. */
export function daysLeft(date: string | null, now: number): number | null {
  const left = date === null ? Number.NaN : startOf(date) - now
  return left > 0 ? Math.floor(left / dayMs) : null
}

/** Whether the person may defer the note of a model's end now (CAT54). */
export function canDefer({ deprecation }: ModelSummary, now: number): boolean {
  if (deprecation?.state !== 'deprecated') return false
  const { sunsetDate } = deprecation
  return sunsetDate === null || startOf(sunsetDate) - now > urgentDays * dayMs
}

/** Whether the person deferred the note of exactly this end, and it isn't time for it yet. */
export function isDeferred(
  model: ModelSummary,
  { account, deferred, now }: { account: string | null; deferred: DeferredEnds; now: number },
): boolean {
  return canDefer(model, now) && deferred.some((one) => one.account === account && isOf(one, model))
}

/** The change of settings that defers the note of this end. */
export function deferral(account: string, model: ModelSummary): { readonly deferredEnds: DeferredEnds } {
  const { state = 'deprecated', sunsetDate = null } = model.deprecation ?? {}
  return { deferredEnds: [{ account, modelId: model.id, sunsetDate, state }] }
}

/** What the person is notified of once: that an end is near (CAT60), or what it touches (CAT57). */
type Telling = Exclude<DeferredEnds[number]['state'], 'deprecated'>

/** The change of settings that records it. */
export function telling(
  account: string,
  modelId: string,
  state: Telling,
): { readonly deferredEnds: DeferredEnds } {
  return { deferredEnds: [{ account, modelId, sunsetDate: null, state }] }
}

export function wasTold(deferred: DeferredEnds, account: string, modelId: string, state: Telling): boolean {
  return deferred.some((one) => one.account === account && one.modelId === modelId && one.state === state)
}

/** Whether it ends within the days in which it is spoken of whatever the person chose. */
export function isNear({ deprecation }: ModelSummary, now: number): boolean {
  const days = deprecation?.state === 'deprecated' ? daysLeft(deprecation.sunsetDate, now) : null
  return days !== null && days < urgentDays
}

function isOf(
  { modelId, sunsetDate, state }: DeferredEnds[number],
  { id, deprecation }: ModelSummary,
): boolean {
  return modelId === id && state === deprecation?.state && sunsetDate === deprecation.sunsetDate
}
