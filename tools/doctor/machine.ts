import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { knownChromium } from '../chromium.ts'

/** What the doctor asks of a machine. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The version of the Node that runs scripts. */
  readonly node: string
  /** The first line that a program prints; null where there is no such program or it fails. */
  firstLine(program: string, args: readonly string[]): string | null
  /** The Chromium of tests; null where none is known or it is gone. */
  chromium(): string | null
  /** Electron’s program; null where it was not downloaded. */
  electron(): string | null
}

export function thisMachine(root: string): Machine {
  return {
    platform: process.platform,
    environment: process.env,
    node: process.version,
    firstLine(program, args) {
      const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', timeout: 20_000 })
      return status === 0 ? (stdout.split('\n')[0]?.trim() ?? '') : null
    },
    chromium() {
      const known = knownChromium()
      return known !== null && existsSync(known) ? known : null
    },
    electron() {
      const folder = join(root, 'node_modules', 'electron')
      const name = join(folder, 'path.txt')
      if (!existsSync(name)) return null
      const program = join(folder, 'dist', readFileSync(name, 'utf8').trim())
      return existsSync(program) ? program : null
    },
  }
}
