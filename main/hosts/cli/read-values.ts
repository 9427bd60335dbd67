import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { hasBegun } from '../../../shared/api/service-date.ts'
import type { ModelDetail } from '../../../shared/bridge/views.ts'
import { renameValues } from '../../../shared/catalog/migrate-values.ts'
import type { Field } from '../../../shared/form/field.ts'
import { fieldsFromSchema } from '../../../shared/form/fields-from-schema.ts'
import { initialValue } from '../../../shared/form/initial-value.ts'
import { inputReference } from '../../../shared/form/input-reference.ts'
import type { Problem, ProblemReason } from '../../../shared/form/problems.ts'
import { readJson, readUnreadableJson, reasonOfUnreadable } from '../../../shared/form/unreadable-json.ts'
import { SetUpError } from '../setup-error.ts'

/** Keeps a local file and returns its SHA-256. */
export type TakeFile = (name: string, content: AsyncIterable<Uint8Array>) => Promise<string>

/**
 * Builds a request from `--set field=value …`. A value is JSON where it parses and the field is no text, else
 * text; `@path` is a local file. A list field that is set several times collects the values.
 */
export async function readValues(
  model: ModelDetail,
  settings: readonly string[],
  takeFile: TakeFile,
): Promise<Record<string, unknown>> {
  const fields = new Map(fieldsFromSchema(model.schema).map((field) => [field.name, field]))
  const constants = [...fields.values()].filter(({ kind, required }) => kind === 'constant' && required)
  const values = Object.fromEntries(
    constants.map((field): [string, unknown] => [field.name, initialValue(field)]),
  )
  for (const setting of settings) {
    const at = setting.indexOf('=')
    if (at <= 0) throw new SetUpError(`--set takes field=value, not “${setting}”.`)
    const name = setting.slice(0, at)
    const field = fields.get(name)
    if (!field) throw new SetUpError(unknownField(model, name, [...fields.keys()]))
    const text = setting.slice(at + 1)
    const isText = field.kind === 'prompt' || field.kind === 'text'
    const value = isText ? text : await takeFiles(readValue(text, field), takeFile)
    values[name] = gather(values[name], value, field)
  }
  return values
}

function sayOldName(until: string | null): string {
  if (until === null) return 'is an old name of it'
  return `${hasBegun(until, Date.now()) ? 'was' : 'is'} its old name until ${until}`
}

/** The values under their present names; renames are reported on standard error. */
export function inTodaysWords(
  model: ModelDetail,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { values, changes } = renameValues(model, given)
  for (const change of changes)
    if (change.kind === 'value')
      console.error(`Atelier: ${change.field} “${change.from}” is called “${change.to}” now.`)
  return values
}

function unknownField({ id, aliases }: ModelDetail, name: string, known: readonly string[]): string {
  const alias = aliases.find(({ from }) => from === name)
  if (alias) return `${id} takes ${alias.to}; ${name} ${sayOldName(alias.until)}.`
  return `${id} has no field ${name}. It has ${known.join(', ')}.`
}

function readValue(text: string, field: Field): unknown {
  if (text.startsWith('@')) return text
  const value = parseJson(text)
  const isOption = field.kind === 'media' || (field.kind === 'enumeration' && field.options.includes(text))
  return value === undefined || isOption ? text : value
}

/** A list is given whole as JSON, or one item per `--set`. */
function gather(known: unknown, value: unknown, field: Field): unknown {
  const isList = field.kind === 'media-list' || field.kind === 'styles' || field.kind === 'style-images'
  if (!isList) return value
  return [...(Array.isArray(known) ? known : []), ...(Array.isArray(value) ? value : [value])]
}

async function takeFiles(value: unknown, takeFile: TakeFile): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => takeFiles(item, takeFile)))
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(
      async ([key, member]) => [key, await takeFiles(member, takeFile)] as const,
    )
    return Object.fromEntries(await Promise.all(members))
  }
  return typeof value === 'string' && value.startsWith('@')
    ? inputReference(await takeLocal(value.slice(1), takeFile))
    : value
}

async function takeLocal(path: string, takeFile: TakeFile): Promise<string> {
  const info = await stat(path).catch(() => null)
  if (!info?.isFile()) throw new SetUpError(`There is no file ${path}.`)
  return takeFile(basename(path), createReadStream(path))
}

/** Each fault in one sentence that begins with the field. */
export function sayProblems(problems: readonly Problem[]): string {
  return problems
    .map(({ path, reason }) => `${path.join('.') || 'The request'} ${sayReason(reason)}.`)
    .join(' ')
}

function sayReason(reason: ProblemReason): string {
  switch (reason.code) {
    case 'missing':
      return 'is missing'
    case 'unknown_field':
      return 'is no field of this model'
    case 'too_long':
      return `has at most ${reason.maximum} characters; this is ${reason.actual}`
    case 'too_short':
      return `has at least ${reason.minimum} character${reason.minimum === 1 ? '' : 's'}; this is ${reason.actual}`
    case 'too_large':
      return `is at most ${reason.maximum}`
    case 'too_small':
      return `is at least ${reason.minimum}`
    case 'too_many':
      return `takes at most ${reason.maximum}; these are ${reason.actual}`
    case 'too_few':
      return `takes at least ${reason.minimum}; these are ${reason.actual}`
    case 'not_an_option':
      return `is one of ${reason.options.map(sayOption).join(', ')}`
    case 'wrong_type':
      return `takes ${sayTypes(reason.expected)}`
    case 'not_below':
      return `is less than ${reason.bound}`
    case 'not_above':
      return `is more than ${reason.bound}`
    case 'not_a_multiple':
      return `goes in steps of ${reason.of}`
    case 'not_unique':
      return 'takes nothing twice'
    case 'wrong_format':
      return `takes the format ${reason.format}`
    case 'wrong_pattern':
      return `has to fit the pattern ${reason.pattern}`
    case 'no_form':
      return 'fits none of the forms that the model takes'
    case 'several_forms':
      return 'could be meant in two ways, and the model takes just one'
    case 'forbidden':
      return 'is not taken here'
    case 'too_complex':
      return 'has rules too intricate to check'
    case 'inexact':
      return 'has more digits than a whole number can be sent with exactly'
    case 'not_json':
      return 'is not JSON'
    case 'not_media':
      return 'takes a web address, a data URI or a file as @path'
    case 'invalid':
      return 'does not fit what the model takes'
  }
}

function sayTypes(expected: string): string {
  const words: Readonly<Record<string, string>> = {
    integer: 'a whole number',
    array: 'an array',
    object: 'an object',
    null: 'null',
  }
  return expected
    .split(', ')
    .map((type) => words[type] ?? `a ${type}`)
    .join(' or ')
}

function sayOption(option: unknown): string {
  return typeof option === 'string' ? option : JSON.stringify(option)
}

function parseJson(text: string): unknown {
  const value = readJson(text)
  const isNone = readUnreadableJson(value) !== null && reasonOfUnreadable(text).code === 'not_json'
  return isNone ? undefined : value
}
