import { readFileSync } from 'node:fs'

const note = new URL('../node_modules/.cache/atelier/chromium.json', import.meta.url)

/** The Chromium that the set-up found for tests and measurements; throws where it has not run with `--for-tests`. */
export function chromiumPath(): string {
  const { executable } = JSON.parse(readFileSync(note, 'utf8')) as { executable: string }
  return executable
}

/** A browser that is only there for this project: no sandbox in containers, no traffic of its own. */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
