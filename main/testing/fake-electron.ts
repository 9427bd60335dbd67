import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type { ContextBridge, IpcRenderer } from 'electron'
import type { ElectronModule } from '../hosts/electron/electron-module.ts'

type Handler = (event: unknown, ...args: unknown[]) => unknown

/** A frame as the main side sees it; tests change it to play a stranger. */
export interface FakeFrame {
  origin: string
  parent: FakeFrame | null
}

/** An image by where it is from; `empty`: there is none. */
class FakeImage {
  readonly from: string
  constructor(from: string) {
    this.from = from
  }
  isEmpty(): boolean {
    return this.from === ''
  }
  resize(): FakeImage {
    return this
  }
}

export class FakeWebContents extends EventEmitter {
  mainFrame: FakeFrame = { origin: '', parent: null }
  windowOpenHandler: ((details: { url: string }) => { action: string }) | null = null
  isGone = false
  address = ''
  /** Messages to the page, as they arrive there. */
  readonly page = new EventEmitter()

  /** Drags that the system was asked for. */
  readonly drags: { file: string; files?: string[]; icon: unknown }[] = []

  startDrag(drag: { file: string; files?: string[]; icon: FakeImage }): void {
    if (drag.icon.isEmpty()) throw new Error('Must specify non-empty icon option')
    this.drags.push(drag)
  }

  isDestroyed(): boolean {
    return this.isGone
  }

  send(channel: string, payload: unknown): void {
    this.page.emit(channel, {}, structuredClone(payload))
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.windowOpenHandler = handler
  }

  getURL(): string {
    return this.address
  }

  /** As Electron: a window opens unless a handler denies it. Returns whether it did. */
  openWindow(url: string): boolean {
    return this.windowOpenHandler?.({ url }).action !== 'deny'
  }

  /** As Electron: each of these events can prevent it. Returns whether a frame of the page navigated. */
  navigate(url: string, { isTop = true } = {}): boolean {
    const names = isTop ? ['will-frame-navigate', 'will-navigate', 'will-redirect'] : ['will-frame-navigate']
    if (names.some((name) => this.attempt(name, url, { isTop }))) return false
    if (isTop) this.address = url
    return true
  }

  /** Emits an event that can be prevented; returns whether it was. */
  attempt(name: string, url: string, { isTop = true } = {}): boolean {
    let prevented = false
    this.emit(name, {
      url,
      isMainFrame: isTop,
      preventDefault() {
        prevented = true
      },
    })
    return prevented
  }
}

export interface FakeMessageBox {
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
  readonly cancelId: number
}

export interface FakeElectronOptions {
  readonly switches?: Readonly<Record<string, string>>
  readonly hasInstanceLock?: boolean
  /** Ready without anyone having waited for it. */
  readonly isReady?: boolean
  /** The buttons that the person presses in the dialogs, in order; after them they close each. */
  readonly choices?: string[]
}

/** A session with the settings made on it. */
function createFakeSession() {
  const routes = new Map<string, (request: Request) => Promise<Response>>()
  const permissions = new Map<string, (...args: never[]) => unknown>()
  const setter = (name: string) => (handler: (...args: never[]) => unknown) =>
    void permissions.set(name, handler)
  const session = {
    protocol: {
      handle(scheme: string, route: (request: Request) => Promise<Response>) {
        if (routes.has(scheme)) throw new Error(`Scheme ${scheme} has already been handled`)
        routes.set(scheme, route)
      },
    },
    setPermissionRequestHandler: setter('request'),
    setPermissionCheckHandler: setter('check'),
    setDevicePermissionHandler: setter('device'),
    setDisplayMediaRequestHandler: setter('display'),
  }
  return { session, routes, permissions }
}

/**
 * A working double of the `electron` module as far as the desktop host uses it: registered handlers can be
 * called, messages are cloned, shown dialogs are recorded, and calls that Electron accepts only before or after
 * the app is ready throw as there. It has no Chromium: nothing is drawn and no policy is enforced.
 */
