import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagesEnding } from './shipped-packages.ts'

/** The licenses under which something may be shipped (decisions/0285); everything else fails `npm run check`. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
])

/** Shipped without being a module of a build: the program itself, and what the bundlers add to each build. */
const alwaysShipped = ['node_modules/electron', 'node_modules/rolldown', 'node_modules/vite']

export interface ShippedPackage {
  readonly name: string
  readonly version: string
  /** As its package.json has it, an SPDX expression. */
  readonly license: string
  /** Its license and notices; null where it comes with none. */
  readonly text: string | null
}

/** Every package of which a build in `dist` has a part, by name; null before the first build. */
export function readShippedPackages(root: string): ShippedPackage[] | null {
  const dist = join(root, 'dist')
  const lists = existsSync(dist) ? readdirSync(dist).flatMap((part) => findLists(join(dist, part))) : []
  if (lists.length === 0) return null
  const folders = lists.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as string[])
  return [...new Set([...folders, ...alwaysShipped])]
    .map((folder) => readPackage(join(root, folder)))
    .sort((one, other) => compare(one.name, other.name) || compare(one.version, other.version))
}

function findLists(folder: string): string[] {
  if (!existsSync(join(folder, packagesEnding))) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith(packagesEnding))
    .map((name) => join(folder, name))
}

function readPackage(folder: string): ShippedPackage {
  const {
    name,
    version,
    license: named,
    author,
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: unknown
    author?: unknown
  }
  const license = typeof named === 'string' ? named : 'none'
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => ownPart(readFileSync(join(folder, file), 'utf8')))
  const text = texts.join('\n\n') || (license === 'MIT' ? mitOf(author) : null)
  return { name, version, license, text }
}

/** Of a bundler, what it adds to our builds is its own: not the packages that itself is made of. */
function ownPart(text: string): string {
  return text
    .split(/^#+ Licenses of bundled dependencies/m)[0]
    ?.replaceAll('\r\n', '\n')
    .trim() as string
}

/** For packages that name the license and forgot its text. */
function mitOf(author: unknown): string {
  const name = typeof author === 'string' ? author : ((author as { name?: string } | null)?.name ?? '')
  return `MIT License

Copyright (c) ${name.replace(/\s*<.*>/, '') || 'the authors'}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
}

/** Reports packages that may not be shipped under their license, or whose license text is missing. */
export function findUnlicensed(packages: readonly ShippedPackage[]): string[] {
  return packages.flatMap(({ name, version, license, text }) => {
    if (!isAllowed(license))
      return [
        `${name}@${version} is shipped under ${license}, which is not on the list (tools/packaging/licenses.ts).`,
      ]
    return text === null ? [`${name}@${version} comes without the text of ${license}.`] : []
  })
}

/** Of alternatives one is enough; of what applies together each has to be on the list. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(plain)) return false
  return plain.split(' OR ').some((part) => part.split(' AND ').every((id) => allowed.has(id.trim())))
}

export const noticesPath = 'resources/notices.json'

/** What About shows: each package, and each different text once. */
export function composeNotices(packages: readonly ShippedPackage[]): string {
  const texts = [...new Set(packages.map(({ text }) => text ?? ''))].sort(compare)
  const rows = packages.map(({ name, version, license, text }) => ({
    name,
    version,
    license,
    text: texts.indexOf(text ?? ''),
  }))
  return `${JSON.stringify({ packages: rows, texts }, null, 2)}\n`
}

/** By code units, so that every machine writes the same. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
