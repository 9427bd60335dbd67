import { createHash } from 'node:crypto'
import {
  type ComparedModel,
  comparing,
  isOfMoney,
  type ModelChanges,
} from '../../../shared/changes/compare-models.ts'
import { canonical } from '../../../shared/json-schema/equality.ts'
import { reasonOf } from '../notify-safely.ts'
import type { Log } from '../ports.ts'
import type { DescribedEndpoint } from '../service/ports.ts'
import { type Catalogue, type CatalogueDeps, createCatalogue, noStore } from './catalogue.ts'
import type { DescriptionStore, SeenDescription } from './ports.ts'

/** What the person set of the models is the same for each reading, so that it makes no change. */
type OfPerson = Pick<CatalogueDeps, 'clock' | 'modelPaths' | 'modelKinds' | 'ownEndpoints' | 'ownWords'>

export interface DescriptionChangesDeps extends OfPerson {
  readonly catalogue: Pick<Catalogue, 'details' | 'reading' | 'isDescribed'>
  readonly store: DescriptionStore
  readonly log: Pick<Log, 'warn'>
  /** Lets whatever else waits for the studio's thread go on first. */
  pause(): Promise<void>
  /** The person has seen some of it, or what changed is known by now. */
  onChanged(): void
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
  /**
   * Compares what the person saw with what is in use, in short steps, so that a description of any size keeps no call
   * waiting; what is asked for below before that is compared at once.
   */
  compared(serviceId: string): Promise<void>
  /** The same as `unseen` where it is known within one such step; else null, and `onChanged` is called once it is. */
  unseenSoon(serviceId: string): readonly ModelChanges[] | null
  /** What the person has not seen; nothing for a service that is not connected. */
  unseen(serviceId: string): readonly ModelChanges[]
  /** Those among these models of which something that could change what is paid was not seen. */
  unseenOfMoney(serviceId: string, modelIds: readonly string[]): readonly UnseenModel[]
  /** The person has seen what `unseen` returns: all of it, or of these models. */
  see(serviceId: string, modelIds: readonly string[] | null): void
  /** What an earlier reading changed, the last one first (0); null where no two such readings are kept. */
  earlier(serviceId: string, back: number): Promise<EarlierChange | null>
  hasEarlier(serviceId: string, back: number): boolean
}

/** A model of which something was not seen, and as it was before; null where that isn't known. */
export interface UnseenModel {
  readonly changes: ModelChanges
  readonly before: ComparedModel | null
}

interface Unseen {
  readonly basis: string
  /** The endpoints that the person described by then. */
  readonly own: readonly DescribedEndpoint[] | undefined
  readonly changes: readonly ModelChanges[]
  /** As they were before. */
  readonly before: ReadonlyMap<string, ComparedModel>
}

/** Work that may rest after each step. */
type Steps<Value> = Generator<void, Value>

/** A comparison under way. */
interface Work extends Pick<Unseen, 'basis' | 'own'> {
  readonly steps: Steps<Pick<Unseen, 'changes' | 'before'>>
}

/** A page's frame is twice as long. */
const stepMs = 8

const nothing: Pick<Unseen, 'changes' | 'before'> = { changes: [], before: new Map() }

