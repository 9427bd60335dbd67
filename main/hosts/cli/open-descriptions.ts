import { join } from 'node:path'
import { createDiskDescriptionStore, type DiskDescriptionStore } from '../../infra/disk-description-store.ts'

/** What services said of their models, as kept in a data folder; `root` is that folder. */
export function openDescriptions(root: string): DiskDescriptionStore {
  return createDiskDescriptionStore({
    resolve: (relative) => join(root, relative),
    log: { warn: (sentence) => console.error(sentence) },
  })
}
