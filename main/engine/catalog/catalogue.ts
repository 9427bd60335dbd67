import type { DescriptionFault } from '../../../shared/api/description-fault.ts'
import type { MediaKind } from '../../../shared/api/media.ts'
import { type ModelDetail, type ModelSummary, modelSummarySchema } from '../../../shared/bridge/views.ts'
import { models } from '../../../shared/catalog/index.ts'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import type { Model } from '../../../shared/catalog/model.ts'
import { inEnglish, type SayOwn } from '../../../shared/catalog/own-texts.ts'
import { retiredModels } from '../../../shared/catalog/retired.ts'
import { ownMember } from '../../../shared/own-member.ts'
import type { Clock } from '../ports.ts'
import type { DescribedEndpoint } from '../service/ports.ts'
import { createAssignments, namesModel, ownPath } from './assign-endpoints.ts'
import { createCurrentModels } from './current-models.ts'
import type { DeprecationSigns } from './deprecation-signs.ts'
import { fitExamples } from './described-examples.ts'
import { builtInModel, describedModel, type KnownModel, mergeModel } from './described-model.ts'
import { readDescription } from './description.ts'
import { readEnd } from './model-end.ts'
import { summaryOf } from './model-summary.ts'
import type { OwnWords } from './own-words.ts'
import type { DescriptionStore } from './ports.ts'
import { detailOfRetired, summarizeRetired } from './retired-views.ts'

export interface CatalogueDeps {
  readonly clock: Pick<Clock, 'now'>
  /** Model id to path, as set by the person. */
  modelPaths(): Readonly<Record<string, string>>
  /** What the person said of described models whose kind nothing tells, by path. Absent: nothing. */
  modelKinds?(): Readonly<Record<string, MediaKind>>
  /** Absent: nothing is kept. */
  readonly store?: DescriptionStore
  /** What endpoints reported of their end. Absent: nothing. */
  readonly signs?: Pick<DeprecationSigns, 'of'>
  /** The endpoints that the person described, by account; the same list until one changes. Absent: none. */
  ownEndpoints?(account: string): readonly DescribedEndpoint[]
  /** The service whose models are listed until a description is read. */
  readonly serviceId?: string
  /** Absent: English. */
  readonly ownWords?: Pick<OwnWords, 'say'>
}

/**
 * Everything known of each model: the built-in rows, the service's description, and what its endpoints reported
 * of their end. Ends are evaluated at the time of each call.
 */
export interface Catalogue {
  /** What can be offered: where a description was read, without the built-in and retired models that it lacks (CAT76). */
  list(): ModelSummary[]
  /** The offered models but the retired ones, each with its request and its prices. */
  details(): ModelDetail[]
  /** Reads what `details` needs in steps of one model, between which a caller may rest; ends early where that changes. */
  reading(): Generator<void, void>
  /** Whether these are the models of this service's description. */
  isDescribed(serviceId: string): boolean
  /** The offered model with this id in either case; null where there is none. */
  find(modelId: string): ModelDetail | null
  /**
   * What is known of a model at this service, offered or not: by the description in use, or the one that was kept of it;
   * null where nothing is.
   */
  findAt(serviceId: string, modelId: string): ModelDetail | null
  /**
   * Sets what this service describes; null where it can't be read now: then its kept description is used. End
   * reports of another service's endpoints don't apply. Returns what keeps it from being kept, if anything.
   */
  describe(endpoints: readonly DescribedEndpoint[] | null, serviceId: string): DescriptionFault | null
}

/** Keeps nothing. */
export const noStore: DescriptionStore = {
  read: () => undefined,
  readVersion: () => undefined,
  versionUntil: () => null,
  readSeen: () => null,
  writeSeen() {},
  write: () => true,
  labels: () => new Map(),
  writeLabels: () => true,
}

const noEndpoints: readonly DescribedEndpoint[] = []

