// Prepares a clone before a script runs: packages, builds, and for tests a Chromium. Plain JavaScript for Node
// 18 and later, because it runs before anything is installed. Reports its progress on standard error.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWhatIsStale, staleBuilds } from './setup/build.mjs'
import { findChromium, isChromiumKnown } from './setup/chromium.mjs'
import { installPackages, isInstallFresh } from './setup/install.mjs'
import { withLock } from './setup/lock.mjs'
import { installPrograms } from './setup/programs.mjs'
import { SetupProblem, say } from './setup/say.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const flags = new Set(process.argv.slice(2))
const forTests = flags.has('--for-tests')
const withBuild = forTests || flags.has('--build')

function isFresh() {
  return (
    isInstallFresh(root) &&
    (!withBuild || staleBuilds(root).length === 0) &&
    (!forTests || isChromiumKnown(root))
  )
}

function setUp() {
  if (!isInstallFresh(root)) installPackages(root)
  if (withBuild) buildWhatIsStale(root)
  if (forTests && !isChromiumKnown(root)) {
    installPrograms()
    findChromium(root)
  }
}

// Child processes, including packages' own scripts, don't need the person's keys.
delete process.env.ATELIER_API_KEY
delete process.env.ATELIER_USAGE_KEY

try {
  if (!isFresh()) withLock(root, setUp)
} catch (error) {
  if (!(error instanceof SetupProblem)) throw error
  say(error.message)
  process.exitCode = 2
}
