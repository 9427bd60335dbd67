import type { LibraryItem } from '../../../shared/bridge/views.ts'

const sheetPrefix = 'sheet-'

/** What the address calls a thing of the library: a sheet by its batch, a file by its id. */
export function addressOf({ fileId, sheet }: LibraryItem): string {
  return sheet ? `${sheetPrefix}${sheet.batchId}` : fileId
}

/** The batch of the sheet that an address names; null where it names a file. */
export function readSheetAddress(address: string | null): string | null {
  return address?.startsWith(sheetPrefix) ? address.slice(sheetPrefix.length) : null
}
