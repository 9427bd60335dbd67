import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { SetupProblem, say, secondsSince, tail } from './say.mjs'

const stampFile = 'node_modules/.atelier-lock'

/** Explanations of npm's messages for a person; the first match is shown. */
const causes = [
  [/ENOSPC/, 'The disk is full: the packages need about 1 GB.'],
  [/EACCES|EPERM|EROFS/, 'The folder can’t be written: give yourself the right to write here.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/,
    'The package registry can’t be reached: check the network.',
  ],
  [/in sync/, 'package-lock.json doesn’t fit package.json: take both from the same commit.'],
]

/** Whether node_modules holds what package-lock.json asks for. @param {string} root */
export function isInstallFresh(root) {
  const lock = readText(join(root, 'package-lock.json'))
  if (!hasNode(root)) return false
  const hash = sha256(lock)
  if (readText(join(root, stampFile)) === hash) return true
  if (!holdsEverything(root, lock)) return false
  writeFileSync(join(root, stampFile), hash)
  return true
}

/** Installs exactly what the lockfile says; throws SetupProblem with what to do where that fails. @param {string} root */
export function installPackages(root) {
  say('Installing packages, about a minute…')
  const startedAt = Date.now()
  const outcome = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: pathOutsideModules(), npm_config_loglevel: 'error' },
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (outcome.error) {
    throw new SetupProblem('npm can’t be started: install Node 24 with npm from https://nodejs.org.')
  }
  const output = `${outcome.stdout}${outcome.stderr}`
  if (outcome.status !== 0) throw new SetupProblem(explain(output))
  if (!hasNode(root)) throw new SetupProblem(missingNode)
  writeFileSync(join(root, stampFile), sha256(readText(join(root, 'package-lock.json'))))
  say(`Installed in ${secondsSince(startedAt)} s.`)
}

const missingNode =
  'The packages are here but Node 24, which comes with them, is not: npm kept its install script from running. ' +
  'Allow it (npm config delete ignore-scripts), delete node_modules and start again, or start with Node 24 itself.'

/** The programs of this folder's packages are excluded: npm replaces them while it runs. */
function pathOutsideModules() {
  const inModules = `node_modules${sep}.bin`
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.endsWith(inModules))
    .join(delimiter)
}

/** @param {string} output */
function explain(output) {
  const cause = causes.find(([pattern]) => pattern.test(output))?.[1] ?? 'npm’s last words:'
  return `The packages could not be installed. ${cause} Then start again.\n${tail(output)}`
}

/** Whether scripts will run on Node 24: the one among the packages, else the one that runs this. */
function hasNode(root) {
  if (existsSync(join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')))
    return true
  return existsSync(join(root, stampFile)) && Number(process.versions.node.split('.')[0]) >= 24
}

/** Whether npm's own record of its installation has every package of the lockfile, at its version. */
function holdsEverything(root, lock) {
  const record = readText(join(root, 'node_modules/.package-lock.json'))
  if (record === '') return false
  const installed = JSON.parse(record).packages
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  )
}

function sha256(text) {
  return createHash('sha256').update(text).digest('hex')
}

/** A file's text; empty where there is none. */
function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}
