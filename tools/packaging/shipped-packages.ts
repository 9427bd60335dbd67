import { relative, sep } from 'node:path'
import type { Plugin } from 'vite'

/** The end of the names of such files in a build: the folders of its packages, as `node_modules/…`. */
export const packagesEnding = 'packages.json'

/**
 * Writes down which packages a build contains, by its modules instead of by package.json: what is bundled is
 * what is shipped, whoever depends on it (decisions/0285). `part` tells builds apart that end in one folder.
 */
export function shippedPackages(part = ''): Plugin {
  const root = process.cwd()
  const folders = new Set<string>()
  const add = (module: string) => {
    const folder = packageFolder(relative(root, module.replace(/^\0/, '').replace(/\?.*$/, '')))
    if (folder) folders.add(folder)
  }
  return {
    name: 'shipped-packages',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') for (const module of file.moduleIds) add(module)
        // Fonts, images and styles are no modules of a chunk.
        else for (const original of file.originalFileNames) add(original)
      }
      for (const module of this.getModuleIds()) if (/\.css(\?|$)/.test(module)) add(module)
      const source = `${JSON.stringify([...folders].sort(), null, 2)}\n`
      this.emitFile({ type: 'asset', fileName: `${part}${packagesEnding}`, source })
    },
  }
}

/** The folder of the innermost package that a path is in; null for our own files. */
export function packageFolder(path: string): string | null {
  const parts = path.split(sep)
  const [first, at] = [parts.indexOf('node_modules'), parts.lastIndexOf('node_modules')]
  if (at < 0) return null
  const length = parts[at + 1]?.startsWith('@') ? 2 : 1
  return parts.slice(first, at + 1 + length).join('/')
}
