import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * One way to damage a file at rest; `random` chooses the position in it, `foreign` is a folder that is not
 * Atelier's.
 */
export interface Way {
  readonly name: string
  damage(path: string, random: () => number, foreign: string): void
}

const pageBytes = 4_096

/** Each replaces the existing entry, or creates it. */
export const ways: readonly Way[] = [
  { name: 'gone', damage: clear },
  { name: 'empty', damage: (path) => replace(path, '') },
  { name: 'cut', damage: alter((bytes, random) => bytes.subarray(0, Math.floor(bytes.length * random()))) },
  { name: '16 bytes', damage: alter((bytes) => bytes.subarray(0, 16)) },
  {
    name: 'garbage of its length',
    damage: alter((bytes, random) => bytes.map(() => Math.floor(random() * 256))),
  },
  {
    name: 'a flipped bit',
    damage: alter((bytes, random) => flip(bytes, Math.floor(random() * bytes.length))),
  },
  {
    name: 'a flipped bit in its head',
    damage: alter((bytes, random) => flip(bytes, Math.floor(random() * 100))),
  },
  {
    name: 'zeros amid it',
    damage: alter((bytes, random) => {
      const at = Math.floor((random() * bytes.length) / pageBytes) * pageBytes
      return bytes.fill(0, at, Math.min(at + pageBytes, bytes.length))
    }),
  },
  { name: 'longer', damage: alter((bytes) => Buffer.concat([bytes, Buffer.alloc(5_000, 9)])) },
  { name: 'other words', damage: (path) => replace(path, '{"version": 99, "__proto__": [null, {}]}') },
  { name: 'JSON of another kind', damage: (path) => replace(path, '[[[]]]') },
  { name: 'deep JSON', damage: (path) => replace(path, '['.repeat(50_000)) },
  {
    name: 'a folder',
    damage(path) {
      clear(path)
      mkdirSync(join(path, 'inside'), { recursive: true })
      writeFileSync(join(path, 'inside', 'note.txt'), 'kept')
    },
  },
  { name: 'a link to nowhere', damage: (path) => link('/nowhere/at/all', path) },
  { name: 'a link to itself', damage: (path) => link(path, path) },
  { name: 'a link to a folder', damage: (path, _, foreign) => link(foreign, path) },
  { name: 'a link to another file', damage: (path, _, foreign) => link(join(foreign, 'diary.txt'), path) },
  {
    name: 'a pipe',
    damage(path) {
      clear(path)
      spawnSync('mkfifo', [path])
    },
  },
]

function alter(change: (bytes: Buffer, random: () => number) => Uint8Array) {
  return (path: string, random: () => number) => {
    const bytes = existsSync(path) && lstatSync(path).isFile() ? readFileSync(path) : Buffer.alloc(0)
    replace(path, change(bytes, random))
  }
}

function flip(bytes: Buffer, at: number): Buffer {
  if (bytes.length > at) bytes[at] = (bytes[at] ?? 0) ^ 4
  return bytes
}

function replace(path: string, bytes: string | Uint8Array): void {
  if (existsSync(path) && !lstatSync(path).isFile()) clear(path)
  mkdirSync(dirname(path), { recursive: true })
  if (existsSync(path)) truncateSync(path)
  writeFileSync(path, bytes)
}

function clear(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

function link(to: string, path: string): void {
  clear(path)
  symlinkSync(to, path)
}
