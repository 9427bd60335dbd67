import type { ActionKey } from './keys.ts'

/** Opens the dialog that takes a folder into the library. */
export const importKey: ActionKey = { key: 'i', shift: true }

/** Opens the dialog that takes jobs which were started elsewhere. */
export const adoptKey: ActionKey = { key: 'c', shift: true }
