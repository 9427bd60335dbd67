import type { DiskReservations } from '../engine/library/disk-reservation.ts'
import type { FileFetcher } from '../engine/library/ports.ts'
import { NoRoomError } from './download-error.ts'
import type { FileHead } from './http-get-file.ts'
import type { PartFile } from './part-file.ts'

/** One try to fetch one file, with its dependencies. */
export interface OneTry {
  readonly request: Parameters<FileFetcher['fetch']>[0]
  readonly part: PartFile
  readonly room: DiskReservations
  readonly silence: IdleTimeout
  /** Sends a request to the URL with these headers. */
  get(headers: Readonly<Record<string, string>>): Promise<FileHead>
}

/** Aborts its signal when it was not refreshed for this long. */
export interface IdleTimeout {
  readonly signal: AbortSignal
  refresh(): void
  end(): void
}

export function createIdleTimeout(milliseconds: number): IdleTimeout {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), milliseconds)
  return { signal: stop.signal, refresh: () => void timer.refresh(), end: () => clearTimeout(timer) }
}

/** Reserves room for the missing rest of `total`; throws `NoRoomError` where the disk has too little. */
export async function keepRoom(
  { room, request }: Pick<OneTry, 'room' | 'request'>,
  total: number | null,
  here: number,
): Promise<void> {
  const missing = await room.keep(request.fileId, total === null ? null : Math.max(0, total - here))
  if (missing > 0) throw new NoRoomError(missing, total)
}
