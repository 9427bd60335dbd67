import { runCommand } from '../hosts/cli/run-command.ts'
import { createSpyTerminal } from './spy-terminal.ts'

/** Runs a command of the command line in this process; how it ended, with all its output. */
export async function runInProcess(
  words: readonly string[],
  options: { readonly key?: string; readonly usageKey?: string } = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const terminal = createSpyTerminal(options)
  const code = await runCommand(words, terminal)
  return { code, ...terminal.written() }
}
