import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { say, tail } from './say.mjs'

const aptGet = '/usr/bin/apt-get'

export function hasApt() {
  return existsSync(aptGet)
}

/** Whether this machine is there for tests, so that packages may be installed for them without a question. */
export function isTestMachine() {
  return Boolean(process.env.CI) && process.getuid?.() === 0 && hasApt()
}

/**
 * Installs the first of these choices that can be had; a choice is packages, parted by spaces. Says what went wrong.
 * @param {readonly string[]} choices
 */
export function installByApt(...choices) {
  const prefix = process.getuid?.() === 0 ? '' : 'sudo -n '
  const each = choices.map((names) => `${prefix}${aptGet} install -y --no-install-recommends ${names}`)
  // With the newest lists: an image's own may name a Chromium that loads no failed part again.
  const outcome = spawnSync('sh', ['-c', `${prefix}${aptGet} update && (${each.join(' || ')})`], {
    encoding: 'utf8',
    timeout: 10 * 60_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (outcome.status !== 0) say(tail(`${outcome.stdout ?? ''}${outcome.stderr ?? ''}`, 3))
}
