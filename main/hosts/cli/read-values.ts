import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { hasBegun } from '../../../shared/api/service-date.ts'
import type { ModelDetail } from '../../../shared/bridge/views.ts'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { renameValues } from '../../../shared/catalog/migrate-values.ts'
import type { Field } from '../../../shared/form/field.ts'
import { fieldsFromSchema } from '../../../shared/form/fields-from-schema.ts'
import { initialValue } from '../../../shared/form/initial-value.ts'
import { inputReference } from '../../../shared/form/input-reference.ts'
import type { Problem } from '../../../shared/form/problems.ts'
import { readJson, readUnreadableJson, reasonOfUnreadable } from '../../../shared/form/unreadable-json.ts'
import { mayTakeHeic, takesAny } from '../../../shared/form/untaken-files.ts'
import type { Path } from '../../../shared/json-schema/problem.ts'
import { ownMember } from '../../../shared/own-member.ts'
import type { InputTaking } from '../../engine/inputs/ports.ts'
import type { MainWords } from '../../words/choose-words.ts'
import { type Sentence, SetUpError } from '../setup-error.ts'
import { logOn, type Terminal } from './terminal.ts'

/** Keeps a local file and returns its SHA-256. */
export type TakeFile = (
  name: string,
  content: AsyncIterable<Uint8Array>,
  taking: InputTaking,
) => Promise<string>

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
    if (at <= 0) throw new SetUpError(({ cli }) => cli.settingWrong(setting))
    const name = setting.slice(0, at)
    const field = fields.get(name)
    if (!field) throw new SetUpError(unknownField(model, name, [...fields.keys()]))
    const text = setting.slice(at + 1)
    const isText = field.kind === 'prompt' || field.kind === 'text'
    const value = isText
      ? text
      : await takeFiles(readValue(text, field), { schema: model.schema, takeFile }, [name])
    values[name] = gather(ownMember(values, name), value, field)
  }
  return values
}

/** The values under their present names; renames are reported on standard error. */
export function inTodaysWords(
  model: ModelDetail,
  given: Readonly<Record<string, unknown>>,
  { words, terminal }: { readonly words: MainWords; readonly terminal: Terminal },
): Readonly<Record<string, unknown>> {
  const { values, changes } = renameValues(model, given)
  for (const change of changes)
    if (change.kind === 'value')
      logOn(terminal).warn(words.cli.valueRenamed(change.field, String(change.from), String(change.to)))
  return values
}

function unknownField({ id, aliases }: ModelDetail, name: string, known: readonly string[]): Sentence {
  const alias = aliases.find(({ from }) => from === name)
  if (!alias) return ({ cli }) => cli.fieldUnknown(id, name, known)
  const { to, until } = alias
  return ({ cli }) => cli.fieldRenamed(id, name, to, until, until !== null && hasBegun(until, Date.now()))
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

/** Where local files are taken, and by the request of which model. */
interface Taking {
  readonly schema: JsonSchema
  readonly takeFile: TakeFile
}

async function takeFiles(value: unknown, taking: Taking, path: Path): Promise<unknown> {
  if (Array.isArray(value))
    return Promise.all(value.map((item, index) => takeFiles(item, taking, [...path, index])))
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(
      async ([key, member]) => [key, await takeFiles(member, taking, [...path, key])] as const,
    )
    return Object.fromEntries(await Promise.all(members))
  }
  return typeof value === 'string' && value.startsWith('@')
    ? inputReference(await takeLocal(value.slice(1), taking, path))
    : value
}

async function takeLocal(path: string, { schema, takeFile }: Taking, at: Path): Promise<string> {
  const info = await stat(path).catch(() => null)
  if (!info?.isFile()) throw new SetUpError(({ cli }) => cli.fileMissing(path))
  const taking = { takesHeic: mayTakeHeic(schema, at), takesAny: takesAny(schema, at) }
  return takeFile(basename(path), createReadStream(path), taking)
}

/** Each fault in one sentence that begins with the field. */
export function sayProblems(found: readonly Problem[]): Sentence {
  return ({ problems }) => found.map(problems.sentence).join(' ')
}

function parseJson(text: string): unknown {
  const value = readJson(text)
  const isNone = readUnreadableJson(value) !== null && reasonOfUnreadable(text).code === 'not_json'
  return isNone ? undefined : value
}
