/** How several files of the library are shown together. */
export const togetherWays = ['compare', 'survey'] as const
export type TogetherWay = (typeof togetherWays)[number]

export interface Together {
  readonly way: TogetherWay
  readonly fileIds: readonly string[]
}

const fileId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** These files, shown together, in the address: it is kept when the page is loaded again. */
export function togetherAddress({ way, fileIds }: Together): string {
  return [way, ...fileIds].join('.')
}

/** Null where an address names something else. What is no file’s id is left out, and a repeated one. */
export function readTogetherAddress(address: string | null): Together | null {
  const [name, ...ids] = address?.split('.') ?? []
  const way = togetherWays.find((one) => one === name)
  if (!way) return null
  return { way, fileIds: [...new Set(ids.filter((id) => fileId.test(id)))] }
}

const tournamentPrefix = 'tournament.'

export function tournamentAddress(tournamentId: string): string {
  return `${tournamentPrefix}${tournamentId}`
}

/** The tournament that an address names; null where it names something else. */
export function readTournamentAddress(address: string | null): string | null {
  if (!address?.startsWith(tournamentPrefix)) return null
  const id = address.slice(tournamentPrefix.length)
  return fileId.test(id) ? id : null
}
