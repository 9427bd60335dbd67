import type { Plugin } from 'vite'

/** The used part of a chunk that was built. */
export interface BuiltChunk {
  readonly type: 'chunk'
  readonly fileName: string
  readonly imports: readonly string[]
  readonly isEntry: boolean
  code: string
}

type Bundle = Record<string, BuiltChunk | { readonly type: 'asset' }>

/** A file that only passes on what another one has. */
interface Facade {
  readonly fileName: string
  readonly target: string
  /** As in `export { a as b }`. */
  readonly names: readonly (readonly [inTarget: string, own: string])[]
}

const onlyExports = /^export\{([^{}]+)\}from"\.\/([^"]+)";?\s*$/

/**
 * Imports a part that was put into a chunk with others from there. The bundler leaves each such part a file of one
 * line that passes it on: dozens of requests after each start, for nothing.
 */
export function noFacades(): Plugin {
  return {
    name: 'no-facades',
    // Once the names of what is preloaded stand in the code.
    generateBundle: { order: 'post', handler: (_, bundle) => removeFacades(bundle as unknown as Bundle) },
  }
}

/** Removes them from the bundle, except those that another file imports statically. */
export function removeFacades(bundle: Bundle): void {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const kept = new Set(chunks.flatMap(({ imports }) => imports))
  const facades = chunks
    .flatMap((chunk) => readFacade(chunk) ?? [])
    .filter(({ fileName }) => !kept.has(fileName))
  for (const { fileName } of facades) delete bundle[fileName]
  for (const chunk of chunks) chunk.code = facades.reduce(importFromTarget, chunk.code)
}

function readFacade({ fileName, code, isEntry }: BuiltChunk): Facade | null {
  const [, names, target] = onlyExports.exec(code) ?? []
  if (isEntry || names === undefined || target === undefined) return null
  return {
    fileName,
    target,
    names: names.split(',').map((name) => {
      const [inTarget = '', own = inTarget] = name.trim().split(' as ')
      return [inTarget, own]
    }),
  }
}

function importFromTarget(code: string, { fileName, target, names }: Facade): string {
  const file = fileName.slice(fileName.lastIndexOf('/') + 1)
  const members = names.map(([inTarget, own]) => `${own}:e.${inTarget}`).join(',')
  return code
    .replaceAll(`import(\`./${file}\`)`, () => `import(\`./${target}\`).then(e=>({${members}}))`)
    .replaceAll(`"./${file}"`, () => `"./${target}"`)
}
