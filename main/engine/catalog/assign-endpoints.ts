import { models } from '../../../shared/catalog/index.ts'
import type { Model } from '../../../shared/catalog/model.ts'
import { retiredModels } from '../../../shared/catalog/retired.ts'
import { isModelPath } from '../../../shared/settings/model-path.ts'
import type { DescribedEndpoint } from '../service/ports.ts'
import { groupsOf } from './described-groups.ts'
import { labelsOf } from './described-model.ts'

const none: readonly DescribedEndpoint[] = []

export interface Assignments {
  /** The described endpoint of each built-in model, by model id. */
  readonly builtIn: ReadonlyMap<string, DescribedEndpoint>
  /** The endpoints of models that only the description knows, by the id they get. */
  readonly added: ReadonlyMap<string, DescribedEndpoint>
  /** The headlines of the added ones, by id. */
  readonly labels: ReadonlyMap<string, string>
  /** What the service files them under, by id, where that says more than their kind. */
  readonly groups: ReadonlyMap<string, string>
}

/**
 * Assigns each endpoint to a model: by the person's mapping, else by kind and last segment. The rest become
 * models of their own, with ids made of vendor and segment, so that an id doesn't change when other endpoints
 * come or go.
 */
export function createAssignments(modelPaths: () => Readonly<Record<string, string>>) {
  let last: {
    endpoints: readonly DescribedEndpoint[]
    own: readonly DescribedEndpoint[]
    paths: string
    assignments: Assignments
  } | null = null
  return {
    /** `own`: those that the person describes, which are models of their own; one that the service describes is its. */
    of(endpoints: readonly DescribedEndpoint[], own: readonly DescribedEndpoint[] = none): Assignments {
      const paths = JSON.stringify(modelPaths())
      if (last?.endpoints !== endpoints || last.own !== own || last.paths !== paths)
        last = { endpoints, own, paths, assignments: assign(endpoints, own, modelPaths()) }
      return last.assignments
    },
  }
}

function assign(
  endpoints: readonly DescribedEndpoint[],
  own: readonly DescribedEndpoint[],
  modelPaths: Readonly<Record<string, string>>,
): Assignments {
  const builtIn = new Map<string, DescribedEndpoint>()
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]))
  const bySegment = new Map(
    endpoints.map((endpoint) => [
      `${endpoint.category ?? endpoint.kind} ${endpoint.model.toLowerCase()}`,
      endpoint,
    ]),
  )
  for (const { id, kind } of models) {
    const mapped = ownPath(modelPaths, { id, kind })
    const endpoint = mapped === null ? bySegment.get(`${kind} ${id}`) : byPath.get(mapped)
    if (endpoint) builtIn.set(id, endpoint)
  }
  const taken = new Set(builtIn.values())
  const rest = endpoints.filter((endpoint) => !taken.has(endpoint) && !isListed(endpoint))
  const added = nameModels([...rest, ...own.filter(({ path }) => !byPath.has(path))])
  return { builtIn, added, labels: labelsOf(added), groups: groupsOf(added) }
}

/** The path that the person set for a model; null where they set none, or one of another kind (CAT18). */
export function ownPath(
  modelPaths: Readonly<Record<string, string>>,
  { id, kind }: Pick<Model, 'id' | 'kind'>,
): string | null {
  const path = Object.hasOwn(modelPaths, id) ? modelPaths[id] : undefined
  return path !== undefined && isModelPath(path, kind) ? path : null
}

/** Whether one of them has the name of this built-in or retired model. */
export function namesModel(
  endpoints: readonly DescribedEndpoint[],
  { id, kind }: Pick<Model, 'id' | 'kind'>,
): boolean {
  return endpoints.some(
    (endpoint) =>
      endpoint.kind === kind && endpoint.category === undefined && endpoint.model.toLowerCase() === id,
  )
}

/** A built-in or retired model by its kind and segment, wherever the person placed it. */
function isListed(endpoint: DescribedEndpoint): boolean {
  return [...models, ...retiredModels].some((model) => namesModel([endpoint], model))
}

function nameModels(endpoints: readonly DescribedEndpoint[]): Map<string, DescribedEndpoint> {
  /** Where the numbers of paths go on that differ in the case of their letters only. */
  const numbers = new Map<string, number>()
  function numbered(name: string, isFree: (id: string) => boolean): string {
    let number = numbers.get(name) ?? 2
    while (!isFree(`${name}-${number}`)) number += 1
    numbers.set(name, number + 1)
    return `${name}-${number}`
  }
  const known = new Set([...models, ...retiredModels].map(({ id }) => id))
  const named = new Map<string, DescribedEndpoint>()
  for (const endpoint of endpoints) {
    const short = `${endpoint.vendor}-${endpoint.model}`.toLowerCase()
    const isFree = (id: string) => !known.has(id) && !named.has(id)
    const whole = endpoint.path.slice(1).replaceAll('/', '-').toLowerCase()
    const own = [short, `${endpoint.category ?? endpoint.kind}-${short}`, whole].find(isFree)
    named.set(own ?? numbered(whole, isFree), endpoint)
  }
  return named
}
