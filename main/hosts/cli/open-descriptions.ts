import { join } from 'node:path'
import { createDiskDescriptionStore, type DiskDescriptionStore } from '../../infra/disk-description-store.ts'

/** What services said of their models, as a data folder keeps it; `root` is that folder. */
export function openDescriptions(root: string): DiskDescriptionStore {
  return createDiskDescriptionStore({
    resolve: (relative) => join(root, relative),
    log: { warn: (sentence) => console.error(sentence) },
  })
}
