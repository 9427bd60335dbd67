import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The Node among the packages, on which every npm script runs. */
const packagedNode = fileURLToPath(
  new URL(`../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, import.meta.url),
)

/**
 * Runs this same command on the packaged Node and ends with its status, if an older Node runs it: a program in
 * node_modules/.bin uses the first Node of the PATH. Returns where this Node is new enough.
 */
export function moveToPackagedNode(): void {
  if (Number.parseInt(process.versions.node, 10) >= 24) return
  if (!existsSync(packagedNode))
    throw new Error('Node 24 is needed: run npm start or npm test once, which installs it.')
  const { status } = spawnSync(packagedNode, process.argv.slice(1), { stdio: 'inherit' })
  process.exit(status ?? 1)
}
