import type electron from 'electron'

/** Electron's module as the desktop host uses it: passed in by the entry, a double in tests. */
export type ElectronModule = typeof electron
