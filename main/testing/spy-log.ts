import type { Log } from '../engine/ports.ts'

/** A log that keeps its entries. */
export interface SpyLog extends Log {
  readonly sentences: string[]
}

export function createSpyLog(): SpyLog {
  const sentences: string[] = []
  return { sentences, warn: (sentence) => void sentences.push(sentence) }
}
