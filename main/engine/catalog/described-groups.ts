import { isRecord } from '../../../shared/json-schema/schema-node.ts'
import type { DescribedEndpoint } from '../service/ports.ts'

const longestGroup = 40

/**
 * What a description files its models under, by id: an editing category such as `enhance`, else the first tag that says
 * more than the kind, that several models share, and that not all of the kind have. A tag is called by the title that the
 * description gives it (CAT150).
 */
export function groupsOf(endpoints: ReadonlyMap<string, DescribedEndpoint>): Map<string, string> {
  const byTag = Map.groupBy(endpoints.values(), (endpoint) => `${endpoint.kind} ${tagOf(endpoint) ?? ''}`)
  const ofKind = Map.groupBy(endpoints.values(), ({ kind }) => kind)
  return new Map(
    [...endpoints].flatMap(([id, endpoint]) => {
      const { category, kind } = endpoint
      if (category !== undefined) return [[id, titleOf(category)] as const]
      const tag = tagOf(endpoint)
      const sharing = byTag.get(`${kind} ${tag ?? ''}`)?.length ?? 0
      const isTelling = tag !== null && sharing > 1 && sharing < (ofKind.get(kind)?.length ?? 0)
      return isTelling ? [[id, titleOfTag(endpoint.document, tag)] as const] : []
    }),
  )
}

/** Words that a tag has beside its kind without saying more. */
const empty = /\b(images?|videos?|audios?|generat\w*|models?|apis?|endpoints?|v\d+)\b|[^\p{L}\p{N}]+/giu

function tagOf({ operation }: DescribedEndpoint): string | null {
  const tags: readonly unknown[] = Array.isArray(operation.tags) ? operation.tags : []
  const found = tags.find(
    (tag): tag is string =>
      typeof tag === 'string' && tag.length <= longestGroup && tag.replace(empty, '') !== '',
  )
  return found?.trim() ?? null
}

const mostTags = 1_000
const slug = /^[\p{Ll}\p{N}]+([-_.][\p{Ll}\p{N}]+)*$/u

/**
 * A tag's title where the document lists it with one: `x-displayName`, the `summary` of OpenAPI 3.2, or, of a tag written
 * as code, a description as short as a title. Without one, code reads as words.
 */
function titleOfTag(document: unknown, tag: string): string {
  const listed: readonly unknown[] = isRecord(document) && Array.isArray(document.tags) ? document.tags : []
  const own = listed.slice(0, mostTags).find((row) => isRecord(row) && nameOfTag(row.name) === tag)
  const row = isRecord(own) ? own : {}
  const isCode = slug.test(tag)
  const titles = [row['x-displayName'], row.summary, isCode ? row.description : undefined]
  return titles.map(asTitle).find((title) => title !== null) ?? (isCode ? titleOf(tag) : tag)
}

function nameOfTag(name: unknown): string | null {
  return typeof name === 'string' ? name.trim() : null
}

/** Null where it is no title: a text of several lines, or a long one. */
function asTitle(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim().replace(/[.:]$/, '')
  return text === '' || text.length > longestGroup || /[\n\r]/.test(text) ? null : text
}

/** `smart-edit` reads as “Smart edit”. */
function titleOf(category: string): string {
  const text = category
    .replace(/[_.~-]+/g, ' ')
    .trim()
    .slice(0, longestGroup)
  return text === '' ? category : `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
}
