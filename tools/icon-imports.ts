import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const icons = /import \{([^}]*)\} from 'lucide-react'/g
const row = /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g
const exported = /default as (\w+)/g

/**
 * Imports each icon from its own module. Through the library's index, the page's first chunk would hold the icons
 * of every other part too: a module's imports are all that a bundler says of it.
 */
export function iconImports() {
  const fileOf = readIndex(
    readFileSync(fileURLToPath(import.meta.resolve('lucide-react/dist/esm/lucide-react.mjs')), 'utf8'),
  )
  return {
    name: 'icon-imports',
    enforce: 'pre' as const,
    transform: (code: string) => (code.includes("'lucide-react'") ? splitImports(code, fileOf) : null),
  }
}

/** The module of each icon in the library's index, by each of its names. */
export function readIndex(index: string): ReadonlyMap<string, string> {
  const rows = [...index.matchAll(row)].flatMap(([, names = '', file = '']) =>
    [...names.matchAll(exported)].map(([, name = '']) => [name, file] as const),
  )
  return new Map(rows)
}

/** Throws for an icon that the index doesn't list. */
export function splitImports(code: string, fileOf: ReadonlyMap<string, string>): string {
  return code.replace(icons, (_whole, list: string) =>
    list
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '' && !part.startsWith('type '))
      .map((part) => {
        const [name = '', alias = name] = part.split(' as ')
        const file = fileOf.get(name)
        if (file === undefined) throw new Error(`lucide-react lists no icon ${name}.`)
        return `import ${alias} from 'lucide-react/icons/${file}'`
      })
      .join('; '),
  )
}
