import type { ContextBridge, IpcRenderer } from 'electron'
import { ipcChannels, type PreloadApi, preloadGlobal } from '../shared/bridge/carrier.ts'

/** Gives the page the two functions of a carrier, and nothing else of Electron. */
export function exposeBridge(electron: { contextBridge: ContextBridge; ipcRenderer: IpcRenderer }): void {
  const { contextBridge, ipcRenderer } = electron
  const api: PreloadApi = {
    call: (procedure, input) => ipcRenderer.invoke(ipcChannels.call, procedure, input),
    subscribe(listener) {
      const pass = (_: unknown, event: { name: string; payload: unknown }) => listener(event)
      ipcRenderer.on(ipcChannels.event, pass)
      return () => void ipcRenderer.removeListener(ipcChannels.event, pass)
    },
  }
  contextBridge.exposeInMainWorld(preloadGlobal, api)
}
