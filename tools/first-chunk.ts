/** The used part of a bundler's chunking context. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/**
 * Puts everything that a module imports statically, directly or not, into one chunk of this name: one request
 * instead of one per set of modules shared with another chunk. `root` is the module's own path.
 */
export function chunkOf(root: string, name: string) {
  let members: ReadonlySet<string> | null = null
  return {
    debugName: name,
    name(id: string, graph: ModuleGraph): string | null {
      members ??= collect(root, graph)
      return members.has(id) ? name : null
    },
  }
}

/** The bundler's own helpers are excluded: the page's entry needs them before everything else. */
function collect(root: string, graph: ModuleGraph): ReadonlySet<string> {
  const members = new Set<string>()
  const waiting = [root]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (members.has(id) || id.startsWith('\0')) continue
    members.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return members
}
