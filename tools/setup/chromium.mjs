import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { nodeOf } from './build.mjs'
import { SetupProblem, say, tail } from './say.mjs'

const cacheFile = 'node_modules/.cache/atelier/chromium.json'
/** Has no windows, which saves the end-to-end tests a fourth to a third of their CPU time. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const aptGet = '/usr/bin/apt-get'
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
 * On a machine of tests that has a full Chromium alone, the shell is installed beside it. Nobody's own machine is changed
 * for that: `CI` is set, by root.
 */
function withShell(root, found) {
  const mayInstall = process.env.CI && process.getuid?.() === 0 && existsSync(aptGet)
  if (!found || !mayInstall || basename(found) === shell || found === playwrightsOwn(root)) return found
  say('Installing Debian’s Chromium without windows for the tests…')
  const outcome = runApt(root, shell)
  if (outcome.status !== 0) say(tail(`${outcome.stdout ?? ''}${outcome.stderr ?? ''}`, 3))
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
    const outcome = run()
    if (outcome.status !== 0) say(tail(`${outcome.stdout ?? ''}${outcome.stderr ?? ''}`, 3))
    const found = firstThatStarts(root)
    if (found) return found
  }
  return null
}

function waysToFetch(root) {
  const ways = [
    {
      words: 'Fetching Chromium for the tests, a minute or two…',
      run: () =>
        spawnSync(
          nodeOf(root),
          [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'],
          optionsIn(root),
        ),
    },
  ]
  if (existsSync(aptGet))
    ways.push({
      words: 'Installing Debian’s Chromium for the tests, a minute or two…',
      run: () => runApt(root, shell, 'chromium'),
    })
  return ways
}

/** Installs the first of these packages that can be had. */
function runApt(root, ...packages) {
  const prefix = process.getuid?.() === 0 ? '' : 'sudo -n '
  const each = packages.map((name) => `${prefix}${aptGet} install -y --no-install-recommends ${name}`)
  return spawnSync('sh', ['-c', `${prefix}${aptGet} update && (${each.join(' || ')})`], optionsIn(root))
}

function optionsIn(root) {
  return { cwd: root, encoding: 'utf8', timeout: 10 * 60_000, stdio: ['ignore', 'pipe', 'pipe'] }
}
