import { useEffect } from 'react'

interface ReadOn {
  /** The index of the last row that is drawn, of so many. */
  readonly last: number
  readonly count: number
  /** So many rows before the end are soon enough. */
  readonly ahead: number
  /** What the rows are made of; another one with each reading. */
  readonly list: unknown
  /** Reads the next page; stays the same function. */
  readonly readOn: () => Promise<void>
}

/**
 * Reads a list on while its end is near. It asks again after each reading, also where that brought as many rows as
 * before: one that began meanwhile may have dropped the request for the next page.
 */
export function useReadOn({ last, count, ahead, list, readOn }: ReadOn): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    if (count > 0 && last >= count - 1 - ahead) void readOn()
  }, [last, count, ahead, list, readOn])
}
