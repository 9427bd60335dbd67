import type { LibraryItem } from '../../../shared/bridge/views.ts'

const sheetPrefix = 'sheet-'

/** An entry's id in the address: a sheet's batch, or a file's id. */
export function addressOf({ fileId, sheet }: LibraryItem): string {
  return sheet ? sheetAddress(sheet.batchId) : fileId
}

export function sheetAddress(batchId: string): string {
  return `${sheetPrefix}${batchId}`
}

/** The batch of the sheet that an address names; null where it names a file. */
export function readSheetAddress(address: string | null): string | null {
  return address?.startsWith(sheetPrefix) ? address.slice(sheetPrefix.length) : null
}
