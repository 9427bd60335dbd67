import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listProjectFiles } from '../source/project-files.ts'

/** Set on its parts by Base UI. */
const libraryOwn = ['--anchor-width', '--available-height', '--available-width', '--transform-origin']

const colored =
  /(?:^|[{;\s])(?:background|background-color|color|border-color|fill|stroke):\s*var\((--[\w-]+)\)/g

/** Uses of custom properties that nothing sets, and of lengths as colors: a browser ignores them in silence. */
export function findMisusedProperties(root: string): string[] {
  const files = listProjectFiles(root).filter(
    (file) => file.startsWith('renderer/') && /\.(?:css|tsx?)$/.test(file),
  )
  const sources = files.map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
  const sheets = sources.filter(({ file }) => file.endsWith('.css'))
  const set = new Set([
    ...libraryOwn,
    ...sources.flatMap(({ source }) => namesIn(source, /['"`]?(--[\w-]+)['"`]?\]?\s*:/g)),
    ...sources.flatMap(({ source }) => namesIn(source, /['"`](--[\w-]+)['"`]/g)),
  ])
  const lengths = new Set(sheets.flatMap(({ source }) => namesIn(source, /(--[\w-]+):\s*[\d.]+px;/g)))
  return sheets.flatMap(({ file, source }) => [
    ...namesIn(source, /var\((--[\w-]+)/g)
      .filter((name) => !set.has(name))
      .map((name) => `${file}  nothing sets ${name}`),
    ...namesIn(source, colored)
      .filter((name) => lengths.has(name))
      .map((name) => `${file}  ${name} is a length, not a color`),
  ])
}

function namesIn(source: string, pattern: RegExp): readonly string[] {
  return [...new Set([...source.matchAll(pattern)].map(([, name = '']) => name))]
}
