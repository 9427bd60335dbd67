import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listProjectFiles } from '../source/project-files.ts'

const quoted = /'[^'\n]*'/g
const sheetImport = /^import (\w+) from '([^']+\.module\.css)'$/gm

/** Classes that a component uses but its style sheet lacks: nothing else would report it. */
export function findUnknownClasses(root: string): string[] {
  return listProjectFiles(root)
    .filter((file) => file.startsWith('renderer/') && file.endsWith('.tsx'))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      return [...source.matchAll(sheetImport)].flatMap(([, local = '', sheet = '']) => {
        const known = classesOf(readFileSync(join(root, dirname(file), sheet), 'utf8'))
        const used = new Set(
          [...source.replace(quoted, '').matchAll(use(local))].map(([, name = '']) => name),
        )
        return [...used].filter((name) => !known.has(name)).map((name) => `${file}  ${sheet} has no .${name}`)
      })
    })
}

/** Not another object’s member of the same name, as in `words.styles`. */
function use(local: string): RegExp {
  return new RegExp(String.raw`(?<![.\w])${local}\.([A-Za-z]\w*)`, 'g')
}

function classesOf(sheet: string): ReadonlySet<string> {
  return new Set([...sheet.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name))
}
