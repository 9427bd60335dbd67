import { join } from 'node:path'
import { createDiskDescriptionStore, type DiskDescriptionStore } from '../../infra/disk-description-store.ts'
import type { Terminal } from './terminal.ts'

/** What services said of their models, as kept in a data folder; `root` is that folder. */
export function openDescriptions(root: string, { warn }: Terminal): DiskDescriptionStore {
  return createDiskDescriptionStore({
    resolve: (relative) => join(root, relative),
    log: { warn },
  })
}
