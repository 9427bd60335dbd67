import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseBoundedJson } from '../../shared/json/read-bounded-json.ts'
import { isRecord } from '../../shared/json-schema/schema-node.ts'
import type { DescriptionStore, SeenDescription } from '../engine/catalog/ports.ts'
import { descriptionBounds } from '../engine/catalog/read-document.ts'
import type { Log } from '../engine/ports.ts'
import { writeDurably } from './durable-files.ts'
import { readPlainFileSync } from './plain-file.ts'

export interface DiskDescriptionStoreDeps {
  /** The absolute path of a path in the data folder. */
  resolve(relative: string): string
  readonly log: Log
}

export interface DiskDescriptionStore extends DescriptionStore {
  /** Waits for pending writes. */
  close(): Promise<void>
}

/** A kept description is stored in an object that names its service. */
const keptBounds = {
  ...descriptionBounds,
  depth: descriptionBounds.depth + 1,
  members: descriptionBounds.members + 2,
}
/** Those of the models that were described last. */
const mostLabels = 20_000

const labelsFile = 'descriptions/labels.json'

/**
 * Descriptions as JSON files in the data folder, one per service, and the names of all models in another. What would be
 * too large to be read again is not written, and what is kept stays.
 */
export function createDiskDescriptionStore({ resolve, log }: DiskDescriptionStoreDeps): DiskDescriptionStore {
  let labels: Map<string, string> | null = null
  const seen = new Map<string, SeenDescription | null>()
  let writing = Promise.resolve()

  function readLabels(): Map<string, string> {
    if (labels) return labels
    const kept = readJson(resolve(labelsFile))
    const entries = isRecord(kept) ? Object.entries(kept) : []
    labels = new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    return labels
  }

  /** One after another, so that no two writes share a temporary file; false where it could not be read again. */
  function keep(relative: string, text: string): boolean {
    if (Buffer.byteLength(text) > keptBounds.bytes) return false
    const path = resolve(relative)
    if (isLink(dirname(path)) || readText(path) === text) return true
    writing = writing
      .then(() => setAside(path, relative))
      .then(() => writeDurably(path, text))
      .catch((error: unknown) => log.warn(`A description could not be kept: ${reasonOf(error)}.`))
    return true
  }

  /** The description that is about to be replaced becomes the newest earlier one, and the oldest goes. */
  async function setAside(path: string, relative: string): Promise<void> {
    const text = relative === labelsFile ? null : readText(path)
    if (text === null) return
    const folder = resolve(versionsOf(relative))
    if (isLink(folder)) return
    const [newest = '0'] = listVersions(folder)
    await writeDurably(join(folder, `${Number.parseInt(newest, 10) + 1}.json`), text)
    for (const old of listVersions(folder).slice(mostVersions - 1))
      await rm(join(folder, old), { force: true })
  }

  /** An unreadable one counts as seen: what is kept from then on is compared with what comes after it. */
  function readSeen(serviceId: string): SeenDescription | null {
    const known = seen.get(serviceId)
    if (known !== undefined) return known
    const kept = readJson(resolve(seenOf(serviceId)))
    const isOwn = isRecord(kept) && kept.serviceId === serviceId && kept.document !== undefined
    const read = isOwn ? { document: kept.document, models: readTexts(kept.models) } : null
    seen.set(serviceId, read)
    return read
  }

  function writeSeen(serviceId: string, kept: SeenDescription | null): void {
    seen.set(serviceId, kept)
    const path = resolve(seenOf(serviceId))
    if (isLink(dirname(path))) return
    const text = kept && JSON.stringify({ serviceId, document: kept.document, models: [...kept.models] })
    writing = writing
      .then(() => (text === null ? rm(path, { force: true }) : writeDurably(path, text)))
      .catch((error: unknown) =>
        log.warn(`What was seen of a description could not be kept: ${reasonOf(error)}.`),
      )
  }

  function readDocumentAt(path: string, serviceId: string): unknown {
    const kept = readJson(path)
    return isRecord(kept) && kept.serviceId === serviceId ? kept.document : undefined
  }

  return {
    read: (serviceId) => readDocumentAt(resolve(fileOf(serviceId)), serviceId),
    readVersion(serviceId, back) {
      const folder = resolve(versionsOf(fileOf(serviceId)))
      const name = listVersions(folder)[back - 1]
      return name === undefined ? undefined : readDocumentAt(join(folder, name), serviceId)
    },
    versionUntil(serviceId, back) {
      const folder = resolve(versionsOf(fileOf(serviceId)))
      const name = listVersions(folder)[back - 1]
      return name === undefined
        ? null
        : (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? null)
    },
    readSeen,
    writeSeen,
    write: (serviceId, document) => keep(fileOf(serviceId), JSON.stringify({ serviceId, document })),
    labels: readLabels,
    writeLabels(added) {
      const all = readLabels()
      for (const [id, label] of added) {
        all.delete(id)
        all.set(id, label)
      }
      for (const id of [...all.keys()].slice(0, Math.max(0, all.size - mostLabels))) all.delete(id)
      return added.size === 0 || keep(labelsFile, JSON.stringify(Object.fromEntries(all)))
    },
    close: () => writing,
  }
}

/** Of one service, the one in use included. */
const mostVersions = 10

function versionsOf(relative: string): string {
  return relative.replace(/\.json$/, '-earlier')
}

/** The names of earlier descriptions, newest first. */
function listVersions(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^\d{1,15}\.json$/.test(name))
    return names.toSorted((left, right) => Number.parseInt(right, 10) - Number.parseInt(left, 10))
  } catch {
    return []
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function fileOf(serviceId: string): string {
  return `descriptions/${createHash('sha256').update(serviceId).digest('hex').slice(0, 32)}.json`
}

function seenOf(serviceId: string): string {
  return fileOf(serviceId).replace(/\.json$/, '-seen.json')
}

function readTexts(kept: unknown): ReadonlyMap<string, string> {
  const entries: unknown[] = Array.isArray(kept) ? kept : []
  return new Map(
    entries.filter(
      (entry): entry is [string, string] =>
        Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string',
    ),
  )
}

/** The target of a link in the data folder is not ours to write (LIB40). */
function isLink(folder: string): boolean {
  return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

function readText(path: string): string | null {
  try {
    return readPlainFileSync(path)
  } catch {
    return null
  }
}

/** An unreadable file counts as none: the description is fetched again. */
function readJson(path: string): unknown {
  const text = readText(path)
  return text === null ? undefined : parseBoundedJson(text, keptBounds)
}
