import { requestSchema } from '../../shared/catalog/json-schema.ts'
import type { FieldAlias, RenamedValue } from '../../shared/catalog/model.ts'
import { leastBody } from '../acceptance.ts'
import { expectDeprecationHeaders } from '../deprecation-expectations.ts'
import type { ServedModel } from '../description.ts'
import { expectAccepted, expectEqual, expectInvalid } from '../expectations.ts'
import type { PaidRequest } from '../paid-request.ts'
import { NotTried, type Rule } from '../rule.ts'
import { acceptedValues } from '../sample-values.ts'
import { needsControl, type Subject } from '../subject.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Old names and values: accepted until their date, refused from it on (interface: Versioning 2 and 6). With
 * --control that is tested to the millisecond; otherwise at a day's distance from each date, as the listing
 * gives calendar dates.
 */
export function endedNameRules(served: ServedModel, subject: Subject): Rule[] {
  const { aliases, renamedValues } = served.model
  return [
    ...aliases.flatMap((alias) => aliasRules(served, subject, alias)),
    ...renamedValues.flatMap((value) => valueRules(served, subject, value)),
    ...twoNamesRules(served, subject),
  ]
}

/** Fields that had two old names at once: a request with both doesn't say which one is meant. */
function twoNamesRules(served: ServedModel, subject: Subject): Rule[] {
  const fields = Map.groupBy(served.model.aliases, ({ to }) => to)
  return [...fields].flatMap(([field, [first, second]]): Rule[] => {
    if (!first || !second) return []
    const value = sampleOf(served, subject, field)
    const body = replaced(served, field, { [first.from]: value, [second.from]: value })
    const send = () => subject.service.send(served.path, { method: 'POST', body })
    const until = [first.until, second.until].toSorted()[0] ?? first.until
    return [
      {
        rule: `${first.from} and ${second.from}, both old names of ${field}, are refused together`,
        check: async () => expectInvalid(await before(subject, until, send)),
      },
    ]
  })
}

function aliasRules(served: ServedModel, subject: Subject, { from, to, until }: FieldAlias): Rule[] {
  const value = sampleOf(served, subject, to)
  const request = { served, body: replaced(served, to, { [from]: value ?? [] }) }
  const old = { until, request }
  return [
    {
      rule: `${from} is taken for ${to} until ${until}`,
      ...(value !== undefined && paidWhere(subject, old)),
      async check() {
        if (value === undefined)
          throw new NotTried('what an element of this list is made of is neither listed nor described')
        await before(subject, until, async () => void expectAccepted(await subject.paid.response(request)))
      },
    },
    earliestEnd(subject, old, from),
    refusedAfter(subject, old, from),
  ]
}

/**
 * A response that announces an end names the first one that affects the same request: the model continues
 * longer than the name.
 */
function earliestEnd(subject: Subject, { until, request }: OldRequest, name: string): Rule {
  return {
    rule: `Sunset names ${until} where ${name} is sent, also where the model ends later`,
    ...paidWhere(subject, { until, request }),
    async check() {
      const response = await before(subject, until, () => subject.paid.response(request))
      expectAccepted(response)
      if (!response.headers.has('sunset'))
        throw new NotTried('headers for old names are not listed, and none came')
      expectEqual(expectDeprecationHeaders(response).toISOString().slice(0, 10), until, 'Sunset: a moment on')
    },
  }
}

function valueRules(served: ServedModel, subject: Subject, { field, from, to, until }: RenamedValue): Rule[] {
  const old = { until, request: { served, body: replaced(served, field, { [field]: from }) } }
  const later = { until, request: { ...old.request } }
  const response = () => before(subject, until, () => subject.paid.response(old.request))
  const paid = paidWhere(subject, old)
  return [
    {
      rule: `${field} takes "${from}" for "${to}" until ${until}`,
      ...paid,
      check: async () => void expectAccepted(await response()),
    },
    {
      rule: `${field} "${from}" brings the deprecation headers until then`,
      ...paid,
      async check() {
        const sunset = expectDeprecationHeaders(await response())
        expectEqual(sunset.toISOString().slice(0, 10), until, 'Sunset: a moment on')
      },
    },
    {
      rule: `${field} "${from}" brings that date also where the model itself ends later`,
      ...(subject.control && { paid: [later.request] }),
      async check() {
        if (!subject.control) throw needsControl()
        await subject.control.command(`/models/${served.model.id}/deprecate`, { sunset: '2099-12-31' })
        const came = await before(subject, until, () => subject.paid.response(later.request))
        expectEqual(expectDeprecationHeaders(came).toISOString().slice(0, 10), until, 'Sunset: a moment on')
      },
    },
    refusedAfter(subject, old, `${field} "${from}"`),
  ]
}

interface OldRequest {
  readonly until: string
  readonly request: PaidRequest
}

function refusedAfter(subject: Subject, { until, request }: OldRequest, name: string): Rule {
  return {
    rule: `${name} is refused from ${until} on`,
    async check() {
      const { path } = request.served
      const send = () => subject.service.send(path, { method: 'POST', body: request.body })
      expectInvalid(await after(subject, until, send))
    },
  }
}

/** It can only be accepted, and so billed, where the clock can be moved back or the date is in the future. */
function paidWhere({ control }: Subject, { until, request }: OldRequest): Pick<Rule, 'paid'> {
  return control || Date.now() < Date.parse(until) ? { paid: [request] } : {}
}

/** Acts in the last millisecond before this UTC date, or on a day before it. */
export async function before<Value>(
  { control, now }: Pick<Subject, 'control' | 'now'>,
  date: string,
  act: () => Promise<Value>,
): Promise<Value> {
  const end = Date.parse(date.slice(0, 10))
  if (control) return control.exactlyAt(end - 1, act)
  if ((await now()) >= end) throw new NotTried(`${date} has passed; --control can go back`)
  return act()
}

/** Acts in the first millisecond of this UTC date, or on a day after it. */
export async function after<Value>(
  { control, now }: Pick<Subject, 'control' | 'now'>,
  date: string,
  act: () => Promise<Value>,
): Promise<Value> {
  const end = Date.parse(date.slice(0, 10))
  if (control) return control.exactlyAt(end, act)
  if ((await now()) < end + dayMs) throw new NotTried(`${date} is to come; --control can go there`)
  return act()
}

function sampleOf({ model, schema }: ServedModel, { style }: Subject, field: string): unknown {
  const listed = requestSchema(model).properties?.[field]
  if (!listed) return undefined
  const [value] = acceptedValues({ field, schema: listed, described: schema?.properties?.[field], style })
  return Array.isArray(value) ? value.slice(0, 1) : value
}

/** The cheapest request of a model with one field sent under its old name or value. */
function replaced(served: ServedModel, field: string, old: Readonly<Record<string, unknown>>) {
  const { [field]: current, ...rest } = leastBody(served)
  return { ...rest, ...old }
}
