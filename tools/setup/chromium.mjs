import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { hasApt, installByApt, isTestMachine } from './apt.mjs'
import { nodeOf } from './build.mjs'
import { SetupProblem, say, tail } from './say.mjs'

const cacheFile = 'node_modules/.cache/atelier/chromium.json'
/** Has no windows, which saves the end-to-end tests a fourth to a third of their CPU time. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usualPlaces = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Whether a Chromium was found before and is still there. @param {string} root */
export function isChromiumKnown(root) {
  const path = join(root, cacheFile)
  if (!existsSync(path)) return false
  const { executable } = JSON.parse(readFileSync(path, 'utf8'))
  const wanted = process.env.ATELIER_CHROMIUM
  return existsSync(executable) && (!wanted || wanted === executable)
}

/** Finds a Chromium that starts, or fetches one, and notes where it is; throws SetupProblem where there is none. */
export function findChromium(root) {
  const wanted = process.env.ATELIER_CHROMIUM
  if (wanted && !starts(wanted)) {
    throw new SetupProblem(
      `ATELIER_CHROMIUM names ${wanted}, which does not start: correct it or leave it out.`,
    )
  }
  const executable = wanted || withShell(root, firstThatStarts(root)) || fetched(root)
  if (!executable) {
    throw new SetupProblem(
      'The tests need a Chromium and none was found or could be fetched: install one, or set ATELIER_CHROMIUM to its program.',
    )
  }
  mkdirSync(dirname(join(root, cacheFile)), { recursive: true })
  writeFileSync(join(root, cacheFile), JSON.stringify({ executable }))
  say(`Tests will use ${executable}.`)
}

function firstThatStarts(root) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [playwrightsOwn(root), ...onPath, ...usualPlaces].find(
    (path) => path && existsSync(path) && starts(path),
  )
}

/**
 * Where only tests run and a full Chromium is found alone, the shell is installed beside it; nobody's own machine is changed
 * for that.
 */
function withShell(root, found) {
  if (!found || !isTestMachine() || basename(found) === shell || found === playwrightsOwn(root)) return found
  say('Installing Debian’s Chromium without windows for the tests…')
  installByApt(shell)
  return firstThatStarts(root)
}

function playwrightsOwn(root) {
  const code = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))"
  const outcome = spawnSync(nodeOf(root), ['-e', code], { cwd: root, encoding: 'utf8' })
  return outcome.status === 0 ? outcome.stdout.trim() : null
}

function starts(path) {
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 30_000, stdio: 'ignore' }).status === 0
}

/** The ways to get one, in order; the first that gives a working one ends it. */
function fetched(root) {
  for (const { words, run } of waysToFetch(root)) {
    say(words)
    run()
    const found = firstThatStarts(root)
    if (found) return found
  }
  return null
}

function waysToFetch(root) {
  const ways = [
    {
      words: 'Fetching Chromium for the tests, a minute or two…',
      run: () => installByPlaywright(root),
    },
  ]
  if (hasApt())
    ways.push({
      words: 'Installing Debian’s Chromium for the tests, a minute or two…',
      run: () => installByApt(shell, 'chromium'),
    })
  return ways
}

function installByPlaywright(root) {
  const cli = join(root, 'node_modules/playwright-core/cli.js')
  const outcome = spawnSync(nodeOf(root), [cli, 'install', 'chromium'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 10 * 60_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (outcome.status !== 0) say(tail(`${outcome.stdout ?? ''}${outcome.stderr ?? ''}`, 3))
}
