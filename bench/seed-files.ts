import { copyFileSync, linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createCanvas } from '@napi-rs/canvas'
import { filePlace } from '../main/engine/library/file-name.ts'
import { openDatabase } from '../main/infra/sqlite-database.ts'
import { numberOfColor } from '../main/infra/sqlite-file-colors.ts'
import { createSqliteLibrarySearch } from '../main/infra/sqlite-library-search.ts'
import { colorNamesOf } from '../shared/library/color-names.ts'

const sizes = [
  [1536, 1024],
  [1024, 1536],
  [1024, 1024],
  [1920, 1080],
  [1080, 1920],
  [2560, 1080],
] as const
const colors = [0x7a5230, 0x2f5d7c, 0x3d6b45, 0x8a3b3b, 0x5a4b7d, 0xb08a3e]
const anHour = 3_600_000
const thirtyYears = 30 * 365 * 24 * anHour

export interface SeededFiles {
  readonly count: number
  /** Without thumbnails and colors, where false. */
  readonly hasPosters?: boolean
}

/** Writes a library of saved images, each with a place of its own, whose tiny real files share their bytes by hard links. */
export async function seedFiles(folder: string, { count, hasPosters = true }: SeededFiles): Promise<void> {
  const path = join(folder, 'library.sqlite')
  mkdirSync(folder, { recursive: true })
  const made = await openDatabase(path)
  await made.idle()
  made.close()
  for (const name of ['seed', 'posters']) mkdirSync(join(folder, name), { recursive: true })
  const originals = await Promise.all(sizes.map((_, index) => writeOriginal(folder, index)))
  const library = new DatabaseSync(path)
  // In one large transaction that nobody else reads and no crash has to survive.
  library.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN')
  const run = library.prepare(
    `INSERT INTO submissions (submission_id, batch_id, model_id, kind, service_id, path, values_json, body_sha256,
       estimate_json, state, attempts, confirmed_at, updated_at, job_status, ended_at)
     VALUES (?, ?, 'i3', 'image', 'sandbox', '/generate', '{}', '${'a'.repeat(64)}', '{"kind":"unlisted"}', 'accepted', 1, ?, ?, 'completed', ?)`,
  )
  const file = library.prepare(
    `INSERT INTO files (seq, file_id, submission_id, ordinal, url, state, name, kind, model_id, prompt, path, media_type, bytes,
       sha256, width, height, poster_path, saved_at)
     VALUES (?, ?, ?, 0, '', 'saved', ?, 'image', 'i3', ?, ?, 'image/png', ?, ?, ?, ?, ?, ?)`,
  )
  const search = library.prepare('INSERT INTO file_search (rowid, prompt) VALUES (?, ?)')
  const look = library.prepare('INSERT INTO file_looks VALUES (?, ?, ?, ?, ?)')
  const named = library.prepare('INSERT INTO file_colors VALUES (?, ?)')
  const link = createLinker(folder)
  // Numbers of files say when they were made, from 1970 on.
  const apart = Math.min(anHour, Math.floor(thirtyYears / count))
  const from = Date.now() - count * apart
  for (let index = 0; index < count; index += 1) {
    const id = idOf(index)
    const at = from + index * apart
    // Neighbours differ, and so do rows.
    const turn = (index * 7 + ((index * index) >>> 3)) % sizes.length
    const [width, height] = sizes[turn] ?? [1, 1]
    const original = originals[turn]
    const poster = `posters/${id.slice(-2)}/${id}.jpg`
    if (hasPosters) link(original?.poster ?? '', poster)
    const name = `${new Date(at).toISOString().slice(0, 10)}-seed-${index}`
    const place = filePlace(name, '.png')
    link(original?.path ?? '', place)
    run.run(id, id, at, at, at)
    const prompt = `A seeded harbour ${index}`
    const { lastInsertRowid } = file.run(
      Math.floor(at / 1_000),
      id,
      id,
      `${name}.png`,
      prompt,
      place,
      original?.bytes ?? 0,
      'a'.repeat(64),
      width,
      height,
      hasPosters ? poster : null,
      at,
    )
    search.run(lastInsertRowid, prompt)
    const color = colors[turn] ?? 0
    if (!hasPosters) continue
    look.run(lastInsertRowid, color, color, Math.imul(index, 0x9e3779b1) >>> 0, index >>> 0)
    for (const name of colorNamesOf(color)) named.run(numberOfColor(name), lastInsertRowid)
  }
  library.exec('DELETE FROM color_pending; COMMIT; PRAGMA journal_mode = WAL')
  library.close()
  await indexWords(path)
}

/** As in a library of years: nothing is left to be indexed beside what is measured. */
async function indexWords(path: string): Promise<void> {
  const database = await openDatabase(path)
  const search = createSqliteLibrarySearch({ database, labelOf: String })
  while (search.index(20_000));
  await database.idle()
  database.close()
}

function idOf(index: number): string {
  return `01900000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`
}

/** One original and its thumbnail for each proportion. */
async function writeOriginal(folder: string, index: number) {
  const [width, height] = sizes[index] ?? [1, 1]
  const scale = 512 / Math.max(width, height)
  const canvas = createCanvas(Math.round(width * scale), Math.round(height * scale))
  const context = canvas.getContext('2d')
  context.fillStyle = `#${(colors[index] ?? 0).toString(16).padStart(6, '0')}`
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#ffffff40'
  for (let line = 0; line < 12; line += 1) context.fillRect(line * 44, line * 31, 120, 9)
  const png = canvas.toBuffer('image/png')
  const path = `seed/${index}.png`
  writeFileSync(join(folder, path), png)
  writeFileSync(join(folder, 'posters', `${index}.jpg`), canvas.toBuffer('image/jpeg', 80))
  return { path, poster: `posters/${index}.jpg`, bytes: png.length }
}

/** A file system allows some 65,000 links to one file: after 60,000 a copy is linked to. */
const mostLinks = 60_000

function createLinker(folder: string) {
  const sources = new Map<string, { path: string; links: number }>()
  const parents = new Set<string>()
  return (from: string, to: string) => {
    const target = join(folder, to)
    const parent = dirname(target)
    if (!parents.has(parent)) mkdirSync(parent, { recursive: true })
    parents.add(parent)
    const source = sources.get(from)
    if (!source || source.links >= mostLinks) {
      copyFileSync(join(folder, from), target)
      sources.set(from, { path: target, links: 1 })
      return
    }
    linkSync(source.path, target)
    source.links += 1
  }
}
