import { type MediaKind, mediaKinds } from '../../../../shared/api/media.ts'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { type OptionTexts, type Trait, traitsOf } from './option-texts.ts'
import { asksForCheap, rankBy, type SearchWords } from './search-models.ts'

export type Tab = 'all' | MediaKind
export const tabs: readonly Tab[] = ['all', ...mediaKinds]

/** What the person wants to see. */
export interface Wanted {
  readonly tab: Tab
  /** A model has all of these. */
  readonly traits: readonly Trait[]
  readonly cheapestFirst: boolean
  readonly query: string
  /** Whether ended models are unfolded; a search finds them anyway. */
  readonly showsEnded: boolean
}

export interface ModelGroup {
  readonly name: 'favorites' | 'recent' | 'ended' | MediaKind
  /** What the service calls it; absent for a group of ours. */
  readonly title?: string
  readonly items: readonly ModelSummary[]
}

/** The groups of the list, and how many ended models are folded away, or could be. */
export interface Arrangement {
  readonly groups: readonly ModelGroup[]
  readonly ended: number
  /** Whether the lowest price is first. */
  readonly isByPrice: boolean
}

export interface ArrangeDeps {
  readonly models: readonly ModelSummary[]
  /** Model ids, the last marked first, and the last used first. */
  readonly favorites: readonly string[]
  readonly recent: readonly string[]
  shown(model: ModelSummary): OptionTexts
  readonly words: SearchWords
}

const mostRecent = 4

/**
 * Each model once: favorites, then those used last, then the rest by kind in the catalogue's order, ended ones at
 * the end. With a search the best match is first; by price there are kinds only, the lowest first.
 */
export function arrangeModels(deps: ArrangeDeps, wanted: Wanted): Arrangement {
  const { tab, traits, query } = wanted
  const rankOf = rankBy(query, deps.words)
  const fitting = deps.models.flatMap((model) => {
    if (tab !== 'all' && model.kind !== tab) return []
    const own = traitsOf(model)
    if (!traits.every((trait) => own.includes(trait))) return []
    const rank = rankOf(model, deps.shown(model))
    return rank === null ? [] : [{ model, rank }]
  })
  // Without a path nothing can be sent yet.
  const usable = fitting.toSorted(
    (left, right) => Number(isPathless(left.model)) - Number(isPathless(right.model)),
  )
  const ended = fitting.filter(({ model }) => hasEnded(model)).map(({ model }) => model)
  const live = usable.filter(({ model }) => !hasEnded(model))
  const isSearch = query.trim() !== ''
  const byPrice = wanted.cheapestFirst || asksForCheap(query, deps.words.synonyms)
  const groups = isSearch || byPrice ? sortLive(deps, live, byPrice) : splitLive(deps, live)
  const unfolded = isSearch || wanted.showsEnded ? [{ name: 'ended' as const, items: ended }] : []
  return {
    groups: [...groups, ...unfolded].filter(({ items }) => items.length > 0),
    ended: isSearch ? 0 : ended.length,
    isByPrice: byPrice,
  }
}

interface Ranked {
  readonly model: ModelSummary
  readonly rank: number
}

/** By kind, that of the best match first; by price in the usual order of kinds, the lowest of each first. */
function sortLive(
  { favorites, recent }: ArrangeDeps,
  live: readonly Ranked[],
  byPrice: boolean,
): ModelGroup[] {
  const known = [...favorites, ...recent]
  const placeOf = ({ id }: ModelSummary) => (known.includes(id) ? known.indexOf(id) : known.length)
  const sorted = mediaKinds
    .flatMap((kind) => live.filter(({ model }) => model.kind === kind))
    .toSorted(
      (left, right) =>
        (byPrice ? priceOf(left.model) - priceOf(right.model) : 0) ||
        left.rank - right.rank ||
        placeOf(left.model) - placeOf(right.model),
    )
    .map(({ model }) => model)
  return groupByKind(sorted, byPrice ? mediaKinds : [...new Set(sorted.map(({ kind }) => kind))])
}

/** The favorites, those used last, and the rest by kind. */
function splitLive({ favorites, recent }: ArrangeDeps, live: readonly Ranked[]): ModelGroup[] {
  const models = new Map(live.map(({ model }) => [model.id, model]))
  const take = (ids: readonly string[], most: number) => {
    const items = ids.flatMap((id) => models.get(id) ?? []).slice(0, most)
    for (const { id } of items) models.delete(id)
    return items
  }
  return [
    { name: 'favorites', items: take([...new Set(favorites)], favorites.length) },
    { name: 'recent', items: take(recent, mostRecent) },
    ...groupByKind([...models.values()], mediaKinds),
  ]
}

/** Within a kind, those that the service files under something come after the others. */
function groupByKind(models: readonly ModelSummary[], kinds: readonly MediaKind[]): ModelGroup[] {
  return kinds.flatMap((kind) => {
    const byTitle = Map.groupBy(
      models.filter((model) => model.kind === kind),
      ({ group }) => group,
    )
    const titled = [...byTitle].flatMap(([title, items]) =>
      title === undefined ? [] : [{ name: kind, title, items }],
    )
    return [{ name: kind, items: byTitle.get(undefined) ?? [] }, ...titled]
  })
}

/** Comparable between models of a kind: of one result, as the option says it (PICK40). Without a listed price, last. */
function priceOf({ priceFrom }: ModelSummary): number {
  return priceFrom?.example?.microUsd ?? Number.MAX_SAFE_INTEGER
}

function isPathless({ path }: ModelSummary): boolean {
  return path === null
}

export function hasEnded({ deprecation }: ModelSummary): boolean {
  return deprecation?.state === 'sunset'
}

const offered: readonly Trait[] = ['image', 'startImage', 'endImage', 'references', 'makesAudio', 'ultra']

/** The filters that tell the models of a tab apart, and those that are on. */
export function filtersOf(
  models: readonly ModelSummary[],
  { tab, traits }: Pick<Wanted, 'tab' | 'traits'>,
): Trait[] {
  const here = models
    .filter((model) => (tab === 'all' || model.kind === tab) && !hasEnded(model))
    .map(traitsOf)
  const isUseful = (trait: Trait) => {
    const having = here.filter((own) => own.includes(trait)).length
    return having > 0 && having < here.length
  }
  return offered.filter(
    (trait) => traits.includes(trait) || (isUseful(trait) && (tab === 'image' || trait !== 'image')),
  )
}
