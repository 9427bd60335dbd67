import { open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Restored } from '../../shared/library/restored.ts'
import { type Beside, readRestored, readRestoredText } from '../engine/restore/read-file.ts'
import { readPlainFile } from './plain-file.ts'
import { toByteSource } from './read-at.ts'
import { createSaxXmlReader } from './sax-xml.ts'

const endings = ['.xmp', '.json', '.txt'] as const
/** A sidecar that is longer is none. */
const mostSidecarBytes = 8 * 1024 * 1024
/** A folder whose names differ in case alone may have more. */
const mostBesides = 8
const xml = createSaxXmlReader()

/**
 * What a file on the disk carries, itself or in a sidecar beside it; null where it says nothing. Rejects with Node's
 * error where it can't be read.
 */
export async function readRestoredFile(path: string): Promise<Restored | null> {
  if (!(await stat(path)).isFile()) throw Object.assign(new Error(`${path} is no file`), { code: 'EISDIR' })
  const ending = extname(path).toLowerCase()
  if (endings.some((one) => one === ending)) return readRestoredText(await readText(path), xml)
  const file = await open(path, 'r')
  try {
    return await readRestored(toByteSource(file, (await file.stat()).size), await besidesOf(path), xml)
  } finally {
    await file.close()
  }
}

/** `a.png.xmp` and `a.xmp` belong to `a.png`, whatever their case. */
async function besidesOf(path: string): Promise<Beside[]> {
  const name = basename(path)
  const stem = basename(path, extname(path))
  const wanted = new Set(
    endings.flatMap((one) => [`${name}${one}`, `${stem}${one}`].map((each) => each.toLowerCase())),
  )
  const found = (await readdir(dirname(path))).filter((one) => wanted.has(one.toLowerCase()) && one !== name)
  const texts = await Promise.all(
    found
      .slice(0, mostBesides)
      .map(async (one) => ({ name: one, text: await readText(join(dirname(path), one)).catch(() => '') })),
  )
  return texts.filter(({ text }) => text !== '')
}

async function readText(path: string): Promise<string> {
  return (await stat(path)).size > mostSidecarBytes ? '' : readPlainFile(path)
}
