import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How the system's opener was started. */
export interface Opened {
  readonly args: readonly string[]
  readonly environment: string
  /** The file's content when it was opened; empty where it could not be read. */
  readonly content: string
}

/**
 * A replacement for the system's opener (`xdg-open`, `open`) for processes with `path` as PATH. It writes its
 * arguments down in `folder`, and ends with `exitCode`.
 */
export function createStandInOpener(folder: string, { exitCode = 0 } = {}) {
  const [programs, notes] = [join(folder, 'bin'), join(folder, 'notes')]
  mkdirSync(programs)
  mkdirSync(notes)
  const script = [
    '#!/bin/sh',
    `env > '${notes}/environment'`,
    `cat "$1" > '${notes}/content' 2> '${notes}/error'`,
    `printf '%s\\n' "$@" > '${notes}/writing'`,
    `mv '${notes}/writing' '${notes}/args'`,
    `exit ${exitCode}`,
  ]
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(join(programs, name), `${script.join('\n')}\n`)
    chmodSync(join(programs, name), 0o700)
  }
  const read = (name: string) => readFileSync(join(notes, name), 'utf8')
  return {
    path: `${programs}:${process.env.PATH}`,
    /** Null until it was started and has written everything down. */
    opened(): Opened | null {
      if (!existsSync(join(notes, 'args'))) return null
      return {
        args: read('args').trimEnd().split('\n'),
        environment: read('environment'),
        content: read('content'),
      }
    },
  }
}
