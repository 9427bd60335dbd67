/** The proportion in which each sheet was laid out, for as long as the window is open. */
export interface SettledRatios {
  read(key: string): number | null
  keep(key: string, ratio: number): void
}

/** More than are looked at in turn; older ones are forgotten. */
const most = 200

export function createSettledRatios(): SettledRatios {
  const kept = new Map<string, number>()
  return {
    read: (key) => kept.get(key) ?? null,
    keep(key, ratio) {
      kept.delete(key)
      kept.set(key, ratio)
      const [oldest] = kept.keys()
      if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    },
  }
}