export function createDescriptionChanges(deps: DescriptionChangesDeps): DescriptionChanges {
  const { catalogue, store } = deps
  let revision = 0
  let known: Unseen | null = null
  let work: Work | null = null

  /** The models of a kept description, read as those in use are. */
  function* modelsOf(document: unknown, serviceId: string): Steps<ComparedModel[]> {
    const other = createCatalogue({ ...deps, store: { ...noStore, read: () => document } })
    other.describe(null, serviceId)
    yield* other.reading()
    return other.details()
  }

  /** What is known of these, or has to be compared; null where there is nothing to compare. */
  function standing(serviceId: string): { readonly known: Unseen } | { readonly work: Work } | null {
    const seen = store.readSeen(serviceId)
    if (!seen || !catalogue.isDescribed(serviceId)) return null
    const own = deps.ownEndpoints?.(serviceId)
    const basis = [serviceId, revision, canonical([deps.modelPaths(), deps.modelKinds?.() ?? {}])].join(' ')
    if (known?.basis === basis && known.own === own) return { known }
    if (work?.basis !== basis || work.own !== own) work = { basis, own, steps: findUnseen(seen, serviceId) }
    return { work }
  }

  /** Compares for about so many milliseconds; null where there is more to do then. */
  function compareFor(serviceId: string, milliseconds: number): Pick<Unseen, 'changes' | 'before'> | null {
    const at = standing(serviceId)
    if (at === null) return nothing
    if ('known' in at) return at.known
    const { steps, ...basis } = at.work
    const found = advance(steps, deps.clock, milliseconds)
    if (!found) return null
    known = { ...basis, ...found.value }
    work = null
    return known
  }

  const compare = (serviceId: string) => compareFor(serviceId, Number.POSITIVE_INFINITY) ?? nothing

  async function compared(serviceId: string): Promise<void> {
    while (compareFor(serviceId, stepMs) === null) await deps.pause()
  }

  /** Whose comparison is under way for the status. */
  let awaited: string | null = null

  async function announce(serviceId: string): Promise<void> {
    if (awaited === serviceId) return
    awaited = serviceId
    await deps.pause()
    await compared(serviceId)
    awaited = null
    deps.onChanged()
  }

  /** A kept description that can't be compared any more counts as seen: nothing is known of its changes. */
  function* findUnseen(seen: SeenDescription, serviceId: string): Steps<Pick<Unseen, 'changes' | 'before'>> {
    try {
      const before = yield* modelsOf(seen.document, serviceId)
      yield* catalogue.reading()
      const found = yield* comparing(before, catalogue.details())
      // What was changed back is nothing to be seen.
      if (found.length === 0) store.writeSeen(serviceId, null)
      const changes = found.filter((one) => seen.models.get(one.modelId) !== canonical(one.changes))
      return { changes, before: new Map(before.map((model) => [model.id, model])) }
    } catch (error) {
      deps.log.warn(`What changed in a service’s description is not known: ${reasonOf(error)}.`)
      store.writeSeen(serviceId, null)
      return nothing
    }
  }

  return {
    note(endpoints, serviceId) {
      revision += 1
      if (endpoints === null || store.readSeen(serviceId)) return
      const last = store.read(serviceId)
      if (last === undefined || JSON.stringify(last) === JSON.stringify(endpoints[0]?.document)) return
      store.writeSeen(serviceId, { document: last, models: new Map() })
    },
    compared,
    unseenSoon(serviceId) {
      const found = compareFor(serviceId, stepMs)
      if (!found) void announce(serviceId)
      return found?.changes ?? null
    },
    unseen: (serviceId) => compare(serviceId).changes,
    unseenOfMoney(serviceId, modelIds) {
      const { changes, before } = compare(serviceId)
      const wanted = new Set(modelIds)
      return changes
        .filter((one) => wanted.has(one.modelId) && isOfMoney(one))
        .map((one) => ({ changes: one, before: before.get(formerIdOf(one)) ?? null }))
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
      deps.onChanged()
    },
    hasEarlier: (serviceId, back) => store.versionUntil(serviceId, back + 1) !== null,
    async earlier(serviceId, back) {
      const later = back === 0 ? store.read(serviceId) : store.readVersion(serviceId, back)
      const before = store.readVersion(serviceId, back + 1)
      const at = store.versionUntil(serviceId, back + 1)
      if (later === undefined || before === undefined || at === null) return null
      const steps = (function* (): Steps<ModelChanges[]> {
        return yield* comparing(yield* modelsOf(before, serviceId), yield* modelsOf(later, serviceId))
      })()
      for (;;) {
        const found = advance(steps, deps.clock, stepMs)
        if (found) return { at, models: found.value }
        await deps.pause()
      }
    },
  }
}

/** Goes on for about so many milliseconds; null where there is more to do then. */
function advance<Value>(
  steps: Steps<Value>,
  clock: OfPerson['clock'],
  milliseconds: number,
): { readonly value: Value } | null {
  const until = clock.now() + milliseconds
  do {
    const step = steps.next()
    if (step.done) return { value: step.value }
  } while (clock.now() < until)
  return null
}

/** Names exactly these changes: what is agreed to, or seen, is what was shown. */
export function digestOf(changes: readonly ModelChanges[]): string {
  return createHash('sha256').update(canonical(changes)).digest('hex').slice(0, 32)
}

/** A model that moved may have had another id before. */
function formerIdOf({ modelId, changes }: ModelChanges): string {
  return changes.find((change) => change.kind === 'moved')?.formerId ?? modelId
}
