import { createStore } from 'zustand/vanilla'
import type { LineageNode, LineagePage } from '../../../shared/bridge/lineage-procedures.ts'

export type Way = 'from' | 'into'

/** A branch of the tree: what one file was made from, or into, as far as it was read. */
export interface Branch {
  readonly isOpen: boolean
  /** Null while nothing was read of it. */
  readonly page: LineagePage | null
  readonly isFailed: boolean
}

/** A line of the tree as it is shown. `key` names its place, as a file may stand in several. */
export type TreeLine = { readonly key: string; readonly parent: string | null; readonly level: number } & (
  | { readonly type: 'way'; readonly way: Way; readonly total: number; readonly isOpen: boolean }
  | {
      readonly type: 'node'
      readonly node: LineageNode
      readonly way: Way
      /** Null where it leads no further. */
      readonly isOpen: boolean | null
    }
  | { readonly type: 'more'; readonly rest: number; readonly branch: string }
  | { readonly type: 'failed' }
)

export interface LineageTree {
  readonly store: ReturnType<typeof createTreeStore>
  /** The visible lines, from the top. */
  lines(): readonly TreeLine[]
  /** Opens or closes a branch, which is read at its first opening. */
  toggle(key: string, isOpen: boolean): Promise<void>
  /** Reads the next page of a branch. */
  more(branch: string): Promise<void>
  close(): void
}

interface LineageTreeDeps {
  readonly fileId: string
  read(fileId: string, way: Way, after?: number): Promise<LineagePage | null>
}

const ways = ['from', 'into'] as const
/** A file can be its own ancestor by way of others with the same bytes: no branch goes deeper. */
const deepest = 32

function createTreeStore() {
  return createStore<{ readonly branches: ReadonlyMap<string, Branch> }>(() => ({ branches: new Map() }))
}

/** What a file was made from and into, a branch for each way, in which one goes on from file to file. */
export function createLineageTree({ fileId, read }: LineageTreeDeps): LineageTree {
  const store = createTreeStore()
  let isClosed = false

  function put(key: string, change: Partial<Branch>): void {
    if (isClosed) return
    const branches = new Map(store.getState().branches)
    branches.set(key, {
      ...(branches.get(key) ?? { isOpen: true, page: null, isFailed: false }),
      ...change,
    })
    store.setState({ branches })
  }

  async function readPage(key: string, after?: number): Promise<void> {
    const [way = '', ...path] = key.split('/')
    const page = await read(path.at(-1) ?? fileId, way === 'into' ? 'into' : 'from', after)
    const before = store.getState().branches.get(key)?.page
    if (!page) put(key, { isFailed: true })
    else if (after === undefined || !before) put(key, { page, isFailed: false })
    // Requested twice, as by a held key, it comes twice.
    else if (before.next === after)
      put(key, { page: { ...page, nodes: [...before.nodes, ...page.nodes] }, isFailed: false })
  }

  function linesOf(key: string, way: Way, level: number): TreeLine[] {
    const branch = store.getState().branches.get(key)
    if (!branch?.isOpen) return []
    const at = { parent: key, level }
    if (branch.isFailed && !branch.page) return [{ ...at, key: `${key}/!`, type: 'failed' }]
    if (!branch.page) return []
    const { nodes, total, next } = branch.page
    const lines = nodes.flatMap((node): TreeLine[] => {
      const own = `${key}/${node.id}`
      const leadsOn = node.isInLibrary && (way === 'from' ? node.hasFrom : node.hasInto) && level < deepest
      const isOpen = leadsOn ? (store.getState().branches.get(own)?.isOpen ?? false) : null
      return [{ ...at, key: own, type: 'node', node, way, isOpen }, ...linesOf(own, way, level + 1)]
    })
    if (next !== null)
      lines.push({ ...at, key: `${key}/+`, type: 'more', rest: total - nodes.length, branch: key })
    return lines
  }

  const tree: LineageTree = {
    store,
    lines: () =>
      ways.flatMap((way): TreeLine[] => {
        const branch = store.getState().branches.get(way)
        const total = branch?.page?.total ?? 0
        if (!branch || total === 0) return []
        const line: TreeLine = {
          type: 'way',
          key: way,
          parent: null,
          level: 1,
          way,
          total,
          isOpen: branch.isOpen,
        }
        return [line, ...linesOf(way, way, 2)]
      }),
    async toggle(key, isOpen) {
      put(key, { isOpen })
      if (isOpen && !store.getState().branches.get(key)?.page) await readPage(key)
    },
    async more(branch) {
      const next = store.getState().branches.get(branch)?.page?.next
      if (next) await readPage(branch, next)
    },
    close() {
      isClosed = true
    },
  }
  for (const way of ways) void readPage(way)
  return tree
}
