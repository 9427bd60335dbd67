import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import type { ContextBridge, IpcRenderer } from 'electron'
import type { ElectronModule } from '../hosts/electron/electron-module.ts'
import { createWorld } from './context-bridge.ts'
import { cloneForIpc } from './ipc-clone.ts'

type Handler = (event: unknown, ...args: unknown[]) => unknown

/** A frame as the main side sees it; tests change it to play a stranger. */
export interface FakeFrame {
  origin: string
  parent: FakeFrame | null
}

/** An image by where it is from; `empty`: there is none. */
class FakeImage {
  readonly from: string
  /** The most of red, green and blue in its pixels, where it was made of some; 0 is black. */
  readonly lightness: number
  isTemplate = false
  constructor(from: string, lightness = 0) {
    this.from = from
    this.lightness = lightness
  }
  isEmpty(): boolean {
    return this.from === ''
  }
  resize(): FakeImage {
    return this
  }
  setTemplateImage(isTemplate: boolean): void {
    this.isTemplate = isTemplate
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
    this.page.emit(channel, {}, cloneForIpc(payload))
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

export interface FakeDisplay {
  readonly id: number
  readonly workArea: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }
}

export interface FakeElectronOptions {
  /** The displays, the primary one first. */
  readonly displays?: readonly FakeDisplay[]
  readonly isPackaged?: boolean
  readonly switches?: Readonly<Record<string, string>>
  readonly hasInstanceLock?: boolean
  /** Ready without anyone having waited for it. */
  readonly isReady?: boolean
  /** The buttons that the person presses in the dialogs, in order, or why one fails; after them they close each. */
  readonly choices?: (string | Error | Promise<string>)[]
}

/** An item of a menu that was built from a template, with what is in it. */
export interface FakeMenuItem {
  readonly id?: string
  readonly label?: string
  readonly role?: string
  readonly type?: string
  readonly accelerator?: string
  readonly registerAccelerator?: boolean
  readonly enabled?: boolean
  readonly checked?: boolean
  readonly submenu?: readonly FakeMenuItem[]
  readonly click?: () => void
}

/** The modules that a sandboxed preload may load, and what it finds in that of Electron. */
const preloadModules = new Set(['electron', 'events', 'timers', 'url'])

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
  /** Whether a page gets a permission: Electron grants all of them unless a handler denies it. */
  function requestPermission(permission: string, requestingUrl: string): boolean {
    const ask = permissions.get('request') as ((...args: unknown[]) => void) | undefined
    let isGranted = ask === undefined
    const reply = (granted: boolean) => {
      isGranted = granted
    }
    ask?.(null, permission, reply, { requestingUrl })
    return isGranted
  }

