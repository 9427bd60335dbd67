import { runCommand } from '../hosts/cli/run-command.ts'
import type { Terminal } from '../hosts/cli/terminal.ts'

/** Runs a command of the command line in this process; how it ended, with all its output. */
export async function runInProcess(
  words: readonly string[],
  options: { readonly key?: string; readonly usageKey?: string } = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const terminal = createSpyTerminal(options)
  const code = await runCommand(words, terminal)
  return { code, ...terminal.written() }
}

export interface SpyTerminal extends Terminal {
  /** What was written to standard output and to standard error so far. */
  written(): { readonly out: string; readonly err: string }
}

/** A terminal that records what a command writes, and that nobody stops. */
export function createSpyTerminal({ key, usageKey }: { key?: string; usageKey?: string } = {}): SpyTerminal {
  const { ATELIER_API_KEY: _, ATELIER_USAGE_KEY: __, ...environment } = process.env
  let out = ''
  let err = ''
  return {
    environment: {
      ...environment,
      ...(key !== undefined && { ATELIER_API_KEY: key }),
      ...(usageKey !== undefined && { ATELIER_USAGE_KEY: usageKey }),
    },
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
