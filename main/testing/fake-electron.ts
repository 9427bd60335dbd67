import { EventEmitter } from 'node:events'
import type { ContextBridge, IpcRenderer } from 'electron'
import type { ElectronModule } from '../hosts/electron/electron-module.ts'

type Handler = (event: unknown, ...args: unknown[]) => unknown

/** A frame as the main side sees it; tests bend it to play a stranger. */
export interface FakeFrame {
  origin: string
  parent: FakeFrame | null
}

export class FakeWebContents extends EventEmitter {
  mainFrame: FakeFrame = { origin: '', parent: null }
  windowOpenHandler: ((details: { url: string }) => unknown) | null = null
  isGone = false
  /** What went to the page, as it arrives there. */
  readonly page = new EventEmitter()

  isDestroyed(): boolean {
    return this.isGone
  }

  send(channel: string, payload: unknown): void {
    this.page.emit(channel, {}, structuredClone(payload))
  }

  setWindowOpenHandler(handler: (details: { url: string }) => unknown): void {
    this.windowOpenHandler = handler
  }

  /** Emits an event that can be prevented; answers whether it was. */
  attempt(name: string, url: string): boolean {
    let prevented = false
    this.emit(name, {
      url,
      preventDefault() {
        prevented = true
      },
    })
    return prevented
  }
}

export interface FakeElectronOptions {
  readonly switches?: Readonly<Record<string, string>>
  readonly hasInstanceLock?: boolean
}

/**
 * A working double of the `electron` module as far as the desktop host uses it: what is registered can be called,
 * what travels is cloned, what is shown is kept. It has no Chromium: nothing is drawn and no policy is enforced.
 */
export function createFakeElectron({ switches = {}, hasInstanceLock = true }: FakeElectronOptions = {}) {
  const windows: FakeWindow[] = []
  const notifications: FakeNotification[] = []
  const handlers = new Map<string, Handler>()
  const shown = { errors: [] as string[], external: [] as string[], folders: [] as string[] }
  const exits: number[] = []
  const schemes: unknown[] = []
  const paths = new Map<string, string>()
  const routes = new Map<string, (request: Request) => Promise<Response>>()
  const permissions = new Map<string, (...args: never[]) => unknown>()
  const keychain = { isAvailable: true, backend: 'gnome_libsecret', isBroken: false }

  class FakeWindow extends EventEmitter {
    readonly webContents = new FakeWebContents()
    readonly options: Record<string, unknown>
    readonly loaded: string[] = []
    isInFront = false
    isShown = false

    constructor(options: Record<string, unknown>) {
      super()
      this.options = options
      windows.push(this)
    }

    async loadURL(url: string): Promise<void> {
      this.loaded.push(url)
      this.webContents.mainFrame = { origin: url.replace(/\/$/, ''), parent: null }
    }

    show(): void {
      this.isShown = true
    }

    focus(): void {
      this.isInFront = true
    }

    isFocused(): boolean {
      return this.isInFront
    }
  }

  class FakeNotification extends EventEmitter {
    static isSupported(): boolean {
      return true
    }

    readonly options: { title: string; body: string }

    constructor(options: { title: string; body: string }) {
      super()
      this.options = options
    }

    show(): void {
      notifications.push(this)
    }
  }

  const powerMonitor = new EventEmitter()
  const appEvents = new EventEmitter()
  const quits: boolean[] = []
  const app = Object.assign(appEvents, {
    commandLine: {
      getSwitchValue: (name: string) => switches[name] ?? '',
      hasSwitch: (name: string) => Object.hasOwn(switches, name),
    },
    whenReady: async () => {},
    getVersion: () => '9.9.9',
    setPath: (name: string, path: string) => void paths.set(name, path),
    requestSingleInstanceLock: () => hasInstanceLock,
    exit: (code: number) => void exits.push(code),
    quit() {
      let prevented = false
      appEvents.emit('before-quit', {
        preventDefault() {
          prevented = true
        },
      })
      if (prevented) return
      quits.push(true)
      appEvents.emit('quit')
    },
  })

  const session = {
    protocol: {
      handle: (scheme: string, route: (request: Request) => Promise<Response>) =>
        void routes.set(scheme, route),
    },
    setPermissionRequestHandler: (handler: (...args: never[]) => unknown) =>
      void permissions.set('request', handler),
    setPermissionCheckHandler: (handler: (...args: never[]) => unknown) =>
      void permissions.set('check', handler),
    setDevicePermissionHandler: (handler: (...args: never[]) => unknown) =>
      void permissions.set('device', handler),
    setDisplayMediaRequestHandler: (handler: (...args: never[]) => unknown) =>
      void permissions.set('display', handler),
  }

  const module = {
    app,
    BrowserWindow: FakeWindow,
    Notification: FakeNotification,
    dialog: {
      showErrorBox: (title: string, content: string) => void shown.errors.push(`${title}: ${content}`),
    },
    ipcMain: {
      handle(channel: string, handler: Handler) {
        if (handlers.has(channel)) throw new Error(`A second handler for ${channel}`)
        handlers.set(channel, handler)
      },
      removeHandler: (channel: string) => void handlers.delete(channel),
    },
    powerMonitor,
    nativeTheme: { shouldUseDarkColors: true },
    protocol: { registerSchemesAsPrivileged: (list: unknown[]) => void schemes.push(...list) },
    safeStorage: {
      isEncryptionAvailable: () => keychain.isAvailable,
      getSelectedStorageBackend: () => keychain.backend,
      encryptString: (text: string) => Buffer.from(text).map((byte) => byte ^ 0x5a),
      decryptString(bytes: Buffer) {
        if (keychain.isBroken) throw new Error('Error while decrypting the ciphertext')
        return Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString()
      },
    },
    session: { defaultSession: session },
    shell: {
      openExternal: async (address: string) => void shown.external.push(address),
      showItemInFolder: (path: string) => void shown.folders.push(path),
    },
  }

  /** Calls a handler as a frame of some page would; both ways everything is cloned. */
  async function invoke(
    sender: FakeWebContents,
    senderFrame: FakeFrame | null,
    [channel, ...args]: readonly [string, ...unknown[]],
  ): Promise<unknown> {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return structuredClone(await handler({ sender, senderFrame }, ...structuredClone(args)))
  }

  /** The preload's side of the module for a window's page, and what it gives that page. */
  function createPage(contents: FakeWebContents) {
    const globals = new Map<string, unknown>()
    const contextBridge = {
      exposeInMainWorld: (name: string, api: unknown) => void globals.set(name, api),
    } as unknown as ContextBridge
    const ipcRenderer = {
      invoke: (...call: [string, ...unknown[]]) => invoke(contents, contents.mainFrame, call),
      on: (channel: string, listener: Handler) => void contents.page.on(channel, listener),
      removeListener: (channel: string, listener: Handler) => void contents.page.off(channel, listener),
    } as unknown as IpcRenderer
    return { globals, electron: { contextBridge, ipcRenderer } }
  }

  return {
    module: module as unknown as ElectronModule,
    app,
    windows,
    notifications,
    channels: handlers,
    shown,
    exits,
    quits,
    schemes,
    paths,
    routes,
    permissions,
    keychain,
    powerMonitor,
    invoke,
    createPage,
  }
}
