import type electron from 'electron'

/** Electron's module as the desktop host takes it: handed in by the entry, a double in tests. */
export type ElectronModule = typeof electron
