import type { Terminal } from '../hosts/cli/terminal.ts'

export interface SpyTerminal extends Terminal {
  /** What was written to standard output and to standard error so far. */
  written(): { readonly out: string; readonly err: string }
}

/** A terminal that records what a command writes, and that nobody stops. */
export function createSpyTerminal({ key }: { key?: string } = {}): SpyTerminal {
  const { ATELIER_API_KEY: _, ...environment } = process.env
  let out = ''
  let err = ''
  return {
    environment: { ...environment, ...(key !== undefined && { ATELIER_API_KEY: key }) },
    print(text) {
      out += text
    },
    warn(line) {
      err += `${line}\n`
    },
    onStop: () => () => {},
    written: () => ({ out, err }),
  }
}
