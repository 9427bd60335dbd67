import { existsSync, readFileSync } from 'node:fs'

const note = new URL('../node_modules/.cache/atelier/chromium.json', import.meta.url)

/** The Chromium that the set-up found for tests and measurements; null where it has not run with `--for-tests`. */
export function knownChromium(): string | null {
  if (!existsSync(note)) return null
  const { executable } = JSON.parse(readFileSync(note, 'utf8')) as { executable: string }
  return executable
}

/** The same, or throws. */
export function chromiumPath(): string {
  const executable = knownChromium()
  if (executable === null) throw new Error('No Chromium is known: run node tools/setup.mjs --for-tests.')
  return executable
}

/** A browser for this project only: no sandbox in containers, no traffic of its own. */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
