import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readBoundedJson } from '../../../shared/json/read-bounded-json.ts'
import type { Log } from '../../engine/ports.ts'
import { type WindowPlace, windowPlaceSchema } from './window-place.ts'

export interface WindowMemory {
  /** Null where nothing is kept, or nothing that can be read. */
  read(): WindowPlace | null
  write(place: WindowPlace): void
}

/** Keeps the window's place in a file; what can't be read or written costs the place and nothing else. */
export function createWindowMemory(path: string, log: Log): WindowMemory {
  let isFailing = false
  return {
    read() {
      try {
        const content = readBoundedJson(readFileSync(path, 'utf8'), { depth: 4, bytes: 4096, members: 20 })
        return content.ok ? (windowPlaceSchema.safeParse(content.value).data ?? null) : null
      } catch {
        return null
      }
    },
    write(place) {
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        writeFileSync(`${path}.part`, JSON.stringify(place), { mode: 0o600 })
        renameSync(`${path}.part`, path)
        isFailing = false
      } catch (error) {
        if (!isFailing) log.warn(`The place of the window could not be kept: ${(error as Error).message}.`)
        isFailing = true
      }
    },
  }
}
