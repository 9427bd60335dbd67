import { models } from '../../../shared/catalog/index.ts'
import { retiredModels } from '../../../shared/catalog/retired.ts'
import type { DescribedEndpoint } from '../connection/ports.ts'

export interface Assignments {
  /** The endpoint of each built-in model that the description has, by model id. */
  readonly builtIn: ReadonlyMap<string, DescribedEndpoint>
  /** The endpoints of models that only the description knows, by the id they get. */
  readonly added: ReadonlyMap<string, DescribedEndpoint>
}

/**
 * Tells which endpoint is which model's: by the person's mapping, else by kind and last segment. The rest are models
 * of their own, called by vendor and segment, so that a model keeps its id whatever else comes and goes.
 */
export function createAssignments(modelPaths: () => Readonly<Record<string, string>>) {
  let last: { endpoints: readonly DescribedEndpoint[]; paths: string; assignments: Assignments } | null = null
  return {
    of(endpoints: readonly DescribedEndpoint[]): Assignments {
      const paths = JSON.stringify(modelPaths())
      if (last?.endpoints !== endpoints || last.paths !== paths)
        last = { endpoints, paths, assignments: assign(endpoints, modelPaths()) }
      return last.assignments
    },
  }
}

function assign(
  endpoints: readonly DescribedEndpoint[],
  modelPaths: Readonly<Record<string, string>>,
): Assignments {
  const builtIn = new Map<string, DescribedEndpoint>()
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]))
  const bySegment = new Map(
    endpoints.map((endpoint) => [`${endpoint.kind} ${endpoint.model.toLowerCase()}`, endpoint]),
  )
  for (const { id, kind } of models) {
    const mapped = Object.hasOwn(modelPaths, id) ? modelPaths[id] : undefined
    const endpoint = mapped === undefined ? bySegment.get(`${kind} ${id}`) : byPath.get(mapped)
    if (endpoint) builtIn.set(id, endpoint)
  }
  const taken = new Set(builtIn.values())
  const rest = endpoints.filter((endpoint) => !taken.has(endpoint) && !isListed(endpoint))
  return { builtIn, added: nameModels(rest) }
}

/** A built-in or retired model by its kind and segment, wherever the person says that it is. */
function isListed({ kind, model }: DescribedEndpoint): boolean {
  return [...models, ...retiredModels].some((one) => one.kind === kind && one.id === model.toLowerCase())
}

function nameModels(endpoints: readonly DescribedEndpoint[]): Map<string, DescribedEndpoint> {
  const known = new Set([...models, ...retiredModels].map(({ id }) => id))
  const named = new Map<string, DescribedEndpoint>()
  for (const endpoint of endpoints) {
    const short = `${endpoint.vendor}-${endpoint.model}`.toLowerCase()
    const isFree = (id: string) => !known.has(id) && !named.has(id)
    const id = [short, `${endpoint.kind}-${short}`].find(isFree)
    if (id !== undefined) named.set(id, endpoint)
  }
  return named
}
