import type { ArchiveEntry, ArchiveWriter } from '../library/ports.ts'
import type { Clock, Ids } from '../ports.ts'
import { type PlanDeps, planExport, type Wanted } from './plan-export.ts'
import type { ExportedFiles, ExportPlan } from './ports.ts'
import { type PrepareDeps, prepareCopy } from './prepare-copy.ts'

export interface PackedExportsDeps extends PlanDeps, PrepareDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly archives: Pick<ArchiveWriter, 'stream'>
  readonly exported: ExportedFiles
}

/** A file of an archive that is opened while that is read. */
export interface PackedEntry extends ArchiveEntry {
  open(): Promise<{ read(offset: number, length: number): Promise<Uint8Array>; close(): Promise<void> }>
}

/** How long a ticket waits for its download, in milliseconds. */
export const ticketMs = 60_000
const mostTickets = 16

/** Exports as one ZIP each, written while it is read, for a ticket that works once (EXP13). */
export function createPackedExports(deps: PackedExportsDeps) {
  const { clock, ids, archives } = deps
  const tickets = new Map<string, { readonly at: number; entries(): AsyncGenerator<PackedEntry> }>()

  function forgetOld(): void {
    const after = clock.now() - ticketMs
    for (const [id, { at }] of tickets) if (at <= after || tickets.size > mostTickets) tickets.delete(id)
  }

  /** A file that has gone since is left out; the copy’s length is known once it is prepared. */
  async function* entriesOf({ files, choices }: ExportPlan): AsyncGenerator<PackedEntry> {
    const sent: string[] = []
    for (const { fileId, name } of files) {
      const carried = deps.carriedOf(fileId)
      const copy = carried && (await prepareCopy(fileId, carried, choices, deps))
      if (!copy) continue
      sent.push(fileId)
      const { sidecar, bytes, stored } = copy
      const modifiedAt = stored.savedAt
      if (sidecar) {
        const open = async () => ({
          read: async (offset: number, length: number) => sidecar.subarray(offset, offset + length),
          close: async () => undefined,
        })
        yield { name: `${name}.xmp`, bytes: sidecar.length, modifiedAt, open }
      }
      yield { name, bytes, modifiedAt, open: async () => copy }
    }
    deps.exported.mark(sent, clock.now())
  }

  /** Files of any making as one archive; returns its ticket. */
  function packEntries(entries: () => AsyncGenerator<PackedEntry>): string {
    const ticket = ids.next()
    tickets.set(ticket, { at: clock.now(), entries })
    forgetOld()
    return ticket
  }

  return {
    packEntries,
    /** The ticket is null where no file is here. */
    pack(wanted: Wanted): { ticket: string | null; files: number; left: readonly string[] } {
      const plan = planExport(wanted, [], clock.now(), deps)
      const here = new Set(plan.files.map(({ fileId }) => fileId))
      const ticket = here.size === 0 ? null : packEntries(() => entriesOf(plan))
      return { ticket, files: here.size, left: wanted.fileIds.filter((fileId) => !here.has(fileId)) }
    },
    /** Null for a ticket that is none of these, or was used. */
    stream(ticket: string): { readonly body: ReadableStream<Uint8Array>; readonly at: number } | null {
      forgetOld()
      const packed = tickets.get(ticket)
      tickets.delete(ticket)
      return packed
        ? { body: archives.stream(packed.entries(), (entry) => entry.open()), at: packed.at }
        : null
    },
  }
}

export type PackedExports = ReturnType<typeof createPackedExports>
