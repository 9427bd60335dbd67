import { createHash } from 'node:crypto'

/** The ids of a key's runs. They follow from the key alone, so that no crash can make a repeat another run (AGENT1). */
export function runIdsOf(key: string) {
  const id = (part: string) => toUuid(`atelier agent run\n${part}\n${key}`)
  return { batchId: id('batch'), submissionId: (index: number) => id(String(index)) }
}

/** A UUID of version 8, whose bits are the maker's own. */
function toUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4] ?? '8'
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
