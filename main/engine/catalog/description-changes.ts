import {
  type ComparedModel,
  compareModels,
  isOfMoney,
  type ModelChanges,
} from '../../../shared/changes/compare-models.ts'
import { canonical } from '../../../shared/json-schema/equality.ts'
import type { DescribedEndpoint } from '../service/ports.ts'
import { type Catalogue, type CatalogueDeps, createCatalogue, noStore } from './catalogue.ts'
import type { DescriptionStore } from './ports.ts'

export interface DescriptionChangesDeps extends Pick<CatalogueDeps, 'clock' | 'modelPaths' | 'ownWords'> {
  readonly catalogue: Pick<Catalogue, 'details' | 'isDescribed'>
  readonly store: DescriptionStore
  /** The person has seen some of it. */
  onSeen(): void
}

/** What changed between two readings, and when the later one was made, in milliseconds since the epoch. */
export interface EarlierChange {
  readonly at: number
  readonly models: readonly ModelChanges[]
}

/**
 * What a service changed in its description since the person last looked, in every window and over a restart. The first
 * description of a service is no change.
 */
export interface DescriptionChanges {
  /** To be called before a description is used: what is in use until then is what the person saw. */
  note(endpoints: readonly DescribedEndpoint[] | null, serviceId: string): void
  /** What the person has not seen; nothing for a service that is not connected. */
  unseen(serviceId: string): readonly ModelChanges[]
  /** The models among these of which something that could change what is paid was not seen, as they were before. */
  unseenOfMoney(serviceId: string, modelIds: readonly string[]): ReadonlyMap<string, ComparedModel>
  /** The person has seen what `unseen` returns: all of it, or of these models. */
  see(serviceId: string, modelIds: readonly string[] | null): void
  /** What an earlier reading changed, the last one first (0); null where no two such readings are kept. */
  earlier(serviceId: string, back: number): EarlierChange | null
}

interface Unseen {
  readonly basis: string
  readonly changes: readonly ModelChanges[]
  /** As they were before. */
  readonly before: ReadonlyMap<string, ComparedModel>
}

const nothing: Pick<Unseen, 'changes' | 'before'> = { changes: [], before: new Map() }

export function createDescriptionChanges(deps: DescriptionChangesDeps): DescriptionChanges {
  const { catalogue, store } = deps
  let revision = 0
  let known: Unseen | null = null

  /** The models of a kept description, read as those in use are. */
  function modelsOf(document: unknown, serviceId: string): ComparedModel[] {
    const { clock, modelPaths, ownWords } = deps
    const other = createCatalogue({
      clock,
      modelPaths,
      ...(ownWords && { ownWords }),
      store: { ...noStore, read: () => document },
    })
    other.describe(null, serviceId)
    return other.details()
  }

  function compare(serviceId: string): Pick<Unseen, 'changes' | 'before'> {
    const seen = store.readSeen(serviceId)
    if (!seen || !catalogue.isDescribed(serviceId)) return nothing
    const basis = [serviceId, revision, canonical(deps.modelPaths())].join(' ')
    if (known?.basis === basis) return known
    const before = modelsOf(seen.document, serviceId)
    const found = compareModels(before, catalogue.details())
    const changes = found.filter((one) => seen.models.get(one.modelId) !== canonical(one.changes))
    known = { basis, changes, before: new Map(before.map((model) => [model.id, model])) }
    // What was changed back is nothing to be seen.
    if (found.length === 0) store.writeSeen(serviceId, null)
    return known
  }

  return {
    note(endpoints, serviceId) {
      revision += 1
      if (endpoints === null || store.readSeen(serviceId)) return
      const last = store.read(serviceId)
      if (last === undefined || JSON.stringify(last) === JSON.stringify(endpoints[0]?.document)) return
      store.writeSeen(serviceId, { document: last, models: new Map() })
    },
    unseen: (serviceId) => compare(serviceId).changes,
    unseenOfMoney(serviceId, modelIds) {
      const { changes, before } = compare(serviceId)
      const wanted = new Set(modelIds)
      return new Map(
        changes
          .filter((one) => wanted.has(one.modelId) && isOfMoney(one))
          .flatMap(({ modelId }) => {
            const model = before.get(modelId)
            return model ? [[modelId, model] as const] : []
          }),
      )
    },
    see(serviceId, modelIds) {
      const { changes } = compare(serviceId)
      const seen = store.readSeen(serviceId)
      if (!seen) return
      const wanted = modelIds && new Set(modelIds)
      const [looked, rest] = [
        changes.filter(({ modelId }) => !wanted || wanted.has(modelId)),
        changes.filter(({ modelId }) => wanted && !wanted.has(modelId)),
      ]
      const texts = looked.map((one) => [one.modelId, canonical(one.changes)] as const)
      store.writeSeen(
        serviceId,
        rest.length === 0 ? null : { ...seen, models: new Map([...seen.models, ...texts]) },
      )
      revision += 1
      deps.onSeen()
    },
    earlier(serviceId, back) {
      const later = back === 0 ? store.read(serviceId) : store.readVersion(serviceId, back)
      const before = store.readVersion(serviceId, back + 1)
      const at = store.versionUntil(serviceId, back + 1)
      if (later === undefined || before === undefined || at === null) return null
      return { at, models: compareModels(modelsOf(before, serviceId), modelsOf(later, serviceId)) }
    },
  }
}
