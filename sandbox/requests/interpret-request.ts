import type { FieldAlias, Model, RenamedValue } from '../../shared/catalog/model.ts'
import { type Clock, hasBegun } from '../clock.ts'
import { ignoredFields } from '../models/own-fields.ts'
import { describeIssues } from './describe-issues.ts'

/** A request as it is understood: aliases resolved and every bound kept, or the one thing to tell the caller. */
export type Interpretation =
  | {
      readonly ok: true
      readonly request: Readonly<Record<string, unknown>>
      /** The earliest date on which something in this request ends; null where nothing does. */
      readonly sunset: string | null
    }
  | { readonly ok: false; readonly error: string }

export interface InterpretInput {
  readonly model: Model
  readonly body: unknown
  readonly clock: Clock
}

/**
 * Reads a generation request. Old names and values count until the first moment of their end date (interface:
 * Versioning 2 and 6); unknown fields and broken bounds are refused with the field's name.
 */
export function interpretRequest({ model, body, clock }: InterpretInput): Interpretation {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { ok: false, error: 'The body must be a JSON object.' }
  }
  const fields: Record<string, unknown> = { ...body }
  const ended = model.aliases.filter((alias) => alias.from in fields && hasBegun(alias.until, clock))
  const endedNote = describeEnded(ended)
  if (endedNote) return { ok: false, error: endedNote }
  const aliases = model.aliases.filter((alias) => alias.from in fields)
  const clash = aliases.find((alias) => alias.to in fields)
  if (clash)
    return { ok: false, error: `${clash.from}: is the old name of ${clash.to}; send only one of them.` }
  for (const alias of aliases) rename(fields, alias)
  const renamed = model.renamedValues.filter((value) => fields[value.field] === value.from)
  const endedValue = renamed.find((value) => hasBegun(value.until, clock))
  if (endedValue) return { ok: false, error: describeEndedValue(endedValue) }
  for (const value of renamed) fields[value.field] = value.to
  for (const { field, until } of ignoredFields[model.id] ?? []) {
    if (hasBegun(until, clock)) continue
    delete fields[field]
  }
  const parsed = model.request.safeParse(fields, { reportInput: true })
  if (!parsed.success) return { ok: false, error: describeIssues(parsed.error.issues) }
  return { ok: true, request: parsed.data, sunset: earliest(renamed.map((value) => value.until)) }
}

function rename(fields: Record<string, unknown>, { from, to }: FieldAlias): void {
  fields[to] = fields[from]
  delete fields[from]
}

function describeEnded(aliases: readonly FieldAlias[]): string | null {
  if (aliases.length === 0) return null
  return aliases.map(({ from, to, until }) => `${from}: was taken until ${until}; use ${to}.`).join(' ')
}

function describeEndedValue({ field, from, to, until }: RenamedValue): string {
  return `${field}: "${from}" was taken until ${until}; use "${to}".`
}

function earliest(dates: readonly string[]): string | null {
  return dates.toSorted()[0] ?? null
}
