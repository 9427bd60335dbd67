import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { SmartCollection } from '../../../shared/bridge/smart-collection-procedures.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Clock, Ids } from '../ports.ts'
import type { CollectionResult, SmartCollections, Tags } from './ports.ts'

export interface TagProceduresDeps {
  readonly clock: Clock
  readonly tags: Tags
  onChanged(): void
}

/** Tags and notes of files. */
export function createTagProcedures({ clock, tags, onChanged }: TagProceduresDeps) {
  return {
    'tags.list': ({ search, limit }: ParsedInput<'tags.list'>): BridgeResult<ProcedureOutput<'tags.list'>> =>
      respond({ tags: [...tags.list(search, limit)] }),
    'tags.of': ({ fileId }: ParsedInput<'tags.of'>): BridgeResult<ProcedureOutput<'tags.of'>> =>
      respond({ tags: [...(tags.of([fileId]).get(fileId) ?? [])], note: tags.note(fileId) }),
    'tags.change'({ changes }: ParsedInput<'tags.change'>): BridgeResult<ProcedureOutput<'tags.change'>> {
      const undo = tags.change(changes)
      if (undo.length > 0) onChanged()
      return respond({ undo })
    },
    'notes.set'({ fileId, note }: ParsedInput<'notes.set'>): BridgeResult<ProcedureOutput<'notes.set'>> {
      const before = tags.note(fileId)
      if (!tags.setNote(fileId, note, clock.now())) return refuse('not_found', null)
      onChanged()
      return respond({ before })
    },
  }
}

export interface SmartCollectionProceduresDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly smartCollections: SmartCollections
  onChanged(): void
}

/** Filters that are kept under a name. */
export function createSmartCollectionProcedures({
  clock,
  ids,
  smartCollections,
  onChanged,
}: SmartCollectionProceduresDeps) {
  function toBridge(result: CollectionResult<SmartCollection>): BridgeResult<SmartCollection> {
    if (!result.ok) return refuse(result.error, null)
    onChanged()
    return respond(result.value)
  }

  return {
    'smartCollections.list': (): BridgeResult<ProcedureOutput<'smartCollections.list'>> =>
      respond({ collections: [...smartCollections.list()] }),
    'smartCollections.save': ({ collectionId = ids.next(), ...rest }: ParsedInput<'smartCollections.save'>) =>
      toBridge(smartCollections.save({ collectionId, ...rest, at: clock.now() })),
    'smartCollections.delete': ({ collectionId }: ParsedInput<'smartCollections.delete'>) =>
      toBridge(smartCollections.delete(collectionId, clock.now())),
    'smartCollections.restore': ({ collectionId }: ParsedInput<'smartCollections.restore'>) =>
      toBridge(smartCollections.restore(collectionId)),
  }
}