export function createCatalogue({
  clock,
  modelPaths,
  modelKinds = () => ({}),
  ownEndpoints = () => noEndpoints,
  store: keptDescriptions = noStore,
  signs,
  serviceId: firstService,
  ownWords = { say: () => inEnglish },
}: CatalogueDeps): Catalogue {
  let endpoints: readonly DescribedEndpoint[] = []
  let describedService = firstService ?? null
  const currentModels = createCurrentModels(clock)
  const assignments = createAssignments(modelPaths)
  const read = new Map<string, KnownModel[]>()
  let said: SayOwn = ownWords.say()
  /** Of services that are not connected. */
  const others = new Map<string, Catalogue>()

  /** Each model is read from the description on first use, and once; one that can't be read is skipped. */
  function readOnce(key: string, make: () => KnownModel): KnownModel[] {
    const known = read.get(key) ?? tryToRead(make)
    read.set(key, known)
    return known
  }

  let lastOwn = noEndpoints

  function assigned() {
    const own = describedService === null ? noEndpoints : ownEndpoints(describedService)
    const found = assignments.of(endpoints, own)
    if (own === lastOwn) return found
    lastOwn = own
    read.clear()
    // They keep their names once they are removed (CAT6).
    keptDescriptions.writeLabels(found.labels)
    return found
  }

  /** Tells whether the service may have a model: with a description, only what that names or the person placed. */
  function offer(): (model: Pick<Model, 'id' | 'kind'>) => boolean {
    if (endpoints.length === 0) return () => true
    const paths = modelPaths()
    const { builtIn, added } = assigned()
    return (model) =>
      ownPath(paths, model) !== null ||
      builtIn.has(model.id) ||
      added.has(model.id) ||
      namesModel(endpoints, model)
  }

  function knownModels(): KnownModel[] {
    return readers().flatMap((read) => read().map(currentModels.of))
  }

  /** One for each model, built-in ones first. */
  function readers(): readonly (() => readonly KnownModel[])[] {
    const say = ownWords.say()
    if (say !== said) read.clear()
    said = say
    const kinds = modelKinds()
    const paths = modelPaths()
    const { builtIn, added, labels, groups } = assigned()
    return [
      ...models.map((model) => () => {
        const endpoint = builtIn.get(model.id)
        if (endpoint) return readOnce(`${model.id} ${endpoint.path}`, () => mergeModel(model, endpoint, say))
        const mapped = ownPath(paths, model)
        const known = builtInModel(model, mapped, say)
        const isFormAssumed = endpoints.length > 0 && mapped !== null
        return [{ ...known, ...(isFormAssumed && { isFormAssumed }) }]
      }),
      ...[...added].map(
        ([id, endpoint]) =>
          () =>
            readOnce(`${id} ${endpoint.path} ${ownMember(kinds, endpoint.path) ?? ''}`, () =>
              describedModel(id, withKind(endpoint, kinds), {
                label: labels.get(id) ?? id,
                group: groups.get(id),
              }),
            ),
      ),
    ]
  }

  function* reading(): Generator<void, void> {
    const all = readers()
    const [described, own] = [endpoints, lastOwn]
    for (const readModel of all) {
      if (endpoints !== described || lastOwn !== own) return
      for (const model of readModel()) currentModels.of(model)
      yield
    }
  }

  /** The model that the service means by a path (with or without its prefix) or by an id. */
  function findReplacement(known: readonly KnownModel[], replacement: string): KnownModel | null {
    const path = `/generate/${replacement.replace(/^\/?(generate\/)?/, '')}`
    const id = replacement.toLowerCase()
    return known.find((model) => model.path === path) ?? known.find((model) => model.id === id) ?? null
  }

  function summarize(model: KnownModel, known: readonly KnownModel[]): ModelSummary {
    const { path, end } = model
    const sign =
      describedService !== null && path !== null ? (signs?.of(describedService, path) ?? null) : null
    const find = (replacement: string) => findReplacement(known, replacement)
    return summaryOf(model, readEnd({ described: end, sign, now: clock.now(), find }))
  }

  function catalogueAt(serviceId: string): Catalogue {
    const known = others.get(serviceId)
    if (known) return known
    const store: DescriptionStore = { ...noStore, read: keptDescriptions.read }
    const other = createCatalogue({ clock, modelPaths, modelKinds, ownEndpoints, store, ownWords })
    other.describe(null, serviceId)
    others.set(serviceId, other)
    return other
  }

  function findKnown(modelId: string): ModelDetail | null {
    const wanted = modelId.toLowerCase()
    const known = knownModels()
    const model = known.find(({ id }) => id === wanted)
    if (model) return { ...summarize(model, known), ...detailOf(model), ...fittedExamples(model) }
    const retired = retiredModels.find(({ id }) => id === wanted)
    return retired ? detailOfRetired(retired, said) : null
  }

  function find(modelId: string): ModelDetail | null {
    const known = findKnown(modelId)
    return known && offer()(known) ? known : null
  }

  return {
    list() {
      const isOffered = offer()
      const known = knownModels().filter(isOffered)
      return [
        ...known.map((model) => summarize(model, known)),
        ...retiredModels.filter(isOffered).map((model) => summarizeRetired(model, said)),
      ]
    },
    details() {
      const known = knownModels().filter(offer())
      return known.map((model) => ({ ...summarize(model, known), ...detailOf(model) }))
    },
    reading,
    isDescribed: (serviceId) => serviceId === describedService && endpoints.length > 0,
    find,
    findAt: (serviceId, modelId) =>
      serviceId === describedService ? findKnown(modelId) : catalogueAt(serviceId).findAt(serviceId, modelId),
    describe(described, serviceId) {
      endpoints = described ?? readKept(keptDescriptions, serviceId)
      // What is kept of the one before may be newer than when it was last read.
      others.clear()
      read.clear()
      describedService = serviceId
      if (described === null) return null
      const [first] = described
      const document = first?.document ?? { openapi: '3.1.0', paths: {} }
      const isKept =
        keptDescriptions.write(serviceId, document) &&
        keptDescriptions.writeLabels(assignments.of(described).labels)
      return isKept ? null : 'unkept'
    },
  }
}

