import { lstatSync, mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MainWords } from '../../words/choose-words.ts'

/** A file that redirects a browser to an address, readable by this user only. */
export interface OpeningFile {
  readonly path: string
  remove(): void
}

const prefix = 'atelier-open-'
const fileName = 'open-atelier.html'
/** A file older than this was left by a killed host; its address is no longer valid. Milliseconds. */
const leftBehindAfter = 10 * 60_000

/**
 * On Linux a browser from a snap sees no hidden folder and not our `/tmp`, only visible entries of the person's
 * home folder.
 */
function placesFor(platform: NodeJS.Platform): readonly string[] {
  return platform === 'linux' ? [homedir(), tmpdir()] : [tmpdir()]
}

/** Writes the file (0600) into a new folder (0700); throws where none of the places is writable. */
export function writeOpeningFile(
  address: string,
  words: MainWords,
  { places = placesFor(process.platform), now = Date.now() } = {},
): OpeningFile {
  const [place, ...others] = places
  if (place === undefined) throw new Error('There is no place for the file that opens the page')
  try {
    sweep(place, now)
    const folder = mkdtempSync(join(place, prefix))
    const path = join(folder, fileName)
    writeFileSync(path, pageLeadingTo(address, words), { mode: 0o600, flag: 'wx' })
    return { path, remove: () => removeFolder(folder) }
  } catch (error) {
    if (others.length === 0) throw error
    return writeOpeningFile(address, words, { places: others, now })
  }
}

/** Deletes old folders of this name that are ours, left by killed hosts. */
function sweep(place: string, now: number): void {
  for (const name of readdirSync(place)) {
    if (!name.startsWith(prefix)) continue
    const folder = join(place, name)
    if (isLeftBehind(folder, now)) removeFolder(folder)
  }
}

/** A link would lead to somebody else's files. */
function isLeftBehind(folder: string, now: number): boolean {
  const status = lstatSync(folder, { throwIfNoEntry: false })
  const isOurs = process.getuid === undefined || status?.uid === process.getuid()
  return isOurs && status?.isDirectory() === true && now - status.mtimeMs > leftBehindAfter
}

/** Deletes only the file and its own folder, whatever else may be there. */
function removeFolder(folder: string): void {
  try {
    rmSync(join(folder, fileName), { force: true })
    rmdirSync(folder)
  } catch {
    // It is already gone, holds other files, or is held open by a browser on Windows. Harmless: its token has
    // ended.
  }
}

/** The address and the words are ours: they need no escaping. */
function pageLeadingTo(address: string, { setup: { opening } }: MainWords): string {
  return `<!doctype html>
<html>
  <meta charset="utf-8" />
  <meta name="color-scheme" content="dark light" />
  <meta name="referrer" content="no-referrer" />
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'" />
  <meta http-equiv="refresh" content="0; url=${address}" />
  <title>Atelier</title>
  <p>${opening.sentence} <a href="${address}">${opening.link}</a>.</p>
</html>
`
}
