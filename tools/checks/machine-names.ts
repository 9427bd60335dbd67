import { readFileSync } from 'node:fs'
import { homedir, hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { listProjectFiles } from '../source/project-files.ts'

const binary = /\.(png|jpe?g|webp|mp4|wav|woff2?|ico|icns|sqlite)$/
const workFolder = /(?:^|[\s"'`(=])\/work\//
/** Where npm would write a registry's host: the lockfile (.npmrc prevents that) and its settings. */
const registryHost = /^\s*"resolved":\s*"https?:|^\s*(?:@[\w.-]+:)?registry\s*=|^\s*\/\/[\w.-]+.*:_/

/** Lines that name a folder of one person's machine, the machine itself or a package registry: one line each. */
export function findMachineNames(
  root: string,
  ownNames: readonly string[] = namesOfThisMachine(root),
): string[] {
  return listProjectFiles(root)
    .filter((file) => !binary.test(file))
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n')
      return lines.flatMap((line, index) =>
        workFolder.test(line) || registryHost.test(line) || ownNames.some((name) => line.includes(name))
          ? [`${file}:${index + 1}  ${line.trim().slice(0, 120)}`]
          : [],
      )
    })
}

/** Only unambiguous names: a folder of at least two parts, a host's name with a digit or hyphen. */
function namesOfThisMachine(root: string): string[] {
  const folders = [resolve(root), homedir()].filter(
    (folder) => folder.split(/[/\\]/).filter(Boolean).length > 1,
  )
  const host = hostname()
  const registry = URL.parse(process.env.npm_config_registry ?? '')?.host ?? ''
  return [
    ...folders,
    ...(host.length >= 10 && /[-\d]/.test(host) ? [host] : []),
    ...(registry === '' ? [] : [registry]),
  ]
}
