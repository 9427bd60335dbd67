import type { KeyMask } from '../../engine/service/key-mask.ts'

/** What a command finds around it. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv
  /** Writes to standard output, as it is. */
  print(text: string): void
  /** Writes a line to standard error. */
  warn(line: string): void
  /** The listener is called when the person stops the command; returns its undo. */
  onStop(listener: () => void): () => void
  /** Learns the keys that the command uses. */
  readonly keyMask?: KeyMask | undefined
}

/** Standard error as a log. */
export function logOn(terminal: Terminal): { warn(sentence: string): void } {
  return { warn: (sentence) => terminal.warn(`Atelier: ${sentence}`) }
}
