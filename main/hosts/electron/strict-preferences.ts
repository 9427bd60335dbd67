import type { App, WebPreferences } from 'electron'

/** What the page of any window of ours may do: nothing but draw and ask (HOST12). */
export function strictPreferences(app: Pick<App, 'isPackaged'>): WebPreferences {
  return {
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    // A release is no place to look into the page with its bridge.
    devTools: !app.isPackaged,
    // Its dictionaries would be downloaded from elsewhere.
    spellcheck: false,
  }
}
