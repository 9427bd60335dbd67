import type { DescribedEndpoint } from '../service/ports.ts'

const longestGroup = 40

/**
 * What a description files its models under, by id: an editing category such as `enhance`, else the first tag that says
 * more than the kind, that several models share, and that not all of the kind have.
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
      return isTelling ? [[id, tag] as const] : []
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

/** `smart-edit` reads as “Smart edit”. */
function titleOf(category: string): string {
  const text = category
    .replace(/[_.~-]+/g, ' ')
    .trim()
    .slice(0, longestGroup)
  return text === '' ? category : `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
}