function withKind(
  endpoint: DescribedEndpoint,
  kinds: Readonly<Record<string, MediaKind>>,
): DescribedEndpoint {
  const kind = endpoint.isKindGuessed ? ownMember(kinds, endpoint.path) : undefined
  if (kind === undefined) return endpoint
  const { isKindGuessed: _, ...told } = endpoint
  return { ...told, kind }
}

/** What was kept of a service, and may be damaged since: then there is none. */
function readKept(store: DescriptionStore, serviceId: string): readonly DescribedEndpoint[] {
  try {
    return readDescription(store.read(serviceId)) ?? []
  } catch {
    return []
  }
}

/** A description may hold anything: an operation that breaks a reader costs only its own model. */
function tryToRead(make: () => KnownModel): KnownModel[] {
  try {
    const model = make()
    return modelSummarySchema.safeParse(summaryOf(model, null)).success ? [model] : []
  } catch {
    return []
  }
}

const fitted = new WeakMap<KnownModel, Pick<ModelDetail, 'examples'>>()

/** Fitted on first use, and once: most models are listed and never opened. */
function fittedExamples(model: KnownModel): Pick<ModelDetail, 'examples'> {
  if (model.examples === undefined) return {}
  const known = fitted.get(model)
  if (known) return known
  const examples = fitExamples(model.schema, model.examples())
  const found = examples.length > 0 ? { examples } : {}
  fitted.set(model, found)
  return found
}

function detailOf({ schema, aliases, renamedValues, notes, notesFormat, pricing }: KnownModel) {
  return {
    schema: schema as JsonSchema,
    aliases: [...aliases],
    renamedValues: [...renamedValues],
    notes: [...notes],
    ...(notesFormat && { notesFormat }),
    pricing,
  }
}
