import { setTimeout as wait } from 'node:timers/promises'
import { requestSchema } from '../../shared/catalog/json-schema.ts'
import { multiply } from '../../shared/pricing/money.ts'
import { durationField, type PricePoint } from '../../shared/pricing/price-table.ts'
import type { Control } from '../control.ts'
import type { ServedModel } from '../description.ts'
import { expectEqual, expectRefused, expectThat } from '../expectations.ts'
import type { PaidRequest } from '../paid-request.ts'
import { decodeVideo, fetchResult } from '../read-results.ts'
import { NotTried, type Rule, type Section } from '../rule.ts'
import { sampleMedia } from '../sample-media.ts'
import { needsControl, type Subject } from '../subject.ts'

const prompt = 'a paper windmill'
const settleMs = 5000
/** Seconds close to whole ones that no frame rate divides. */
const oddPart = 0.234567

/** Every row of the listed price tables, as shown by the balance, and lengths that are in none. */
export function priceSections(subject: Subject): Section[] {
  return subject.models.flatMap((served) => {
    const { id, pricing } = served.model
    if (!pricing) return []
    const rows = pricing.points.map((point) => rowRule(subject, served, point))
    return [{ title: `Prices: ${id.toUpperCase()}`, rules: [...rows, ...oddLengthRules(subject, served)] }]
  })
}

function rowRule(subject: Subject, served: ServedModel, point: PricePoint): Rule {
  const { model } = served
  const body = bodyOf(served, point)
  const request = body && { served, body }
  const where = Object.entries(point.dimensions).map(([name, value]) => `${name} ${value}`)
  const amount = `$${point.microUsd / 1_000_000}`
  return {
    rule: `${model.id.toUpperCase()} costs ${amount} a ${model.pricing?.unit} with ${where.join(', ')}`,
    ...(subject.control && request && { paid: [request] }),
    async check() {
      if (!subject.control) throw needsControl()
      if (!request) throw new NotTried('a field that the price hangs on is neither listed nor described')
      const before = await subject.control.balance()
      const { paidMicroUsd, bytes } = await payFor(subject, subject.control, { request, before })
      const seconds =
        request.body[durationField] ?? (model.pricing?.unit === 'second' ? await lengthOf(bytes) : 1)
      const price =
        model.pricing?.unit === 'second' ? multiply(point.microUsd, Number(seconds)) : point.microUsd
      expectEqual(paidMicroUsd, price, 'micro-dollars that the balance lost:')
    },
  }
}

/** The smallest request of a row; null where one of the row's dimensions has no field. */
function bodyOf({ model, schema }: ServedModel, { dimensions }: PricePoint): Record<string, unknown> | null {
  const listed = { ...schema?.properties, ...requestSchema(model).properties }
  const body: Record<string, unknown> = { prompt }
  for (const [name, value] of Object.entries(dimensions)) {
    const filled = name.replace(/^has_/, '')
    if (Object.hasOwn(listed, name)) body[name] = value
    else if (!Object.hasOwn(listed, filled)) return null
    else if (value === true) body[filled] = [sampleMedia.video]
  }
  const shortest = listed[durationField]?.minimum
  if (model.pricing?.unit === 'second' && shortest !== undefined) body[durationField] = shortest
  return body
}

/** Lengths without a row in the listed tables, though the listed bounds allow them: they are not free. */
function oddLengthRules(subject: Subject, served: ServedModel): Rule[] {
  const { model } = served
  const { minimum, maximum } = requestSchema(model).properties?.[durationField] ?? {}
  if (!model.pricing || minimum === undefined || maximum === undefined) return []
  const isBySecond = model.pricing.unit === 'second'
  const lengths = isBySecond
    ? [Math.round((minimum + oddPart) * 1e6) / 1e6]
    : [minimum + 0.5, minimum + 1, maximum - 0.001]
  return lengths.map((duration): Rule => {
    const request = { served, body: { prompt, duration } }
    return {
      rule: `${model.id.toUpperCase()} refuses ${duration} s, or bills what it made`,
      ...(subject.control && { paid: [request] }),
      async check() {
        if (!subject.control) throw needsControl()
        const before = await subject.control.balance()
        const response = await subject.paid.response(request)
        if (response.status !== 200) return void expectRefused(response)
        const { paidMicroUsd, bytes } = await payFor(subject, subject.control, { request, before })
        if (!isBySecond)
          return expectThat(paidMicroUsd > 0, 'a bill for a job that has completed', paidMicroUsd)
        const seconds = await lengthOf(bytes)
        const prices = model.pricing?.points.map(({ microUsd }) => multiply(microUsd, seconds)) ?? []
        expectThat(
          prices.some((price) => price === paidMicroUsd),
          `a listed rate for ${seconds} s`,
          paidMicroUsd,
        )
      },
    }
  })
}

async function lengthOf(bytes: () => Promise<Buffer>): Promise<number> {
  return (await decodeVideo(await bytes())).seconds
}

interface Payment {
  readonly request: PaidRequest
  /** The balance before it was sent, in dollars. */
  readonly before: number
}

/**
 * Runs a request to its end and returns the difference of the balance, in micro-dollars; nothing else may be
 * billed meanwhile.
 */
async function payFor({ paid }: Subject, control: Control, { request, before }: Payment) {
  const { ended } = await paid.run(request)
  expectEqual(ended.status, 'completed', 'a job that is')
  const lost = async () => Math.round((before - (await control.balance())) * 1_000_000)
  // A charge may follow its job a little later.
  for (const until = Date.now() + settleMs; (await lost()) === 0 && Date.now() < until; ) await wait(100)
  return { paidMicroUsd: await lost(), bytes: () => fetchResult(ended) }
}
