import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../run-tool.ts'
import { listProjectFiles } from '../source/project-files.ts'

const cacheFolder = 'node_modules/.cache/types'
/** Two parallel programs, each checked whole: checkers that share one repeat much of the work. */
const build = ['-b', '--builders', '2', '--checkers', '1']

/** The compiler's errors in any environment (environments/README.md), and the files that are in none. */
export async function findTypeErrors(root: string): Promise<string> {
  const keyFile = join(root, cacheFolder, 'globals')
  const key = hashGlobals(root)
  const isFresh = existsSync(keyFile) && readFileSync(keyFile, 'utf8') === key
  const errors = await runTool(root, 'typescript/bin/tsc', [...build, ...(isFresh ? [] : ['--force'])])
  writeFileSync(keyFile, key)
  return errors + findUncheckedFiles(root).join('')
}

/** TypeScript 7.0 reuses results after a change to a file of globals, so such a change takes a full build. */
function hashGlobals(root: string): string {
  const files = readdirSync(join(root, 'environments')).map((file) => `environments/${file}`)
  const hash = createHash('sha256')
  for (const file of [...files, 'package-lock.json'].sort()) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Reads the compiler's own lists of the last build. */
function findUncheckedFiles(root: string): string[] {
  const folder = join(root, cacheFolder)
  const lists = readdirSync(folder).filter((file) => file.endsWith('.tsbuildinfo'))
  const checked = new Set(lists.flatMap((list) => readFileNames(join(folder, list))))
  return listProjectFiles(root)
    .filter((file) => /\.tsx?$/.test(file) && !checked.has(file))
    .map((file) => `${file} is in no environment: name its folder in environments/tsconfig.*.json\n`)
}

function readFileNames(path: string): string[] {
  const { fileNames } = JSON.parse(readFileSync(path, 'utf8')) as { fileNames: string[] }
  return fileNames.map((file) => file.replace('../../../', ''))
}
