import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { formChunk } from '../page-chunks.ts'

/** The budget of gzipped script between opening the page and the first paint of Create. */
export const mostFirstScriptBytes = 200 * 1024

/** The budget of gzipped script until Create's form is usable: that, and the parts that it loads at once. */
export const mostFormScriptBytes = 235 * 1024

const page = 'index.html'

/** The used part of the build's manifest; keys are modules and chunks. */
interface ManifestChunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

/** Reports by how much the built page's scripts exceed their budgets; nothing for a page that is not built. */
export function findPageExcess(root: string): string[] {
  const folder = join(root, 'dist', 'renderer')
  const manifest = join(folder, 'manifest.json')
  if (!existsSync(join(folder, 'index.html'))) return []
  if (!existsSync(manifest)) return ['dist/renderer has no manifest.json. Run: npm run build']
  const chunks = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, ManifestChunk>
  const first = [page, ...(chunks[page]?.dynamicImports ?? [])]
  return [
    ...findEntryImports(chunks),
    ...findExcess(folder, {
      what: 'The first paint of Create',
      files: collectFiles(chunks, first),
      most: mostFirstScriptBytes,
    }),
    ...findExcess(folder, {
      what: 'Create with its fields',
      files: collectFiles(chunks, [...first, ...findForm(chunks)]),
      most: mostFormScriptBytes,
    }),
  ]
}

/** The entry's styles stand in the HTML: what imports it would ask for a stylesheet that is not there. */
function findEntryImports(chunks: Readonly<Record<string, ManifestChunk>>): string[] {
  const importing = Object.entries(chunks).filter(([, { imports }]) => imports?.includes(page))
  return importing.map(
    ([name]) => `${name} of the built page imports the page’s entry and so can’t be loaded.`,
  )
}

function findForm(chunks: Readonly<Record<string, ManifestChunk>>): string[] {
  const found = Object.keys(chunks).filter((key) => chunks[key]?.name === formChunk)
  if (found.length === 0) throw new Error(`The manifest names no chunk called ${formChunk}.`)
  return found
}

interface Budget {
  readonly what: string
  readonly files: readonly string[]
  readonly most: number
}

function findExcess(folder: string, { what, files, most }: Budget): string[] {
  const sizes = files.map((file) => [file, gzipSync(readFileSync(join(folder, file))).length] as const)
  const sum = sizes.reduce((total, [, bytes]) => total + bytes, 0)
  if (sum <= most) return []
  const parts = sizes.toSorted(([, one], [, other]) => other - one).map(([file, bytes]) => `${file} ${bytes}`)
  return [
    `${what} needs ${sum} bytes of gzipped script, ${sum - most} too many: ${parts.join(', ')}. Import what it does not show on demand (renderer/ui/on-demand.tsx).`,
  ]
}

/** The scripts of these modules and of all their static imports. */
function collectFiles(chunks: Readonly<Record<string, ManifestChunk>>, modules: readonly string[]): string[] {
  const seen = new Set<string>()
  const waiting = [...modules]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = chunks[name]
    if (!chunk) throw new Error(`The manifest names no ${name}.`)
    if (seen.has(name)) continue
    seen.add(name)
    waiting.push(...(chunk.imports ?? []))
  }
  return [...new Set([...seen].map((name) => chunks[name]?.file ?? ''))].filter((file) =>
    file.endsWith('.js'),
  )
}
