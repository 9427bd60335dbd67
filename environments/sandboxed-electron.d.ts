/** The part of Electron that a sandboxed preload uses; the full types would bring Node in. */
export interface ContextBridge {
  exposeInMainWorld(name: string, api: unknown): void
}

export interface IpcRenderer {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>
  // biome-ignore lint/suspicious/noExplicitAny: as Electron has it; what arrives is parsed by the page's carrier.
  on(channel: string, listener: (event: unknown, ...args: any[]) => void): unknown
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  removeListener(channel: string, listener: (event: unknown, ...args: any[]) => void): unknown
}

export declare const contextBridge: ContextBridge
export declare const ipcRenderer: IpcRenderer
