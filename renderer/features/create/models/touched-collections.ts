import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { BridgeFailure } from '../../../../shared/bridge/error-codes.ts'
import type { SmartCollection } from '../../../../shared/bridge/smart-collection-procedures.ts'
import { longestFilter } from '../../../../shared/library/filter/filter-bounds.ts'
import { readTokens, writeToken } from '../../../../shared/library/filter/library-filter.ts'

type Calls = Pick<Bridge, 'call'>

/** The tokens of a filter that ask for a model, with its id. */
function modelTokens(filter: string) {
  return readTokens(filter).flatMap((token) =>
    token.type === 'term' && token.term.name === 'model' && !token.term.isNot
      ? [{ modelId: token.term.value, end: token.end }]
      : [],
  )
}

export function modelsAskedFor(filter: string): string[] {
  return modelTokens(filter).map(({ modelId }) => modelId)
}

/**
 * Those that find nothing new any more: each model that they ask for is gone, the given one among them. `isOffered`: of any
 * other model.
 */
export function collectionsOf(
  collections: readonly SmartCollection[],
  modelId: string,
  isOffered: (modelId: string) => boolean,
): readonly SmartCollection[] {
  return collections.filter(({ filter }) => {
    const ids = modelsAskedFor(filter)
    return ids.includes(modelId) && !ids.some((id) => id !== modelId && isOffered(id))
  })
}

/** The filter with another model beside the one that is gone, so that what it found stays in it; null where it is too long. */
export function withReplacement(filter: string, from: string, to: string): string | null {
  const end = modelTokens(filter).findLast(({ modelId }) => modelId === from)?.end ?? filter.length
  const added = `${filter.slice(0, end)} ${writeToken('model', to)}${filter.slice(end)}`
  return added.length > longestFilter ? null : added
}

/** One filter to be saved in place of another. */
export interface CollectionMove {
  readonly collection: SmartCollection
  readonly before: string
  readonly after: string
}

export function collectionMoves(
  collections: readonly SmartCollection[],
  from: string,
  to: string,
): readonly CollectionMove[] {
  return collections.flatMap((collection) => {
    const after = withReplacement(collection.filter, from, to)
    return after === null ? [] : [{ collection, before: collection.filter, after }]
  })
}

/** Each is compared and written in one step; one that was changed or deleted meanwhile is counted, a failure ends it. */
export async function moveCollections(
  bridge: Calls,
  moves: readonly CollectionMove[],
): Promise<{ failure: BridgeFailure | null; changed: number; done: readonly CollectionMove[] }> {
  const done: CollectionMove[] = []
  let changed = 0
  for (const move of moves) {
    const { collection, before, after } = move
    const { collectionId, name, sort } = collection
    const saved = await bridge.call('smartCollections.save', {
      collectionId,
      name,
      sort,
      filter: after,
      before,
    })
    if (saved.ok) done.push(move)
    else if (saved.error.code === 'not_found') changed += 1
    else return { failure: saved.error, changed, done }
  }
  return { failure: null, changed, done }
}

export function backwards({ collection, before, after }: CollectionMove): CollectionMove {
  return { collection, before: after, after: before }
}
