import { spawnSync } from 'node:child_process'
import { installByApt, isTestMachine } from './apt.mjs'
import { say } from './say.mjs'

/**
 * By these tests make media and open what was exported; without them those tests are skipped. They are installed where
 * only tests run, and nowhere else.
 */
const programs = [
  { name: 'ffmpeg', flag: '-version', packageName: 'ffmpeg' },
  { name: 'exiftool', flag: '-ver', packageName: 'libimage-exiftool-perl' },
]

export function installPrograms() {
  const missing = programs.filter(({ name, flag }) => spawnSync(name, [flag]).status !== 0)
  if (missing.length === 0 || !isTestMachine()) return
  say(`Installing ${missing.map(({ name }) => name).join(' and ')} for the tests…`)
  installByApt(missing.map(({ packageName }) => packageName).join(' '))
}