export function createFakeElectron({
  switches = {},
  hasInstanceLock = true,
  isReady = false,
  choices = [],
}: FakeElectronOptions = {}) {
  const windows: FakeWindow[] = []
  const notifications: FakeNotification[] = []
  const handlers = new Map<string, Handler>()
  const shown = {
    boxes: [] as FakeMessageBox[],
    errors: [] as string[],
    external: [] as string[],
    folders: [] as string[],
  }
  const exits: number[] = []
  const schemes: unknown[] = []
  let ready = isReady
  let isSandboxed = false
  const paths = new Map<string, string>()
  const keychain = { isAvailable: true, backend: 'gnome_libsecret', isBroken: false }

  class FakeWindow extends EventEmitter {
    readonly webContents = new FakeWebContents()
    readonly options: Record<string, unknown>
    readonly loaded: string[] = []
    isInFront = false
    isShown = false

    constructor(options: Record<string, unknown>) {
      super()
      if (!ready) throw new Error('Cannot create BrowserWindow before app is ready')
      this.options = options
      windows.push(this)
      appEvents.emit('web-contents-created', {}, this.webContents)
    }

    async loadURL(url: string): Promise<void> {
      this.loaded.push(url)
      this.webContents.address = url
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
    async whenReady() {
      ready = true
    },
    enableSandbox() {
      if (ready) throw new Error('app.enableSandbox() can only be called before app is ready')
      isSandboxed = true
    },
    getAppPath: () => switches.root ?? '',
    getPath: (name: string) => paths.get(name) ?? '',
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

  const ownSession = createFakeSession()
  const ipcMain = Object.assign(new EventEmitter(), {
    handle(channel: string, handler: Handler) {
      if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
      handlers.set(channel, handler)
    },
    removeHandler: (channel: string) => void handlers.delete(channel),
  })

  const module = {
    app,
    BrowserWindow: FakeWindow,
    Notification: FakeNotification,
    nativeImage: {
      createFromPath: (path: string) => new FakeImage(existsSync(path) ? path : ''),
      createFromBitmap: () => new FakeImage('bitmap'),
    },
    dialog: {
      showErrorBox: (title: string, content: string) => void shown.errors.push(`${title}: ${content}`),
      showOpenDialog: async () => ({ canceled: true, filePaths: [] as string[] }),
      async showMessageBox(box: FakeMessageBox) {
        shown.boxes.push(box)
        const chosen = choices.shift()
        const index = chosen === undefined ? -1 : box.buttons.indexOf(chosen)
        return { response: index === -1 ? box.cancelId : index, checkboxChecked: false }
      },
    },
    ipcMain,
    powerMonitor,
    nativeTheme: { shouldUseDarkColors: true },
    protocol: {
      registerSchemesAsPrivileged(list: unknown[]) {
        if (ready)
          throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
        if (schemes.length > 0) throw new Error('protocol.registerSchemesAsPrivileged is called once')
        schemes.push(...list)
      },
    },
    safeStorage: {
      isEncryptionAvailable: () => keychain.isAvailable,
      getSelectedStorageBackend: () => keychain.backend,
      encryptString: (text: string) => Buffer.from(text).map((byte) => byte ^ 0x5a),
      decryptString(bytes: Buffer) {
        if (keychain.isBroken) throw new Error('Error while decrypting the ciphertext')
        return Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString()
      },
    },
    session: {
      get defaultSession() {
        if (!ready) throw new Error('Session can only be received when app is ready')
        return ownSession.session
      },
    },
    shell: {
      openExternal: async (address: string) => void shown.external.push(address),
      showItemInFolder: (path: string) => void shown.folders.push(path),
    },
  }

  /** Calls a handler as a frame of some page would; arguments and results are cloned. */
  async function invoke(
    sender: FakeWebContents,
    senderFrame: FakeFrame | null,
    [channel, ...args]: readonly [string, ...unknown[]],
  ): Promise<unknown> {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return structuredClone(await handler({ sender, senderFrame }, ...structuredClone(args)))
  }

  /** The preload's side of the module for a window's page, and what it exposes to that page. */
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
    routes: ownSession.routes,
    permissions: ownSession.permissions,
    keychain,
    ipcMain,
    /** Whether every renderer is sandboxed, whatever its preferences say. */
    isSandboxed: () => isSandboxed,
    /** Web contents other than the window's, such as of a view or opened by a page. */
    createContents() {
      const contents = new FakeWebContents()
      appEvents.emit('web-contents-created', {}, contents)
      return contents
    },
    /** A session beside the default one. */
    createSession() {
      const created = createFakeSession()
      appEvents.emit('session-created', created.session)
      return created
    },
    powerMonitor,
    invoke,
    createPage,
  }
}
