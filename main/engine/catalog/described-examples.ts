import type { ModelExample } from '../../../shared/bridge/model-example.ts'
import { modelExampleBounds } from '../../../shared/bridge/model-example.ts'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { findProblems } from '../../../shared/form/problems.ts'
import { boundText } from '../../../shared/json/bound-text.ts'
import { canonical } from '../../../shared/json-schema/equality.ts'
import { isRecord } from '../../../shared/json-schema/schema-node.ts'
import type { DescribedEndpoint } from '../service/ports.ts'
import { readContent } from './described-request.ts'
import { follow } from './follow-reference.ts'

type Values = Readonly<Record<string, unknown>>

/** A request that a description shows, as it is written there. */
export interface RequestExample {
  readonly title: string | null
  readonly values: Values
}

const { shown, read, characters, title: longestTitle } = modelExampleBounds

/**
 * The requests that a description shows for an endpoint: those of the body, then those of its schema. Nothing is fetched
 * for one. The same one under two names counts once.
 */
export function readExamples({ operation, document }: DescribedEndpoint): readonly RequestExample[] {
  const { media } = readContent(document, operation)
  if (!isRecord(media)) return []
  const schema = follow(document, media.schema)
  const ofSchema = isRecord(schema) ? schema : {}
  const listed = Array.isArray(ofSchema.examples) ? ofSchema.examples : []
  const found: readonly (readonly [name: string | null, value: unknown])[] = [
    [null, media.example],
    ...membersOf(media.examples).map(([name, one]) => shownValue(name, follow(document, one))),
    ...[ofSchema.example, ...listed.slice(0, read)].map((value) => [null, value] as const),
  ]
  const distinct = new Map<string, RequestExample>()
  for (const [name, value] of found.slice(0, 2 * read)) {
    if (!isRecord(value) || distinct.size === read) continue
    const text = textOf(value)
    if (text !== null && !distinct.has(text)) distinct.set(text, { title: titleOf(name), values: value })
  }
  return [...distinct.values()]
}

/** Some authors write a list in the place of the named ones. */
function membersOf(examples: unknown): readonly (readonly [name: string | null, one: unknown])[] {
  if (Array.isArray(examples)) return examples.slice(0, read).map((one) => [null, one])
  return isRecord(examples) ? Object.entries(examples).slice(0, read) : []
}

/** Its value may be beside its texts, or, in OpenAPI 3.2, be called `dataValue`. */
function shownValue(name: string | null, one: unknown): readonly [string | null, unknown] {
  if (!isRecord(one)) return [null, undefined]
  const title = typeof one.summary === 'string' && one.summary.trim() !== '' ? one.summary : name
  if (Object.hasOwn(one, 'dataValue')) return [title, one.dataValue]
  if (Object.hasOwn(one, 'value')) return [title, one.value]
  // Without a name it is no Example Object, but the request itself.
  return [title, name === null ? one : undefined]
}

/** Null where it is longer than a form should hold. */
function textOf(value: Values): string | null {
  const text = canonical(value)
  return text.length > characters ? null : text
}

function titleOf(name: string | null): string | null {
  const text = name?.replace(/\s+/g, ' ').trim() ?? ''
  if (text === '') return null
  const isCode = /^[a-z0-9]+([_-][a-z0-9]+)*$/i.test(text)
  const words = isCode ? text.replace(/[_-]+/g, ' ') : text
  return boundText(`${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`, longestTitle)
}

/**
 * The examples that a form can take (CAT152): each without what its schema refuses and without stand-ins, which are named;
 * one that could not be mended so, or of which nothing is left, is none.
 */
export function fitExamples(schema: JsonSchema, examples: readonly RequestExample[]): ModelExample[] {
  return examples.flatMap((example) => fitOne(schema, example) ?? []).slice(0, shown)
}

/** Leaving out one value can make another one wrong, as where one requires the other. */
const rounds = 3

function fitOne(schema: JsonSchema, { title, values: written }: RequestExample): ModelExample | null {
  const standIns = Object.keys(written).filter((name) => isStandIn(written[name]))
  let values = without(written, standIns)
  for (let round = 0; round < rounds; round += 1) {
    const problems = findProblems(schema, values)
    const wrong = problems.filter(({ path, reason }) => path.length > 1 || reason.code !== 'missing')
    if (wrong.length === 0) {
      if (Object.keys(values).length === 0) return null
      const leftOut = Object.keys(written).filter((name) => !Object.hasOwn(values, name))
      const lacks = problems.map(({ path }) => String(path[0]))
      return { title, values, leftOut, lacks: [...new Set(lacks)] }
    }
    const names = new Set(wrong.map(({ path }) => String(path[0] ?? '')))
    const rest = without(values, names)
    // What is wrong with the whole can't be mended by leaving out a part.
    if (Object.keys(rest).length === Object.keys(values).length) return null
    values = rest
  }
  return null
}

function without(values: Values, names: Iterable<string>): Values {
  const left = new Set(names)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !left.has(name)))
}

const standInText = /^(string|text|<[^<>]*>|\{\{?[^{}]*\}?\}|\$\{[^{}]*\}|your[ _-].*|\.\.\.|…)$/i
const standInHost =
  /^(localhost|127\.\d+\.\d+\.\d+|(.+\.)?example(\.(com|org|net|edu))?|.+\.(test|invalid|localhost))$/i

/** A text in the place of one, or an address that is nobody’s (RFC 2606), at any depth. */
function isStandIn(value: unknown): boolean {
  if (typeof value === 'string') return standInText.test(value.trim()) || isNobodys(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(isStandIn)
}

function isNobodys(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false
  const url = URL.parse(text)
  return url === null || standInHost.test(url.hostname)
}
