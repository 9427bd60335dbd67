import type { FieldAlias, Model, RenamedValue } from '../../shared/catalog/model.ts'
import { type Clock, hasBegun } from '../clock.ts'
import { ignoredFields } from '../models/own-fields.ts'
import { describeIssues } from './describe-issues.ts'

/** A parsed request: aliases resolved and every bound kept, or the error message for the caller. */
export type Interpretation =
  | {
      readonly ok: true
      readonly request: Readonly<Record<string, unknown>>
      /** The dates on which something in this request ends: old names, old values, an ignored field. */
      readonly ends: readonly string[]
    }
  | { readonly ok: false; readonly error: string }

export interface InterpretInput {
  readonly model: Model
  readonly body: unknown
  readonly clock: Clock
}

/**
 * Parses a generation request. Old names and values are accepted until the first moment of their end date
 * (interface: Versioning 2 and 6); unknown fields and broken bounds are refused with the field's name.
 */
export function interpretRequest({ model, body, clock }: InterpretInput): Interpretation {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { ok: false, error: 'The body must be a JSON object.' }
  }
  const fields: Record<string, unknown> = { ...body }
  const aliases = model.aliases.filter((alias) => Object.hasOwn(fields, alias.from))
  const misnamed =
    describeEnded(aliases.filter((alias) => hasBegun(alias.until, clock))) ?? describeClash(aliases, fields)
  if (misnamed) return { ok: false, error: misnamed }
  for (const alias of aliases) rename(fields, alias)
  const renamed = model.renamedValues.filter((value) => fields[value.field] === value.from)
  const endedValue = renamed.find((value) => hasBegun(value.until, clock))
  if (endedValue) return { ok: false, error: describeEndedValue(endedValue) }
  for (const value of renamed) fields[value.field] = value.to
  const ignored = (ignoredFields[model.id] ?? []).filter(
    ({ field, until }) => Object.hasOwn(fields, field) && !hasBegun(until, clock),
  )
  for (const { field } of ignored) delete fields[field]
  const parsed = model.request.safeParse(fields, { reportInput: true })
  if (!parsed.success) return { ok: false, error: describeIssues(parsed.error.issues) }
  return {
    ok: true,
    request: parsed.data,
    ends: [...aliases, ...renamed, ...ignored].map(({ until }) => until),
  }
}

function rename(fields: Record<string, unknown>, { from, to }: FieldAlias): void {
  fields[to] = fields[from]
  delete fields[from]
}

function describeEnded(aliases: readonly FieldAlias[]): string | null {
  if (aliases.length === 0) return null
  return aliases.map(({ from, to, until }) => `${from}: was taken until ${until}; use ${to}.`).join(' ')
}

/** One field under two names, either of which could be meant. */
function describeClash(
  aliases: readonly FieldAlias[],
  fields: Readonly<Record<string, unknown>>,
): string | null {
  const current = aliases.find(({ to }) => Object.hasOwn(fields, to))
  if (current) return `${current.from}: is the old name of ${current.to}; send only one of them.`
  const second = aliases.find(({ to }, index) => aliases.findIndex((other) => other.to === to) < index)
  const first = second && aliases.find(({ to }) => to === second.to)
  return first
    ? `${first.from}, ${second.from}: are both old names of ${second.to}; send only ${second.to}.`
    : null
}

function describeEndedValue({ field, from, to, until }: RenamedValue): string {
  return `${field}: "${from}" was taken until ${until}; use "${to}".`
}