  function checkPermission(permission: string, origin: string): boolean {
    const check = permissions.get('check') as ((...args: unknown[]) => boolean) | undefined
    return check?.(null, permission, origin) ?? true
  }
  return { session, routes, permissions, requestPermission, checkPermission }
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
  displays = [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
  isPackaged = false,
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
  const relaunches: unknown[] = []
  const schemes: unknown[] = []
  let ready = isReady
  let isSandboxed = false
  /** Electron takes the profile that Chromium's switch names, until the program sets another. */
  const paths = new Map(
    switches['user-data-dir'] === undefined ? [] : [['userData', switches['user-data-dir']]],
  )
  /** `isAvailable`: it gives its key; `isPassing`: none that it decrypts by, for now; `keyNumber`: the key that it encrypts by, all earlier ones still decrypt. */
  const keychain = {
    isAvailable: true,
    backend: 'gnome_libsecret',
    isBroken: false,
    isPassing: false,
    /** On Linux: no secret service responds, whatever the environment's name says, and Chromium takes its own key. */
    isAbsent: false,
    keyNumber: 1,
  }
  let isPlainTextAllowed = false
  const menus: { application: readonly FakeMenuItem[] | null; popups: (readonly FakeMenuItem[])[] } = {
    application: null,
    popups: [],
  }
  const trays: FakeTray[] = []
  const signs = { badge: 0, loginItems: [] as unknown[], protocols: [] as string[], overlays: [] as string[] }
  let instanceLocks = 0
  let isQuitting = false

  function onlyWhenReady(what: string): void {
    if (!ready) throw new Error(`${what} before app is ready`)
  }

  class FakeWindow extends EventEmitter {
    readonly webContents = new FakeWebContents()
    readonly options: Record<string, unknown>
    readonly loaded: string[] = []
    isInFront = false
    isShown = false
    isGone = false
    /** What the taskbar shows; below 0 nothing, above 1 a bar without a measure. */
    progress = -1
    state: 'normal' | 'maximized' | 'minimized' | 'fullScreen' = 'normal'
    bounds: FakeDisplay['workArea']

    constructor(options: Record<string, unknown>) {
      super()
      onlyWhenReady('Cannot create BrowserWindow')
      this.options = options
      const { x = 0, y = 0, width = 800, height = 600 } = options as Partial<FakeDisplay['workArea']>
      this.bounds = { x, y, width, height }
      if (options.fullscreen) this.state = 'fullScreen'
      windows.push(this)
      appEvents.emit('web-contents-created', {}, this.webContents)
    }

    /** Only a standard scheme has origins; any other gives its pages none. */
    async loadURL(url: string): Promise<void> {
      this.loaded.push(url)
      this.webContents.address = url
      const own = /^([a-z]+):\/\/[^/]+/.exec(url)
      const isStandard = (schemes as { scheme: string; privileges?: { standard?: boolean } }[]).some(
        ({ scheme, privileges }) => scheme === own?.[1] && privileges?.standard === true,
      )
      this.webContents.mainFrame = { origin: isStandard ? (own?.[0] ?? '') : 'null', parent: null }
    }

    show(): void {
      this.isShown = true
    }

    hide(): void {
      this.isShown = false
    }

    focus(): void {
      this.isInFront = true
      this.emit('focus')
    }

    isFocused(): boolean {
      return this.isInFront
    }

    isDestroyed(): boolean {
      return this.isGone
    }

    maximize(): void {
      this.state = 'maximized'
    }

    restore(): void {
      this.state = 'normal'
    }

    isMaximized(): boolean {
      return this.state === 'maximized'
    }

    isMinimized(): boolean {
      return this.state === 'minimized'
    }

    isFullScreen(): boolean {
      return this.state === 'fullScreen'
    }

    /** Where it is when neither maximized nor on the whole screen. */
    getNormalBounds(): FakeDisplay['workArea'] {
      return this.bounds
    }

    /** As a person moves it, or changes its size. */
    moveTo(bounds: FakeDisplay['workArea']): void {
      this.bounds = bounds
      this.emit('move')
      this.emit('resize')
    }

    setProgressBar(progress: number): void {
      this.progress = progress
    }

    setOverlayIcon(_image: unknown, description: string): void {
      signs.overlays.push(description)
    }

    /** A listener may prevent it. */
    close(): void {
      let isPrevented = false
      this.emit('close', {
        preventDefault() {
          isPrevented = true
        },
      })
      if (isPrevented || this.isGone) return
      this.isGone = true
      this.webContents.isGone = true
      this.emit('closed')
      if (!isQuitting && windows.every(({ isGone }) => isGone)) appEvents.emit('window-all-closed')
    }
  }

  class FakeTray extends EventEmitter {
    toolTip = ''
    menu: readonly FakeMenuItem[] = []
    isGone = false

    image: FakeImage

    constructor(image: FakeImage) {
      super()
      onlyWhenReady('Cannot create Tray')
      this.image = image
      trays.push(this)
    }

    setImage(image: FakeImage): void {
      if (this.isGone) throw new Error('Tray is destroyed')
      this.image = image
    }

    setToolTip(text: string): void {
      this.toolTip = text
    }

    setContextMenu(menu: { readonly items: readonly FakeMenuItem[] }): void {
      this.menu = menu.items
    }

    destroy(): void {
      this.isGone = true
    }
  }

  class FakeNotification extends EventEmitter {
    static isSupported(): boolean {
      return true
    }

    readonly options: { title: string; body: string; actions?: { type: string; text: string }[] }

    constructor(options: FakeNotification['options']) {
      super()
      onlyWhenReady('Cannot create Notification')
      this.options = options
    }

    show(): void {
      notifications.push(this)
    }
  }

  const powerMonitor = new EventEmitter()
  /** As Electron's: its listeners are told that something of it has changed, not what. */
  const nativeTheme = Object.assign(new EventEmitter(), {
    shouldUseDarkColors: true,
    /** On macOS and Windows: of the taskbar, which on Windows can differ from programs. */
    shouldUseDarkColorsForSystemIntegratedUI: true,
  })
  const forks: string[] = []
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
    isPackaged,
    setPath(name: string, path: string) {
      if (name === 'userData' && ready) throw new Error('userData is set before app is ready')
      paths.set(name, path)
    },
    requestSingleInstanceLock() {
      instanceLocks += 1
      if (instanceLocks > 1) throw new Error('The single instance lock was requested before')
      return hasInstanceLock
    },
    setBadgeCount(count: number) {
      signs.badge = count
      return true
    },
    setLoginItemSettings: (settings: unknown) => void signs.loginItems.push(settings),
    setAsDefaultProtocolClient(protocol: string) {
      signs.protocols.push(protocol)
      return true
    },
    /** Ends it at once: windows are not asked, and neither is the program. */
    exit(code: number) {
      exits.push(code)
      appEvents.emit('ended')
    },
    relaunch: (options: unknown) => void relaunches.push(options),
    quit() {
      let prevented = false
      appEvents.emit('before-quit', {
        preventDefault() {
          prevented = true
        },
      })
      if (prevented) return
      isQuitting = true
      for (const window of windows) window.close()
      isQuitting = false
      // One of them would not.
      if (windows.some(({ isGone }) => !isGone)) return
      quits.push(true)
      appEvents.emit('quit')
    },
  })

  /** On Linux without a keychain only once the program asks for encryption that hides nothing. */
  function hasEncryption(): boolean {
    return keychain.isAvailable && (keychain.backend !== 'basic_text' || isPlainTextAllowed)
  }

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
    Menu: {
      setApplicationMenu(menu: { items: readonly FakeMenuItem[] } | null) {
        menus.application = menu?.items ?? null
      },
      buildFromTemplate: (items: readonly FakeMenuItem[]) => ({
        items,
        popup: () => void menus.popups.push(items),
      }),
    },
    Notification: FakeNotification,
    Tray: FakeTray,
    screen: {
      getPrimaryDisplay() {
        onlyWhenReady('The screen module can’t be used')
        return displays[0]
      },
      getAllDisplays() {
        onlyWhenReady('The screen module can’t be used')
        return displays
      },
    },
    nativeImage: {
      createFromPath: (path: string) => new FakeImage(existsSync(path) ? path : ''),
      /** Pixels are blue, green, red and alpha. */
      createFromBitmap: (pixels: Buffer) =>
        new FakeImage('bitmap', Math.max(...pixels.filter((_byte, index) => index % 4 !== 3))),
    },
    dialog: {
      showErrorBox: (title: string, content: string) => void shown.errors.push(`${title}: ${content}`),
      showOpenDialog: async () => ({ canceled: true, filePaths: [] as string[] }),
      async showMessageBox(...given: FakeMessageBox[]) {
        // The window that it belongs to may come first.
        const box = given.at(-1) as FakeMessageBox
        shown.boxes.push(box)
        const chosen = await choices.shift()
        if (chosen instanceof Error) throw chosen
        const index = chosen === undefined ? -1 : box.buttons.indexOf(chosen)
        return { response: index === -1 ? box.cancelId : index, checkboxChecked: false }
      },
    },
    ipcMain,
    powerMonitor,
    nativeTheme,
    protocol: {
      registerSchemesAsPrivileged(list: unknown[]) {
        if (ready)
          throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
        if (schemes.length > 0) throw new Error('protocol.registerSchemesAsPrivileged is called once')
        schemes.push(...list)
      },
    },
    safeStorage: {
      // The calls that block are left out: Electron has deprecated them.
      isAsyncEncryptionAvailable: async () =>
        ready && (keychain.backend !== 'basic_text' || isPlainTextAllowed),
      getSelectedStorageBackend: () => (ready ? keychain.backend : 'unknown'),
      setUsePlainTextEncryption(isAllowed: boolean) {
        isPlainTextAllowed = isAllowed
      },
      async encryptStringAsync(text: string) {
        onlyWhenReady('safeStorage cannot be used')
        if (!hasEncryption())
          throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.')
        if (keychain.isAbsent) return Buffer.from(`v10${text}`)
        return Buffer.from([keychain.keyNumber, ...Buffer.from(text).map((byte) => byte ^ 0x5a)])
      },
      async decryptStringAsync(bytes: Buffer) {
        onlyWhenReady('safeStorage cannot be used')
        if (bytes.length === 0) return { result: '', shouldReEncrypt: false }
        if (!hasEncryption() || keychain.isPassing)
          throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.')
        if (keychain.isBroken)
          throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.')
        const own = bytes.toString()
        if (own.startsWith('v10')) return { result: own.slice(3), shouldReEncrypt: !keychain.isAbsent }
        const result = Buffer.from(bytes.subarray(1).map((byte) => byte ^ 0x5a)).toString()
        return { result, shouldReEncrypt: bytes[0] !== keychain.keyNumber }
      },
    },
    session: {
      get defaultSession() {
        if (!ready) throw new Error('Session can only be received when app is ready')
        return ownSession.session
      },
    },
    utilityProcess: {
      /** It runs nothing: the process ends at once. */
      fork(script: string) {
        onlyWhenReady('Cannot fork a utility process')
        forks.push(script)
        const child = Object.assign(new EventEmitter(), {
          pid: undefined,
          stdout: null,
          stderr: null,
          kill: () => true,
        })
        queueMicrotask(() => child.emit('exit', 1))
        return child
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
    return cloneForIpc(await handler({ sender, senderFrame }, ...cloneForIpc(args)))
  }

  /** The preload's side of the module for a window's page, and what it exposes to that page. */
  function createPage(contents: FakeWebContents) {
    const globals: Record<string, unknown> = {}
    const ofPage = createWorld((message) => ofPreload.receive(structuredClone(message)), globals)
    const ofPreload = createWorld((message) => ofPage.receive(structuredClone(message)), {})
    const preferences = windows.find(({ webContents }) => webContents === contents)?.options.webPreferences
    const { contextIsolation = true, sandbox = true } = (preferences ?? {}) as Record<string, boolean>
    const contextBridge = {
      exposeInMainWorld(name: string, api: object) {
        if (!contextIsolation)
          throw new Error('contextBridge API can only be used when contextIsolation is enabled')
        ofPreload.contextBridge.exposeInMainWorld(name, api)
      },
    } as unknown as ContextBridge
    const ipcRenderer = {
      invoke: (...call: [string, ...unknown[]]) => invoke(contents, contents.mainFrame, call),
      on: (channel: string, listener: Handler) => void contents.page.on(channel, listener),
      removeListener: (channel: string, listener: Handler) => void contents.page.off(channel, listener),
    } as unknown as IpcRenderer
    const electron = { contextBridge, ipcRenderer }

    /** What `require` gives a preload: in a sandbox Electron's part for pages, and three modules of Node. */
    function requireInPreload(name: string): unknown {
      const isSandbox = isSandboxed || sandbox
      if (name === 'electron') return electron
      if (isSandbox && !preloadModules.has(name.replace(/^node:/, '')))
        throw new Error(`module not found: ${name}`)
      return createRequire(import.meta.url)(name)
    }

    /** Runs a built preload as Electron does: as CommonJS, with nothing but that. */
    function runPreload(code: string): void {
      const run = compileFunction(code, ['require', 'module', 'exports'])
      const module = { exports: {} }
      run(requireInPreload, module, module.exports)
    }
    return {
      /** What the page's own world has of it. */
      get globals(): ReadonlyMap<string, unknown> {
        return new Map(Object.entries(globals))
      },
      electron,
      requireInPreload,
      runPreload,
    }
  }

  return {
    module: module as unknown as ElectronModule,
    app,
    windows,
    notifications,
    channels: handlers,
    shown,
    exits,
    relaunches,
    quits,
    schemes,
    paths,
    routes: ownSession.routes,
    permissions: ownSession.permissions,
    requestPermission: ownSession.requestPermission,
    checkPermission: ownSession.checkPermission,
    keychain,
    menus,
    trays,
    signs,
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
    nativeTheme,
    /** The scripts of utility processes. */
    forks,
    /** The system shuts down; returns whether it was asked to wait. */
    shutDown(): boolean {
      let isDelayed = false
      powerMonitor.emit('shutdown', {
        preventDefault() {
          isDelayed = true
        },
      })
      return isDelayed
    },
    invoke,
    createPage,
  }
}
