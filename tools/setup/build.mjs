import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SetupProblem, say, secondsSince, tail } from './say.mjs'

const common = [
  'shared',
  'electron.vite.config.ts',
  'tools/build.ts',
  'tools/first-chunk.ts',
  'tools/inline-styles.ts',
  'tools/page-words.ts',
  'tools/packaging/shipped-packages.ts',
  'package-lock.json',
]

/** The builds, their input files, and the file that proves each. */
const builds = [
  {
    name: 'renderer',
    words: 'the page',
    inputs: ['renderer', 'resources', ...common],
    output: 'renderer/index.html',
  },
  {
    name: 'desktop',
    words: 'the desktop window’s part',
    inputs: ['main', 'preload', 'sandbox', 'tools/sandbox-page.ts', ...common],
    output: 'main/electron.js',
  },
]

/** The builds whose inputs changed since they were made. @param {string} root */
export function staleBuilds(root) {
  return builds
    .map((build) => ({ ...build, hash: hashOf(root, build.inputs) }))
    .filter((build) => !isFresh(root, build))
}

/** Builds what is stale; throws SetupProblem with the builder's words where that fails. @param {string} root */
export function buildWhatIsStale(root) {
  for (const build of staleBuilds(root)) {
    const startedAt = Date.now()
    say(`Building ${build.words}…`)
    const outcome = spawnSync(nodeOf(root), [join(root, 'tools/build.ts'), build.name], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (outcome.status !== 0) {
      throw new SetupProblem(
        `Building failed:\n${tail(`${outcome.stdout ?? ''}${outcome.stderr ?? ''}`, 40)}`,
      )
    }
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(stampOf(root, build), build.hash)
    say(`Built in ${secondsSince(startedAt)} s.`)
  }
}

/** The Node that came with the packages, else the one that runs this. @param {string} root */
export function nodeOf(root) {
  const own = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(own) ? own : process.execPath
}

function isFresh(root, build) {
  const stamp = stampOf(root, build)
  return (
    existsSync(join(root, 'dist', build.output)) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === build.hash
  )
}

function stampOf(root, build) {
  return join(root, 'dist', `.${build.name}.stamp`)
}

/** One hash over the paths and contents of every input except tests. */
function hashOf(root, inputs) {
  const hash = createHash('sha256')
  for (const input of inputs) addToHash(hash, root, input)
  return hash.digest('hex')
}

function addToHash(hash, root, path) {
  const whole = join(root, path)
  if (!existsSync(whole) || /\.test(-d)?\.tsx?$/.test(path)) return
  const entries = readEntries(whole)
  if (entries === null) hash.update(`${path}\0`).update(readFileSync(whole))
  else for (const entry of entries.sort()) addToHash(hash, root, `${path}/${entry}`)
}

/** The names in a folder; null for a file. */
function readEntries(path) {
  try {
    return readdirSync(path)
  } catch (error) {
    if (error.code === 'ENOTDIR') return null
    throw error
  }
}
