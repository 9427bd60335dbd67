import type { CollectionView } from '../../../shared/bridge/collection-procedures.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Clock, Ids } from '../ports.ts'
import type { CollectionResult, Collections } from './ports.ts'

export interface CollectionProceduresDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly collections: Collections
  /** Its files or their order changed; null where only names or the list of collections did. */
  onChanged(collectionId: string | null): void
}

/** The procedures for collections. */
export function createCollectionProcedures({ clock, ids, collections, onChanged }: CollectionProceduresDeps) {
  function viewOf(collectionId: string): CollectionView | undefined {
    return collections.list().find((one) => one.collectionId === collectionId)
  }

  /** Answers with the result, and notifies the page where it went well. */
  function toBridge<Value>(result: CollectionResult<Value>, changed: string | null): BridgeResult<Value> {
    if (!result.ok) return refuse(result.error, null)
    onChanged(changed)
    return respond(result.value)
  }

  /** The same with the collection as it is now. */
  function withView<Value, Output>(
    collectionId: string,
    result: CollectionResult<Value>,
    toOutput: (collection: CollectionView, value: Value) => Output,
  ): BridgeResult<Output> {
    const done = toBridge(result, collectionId)
    if (!done.ok) return done
    const collection = viewOf(collectionId)
    return collection ? respond(toOutput(collection, done.value)) : refuse('not_found', null)
  }

  return {
    'collections.list': ({
      holding,
    }: ParsedInput<'collections.list'>): BridgeResult<ProcedureOutput<'collections.list'>> =>
      respond({ collections: [...collections.list(holding)] }),
    'collections.create': ({ name, fileIds }: ParsedInput<'collections.create'>) =>
      toBridge(collections.create({ collectionId: ids.next(), name, fileIds, at: clock.now() }), null),
    'collections.rename': ({ collectionId, name }: ParsedInput<'collections.rename'>) =>
      toBridge(collections.rename(collectionId, name, clock.now()), null),
    'collections.delete': ({ collectionId }: ParsedInput<'collections.delete'>) =>
      toBridge(collections.delete(collectionId, clock.now()), collectionId),
    'collections.restore': ({ collectionId }: ParsedInput<'collections.restore'>) =>
      toBridge(collections.restore(collectionId), collectionId),
    'collections.add': ({ collectionId, fileIds }: ParsedInput<'collections.add'>) =>
      withView(collectionId, collections.add(collectionId, fileIds, clock.now()), (collection, added) => {
        return { collection, added: [...added] }
      }),
    'collections.remove': ({ collectionId, fileIds }: ParsedInput<'collections.remove'>) =>
      withView(
        collectionId,
        collections.remove(collectionId, fileIds, clock.now()),
        (collection, removed) => {
          return { collection, removed: [...removed] }
        },
      ),
    'collections.move': ({ collectionId, fileIds, beforeFileId }: ParsedInput<'collections.move'>) =>
      withView(
        collectionId,
        collections.move(collectionId, fileIds, beforeFileId, clock.now()),
        (collection, before) => {
          return { collection, before: [...before] }
        },
      ),
    'collections.put': ({ collectionId, members }: ParsedInput<'collections.put'>) =>
      toBridge(collections.put(collectionId, members, clock.now()), collectionId),
  }
}
