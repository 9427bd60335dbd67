import { type MediaKind, mediaKinds } from '../../../../shared/api/media.ts'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import type { Words } from '../../../words/words-context.tsx'
import { type OptionTexts, type Trait, traitsOf } from './option-texts.ts'
import { asksForCheap, rankModel } from './search-models.ts'

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
  readonly items: readonly ModelSummary[]
}

/** The groups of the list, and how many ended models are folded away, or could be. */
export interface Arrangement {
  readonly groups: readonly ModelGroup[]
  readonly ended: number
}

export interface ArrangeDeps {
  readonly models: readonly ModelSummary[]
  /** Model ids, the last marked first, and the last used first. */
  readonly favorites: readonly string[]
  readonly recent: readonly string[]
  shown(model: ModelSummary): OptionTexts
  readonly synonyms: Words['models']['synonyms']
}

const mostRecent = 4

/**
 * Each model once: favorites, then those used last, then the rest by kind in the catalogue's order, ended ones at
 * the end. With a search the best match is first; by price there are kinds only, the lowest first.
 */
export function arrangeModels(deps: ArrangeDeps, wanted: Wanted): Arrangement {
  const { tab, traits, query } = wanted
  const fitting = deps.models.flatMap((model) => {
    if (tab !== 'all' && model.kind !== tab) return []
    const own = traitsOf(model)
    if (!traits.every((trait) => own.includes(trait))) return []
    const rank = rankModel(model, deps.shown(model), query, deps.synonyms)
    return rank === null ? [] : [{ model, rank }]
  })
  const ended = fitting.filter(({ model }) => hasEnded(model)).map(({ model }) => model)
  const live = fitting.filter(({ model }) => !hasEnded(model))
  const isSearch = query.trim() !== ''
  const groups = arrangeLive(deps, live, {
    byPrice: wanted.cheapestFirst || asksForCheap(query, deps.synonyms),
    isSearch,
  })
  const unfolded = isSearch || wanted.showsEnded ? [{ name: 'ended' as const, items: ended }] : []
  return {
    groups: [...groups, ...unfolded].filter(({ items }) => items.length > 0),
    ended: isSearch ? 0 : ended.length,
  }
}

interface Ranked {
  readonly model: ModelSummary
  readonly rank: number
}

function arrangeLive(
  { favorites, recent }: ArrangeDeps,
  live: readonly Ranked[],
  { byPrice, isSearch }: { readonly byPrice: boolean; readonly isSearch: boolean },
): ModelGroup[] {
  const known = [...favorites, ...recent]
  const placeOf = ({ id }: ModelSummary) => (known.includes(id) ? known.indexOf(id) : known.length)
  const order = (left: Ranked, right: Ranked) =>
    (byPrice ? priceOf(left.model) - priceOf(right.model) : 0) ||
    (isSearch ? left.rank - right.rank || placeOf(left.model) - placeOf(right.model) : 0)
  const sorted = live.toSorted(order)
  const put = new Set<ModelSummary>()
  const take = (items: readonly ModelSummary[]) => {
    for (const model of items) put.add(model)
    return items
  }
  const pick = (ids: readonly string[], most: number) =>
    byPrice || isSearch
      ? []
      : take(
          ids
            .flatMap((id) => sorted.find(({ model }) => model.id === id && !put.has(model))?.model ?? [])
            .slice(0, most),
        )
  const first: ModelGroup[] = [
    { name: 'favorites', items: pick(favorites, favorites.length) },
    { name: 'recent', items: pick(recent, mostRecent) },
  ]
  const rest = sorted.filter(({ model }) => !put.has(model))
  const kinds = mediaKinds.map((kind) => rest.filter(({ model }) => model.kind === kind))
  const best = (items: readonly Ranked[]) => Math.min(...items.map(({ rank }) => rank))
  const ordered =
    isSearch && !byPrice ? kinds.toSorted((left, right) => Math.sign(best(left) - best(right)) || 0) : kinds
  return [
    ...first,
    ...ordered.flatMap((items) =>
      items[0] ? [{ name: items[0].model.kind, items: items.map(({ model }) => model) }] : [],
    ),
  ]
}

/** Comparable between models of a kind: by the second where a length is listed. Without a listed price, last. */
function priceOf({ priceFrom }: ModelSummary): number {
  return priceFrom ? (priceFrom.perSecond ?? priceFrom.microUsd) : Number.MAX_SAFE_INTEGER
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
