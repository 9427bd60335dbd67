import type { ActionKey } from './keys.ts'

/** Opens the dialog that takes a folder into the library. */
export const importKey: ActionKey = { key: 'i', shift: true }
