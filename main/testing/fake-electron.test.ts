import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFakeElectron } from './fake-electron.ts'

// Each test names the page of Electron's documentation that has the rule, and its sentence.
const ready = () => createFakeElectron({ isReady: true })
const preloadOf = (double: ReturnType<typeof createFakeElectron>, webPreferences = {}) => {
  new double.module.BrowserWindow({ webPreferences })
  const contents = double.windows[0]?.webContents
  if (!contents) throw new Error('No window')
  return { contents, page: double.createPage(contents) }
}

describe('the double refuses what Electron refuses', () => {
  // tutorial/sandbox: “`require` … will only be able to import a subset of Electron and Node's built-in modules: electron, events, timers, url”.
  test('a sandboxed preload loads Electron’s part for pages, events, timers and url, and nothing else', () => {
    const { page } = preloadOf(ready(), { sandbox: true })
    for (const name of ['electron', 'events', 'timers', 'url', 'node:url'])
      expect(page.requireInPreload(name)).toBeDefined()
    expect(Object.keys(page.requireInPreload('electron') as object)).toEqual(['contextBridge', 'ipcRenderer'])
    for (const name of ['fs', 'node:fs', 'child_process', 'path', 'zod', './other.cjs'])
      expect(() => page.requireInPreload(name)).toThrow(`module not found: ${name}`)
    expect(() => page.runPreload("require('fs')")).toThrow('module not found: fs')
  })

  // tutorial/sandbox: “If you want to force sandboxing for all renderers, you can also use the app.enableSandbox API.”
  test('without a sandbox a preload has Node, unless the app sandboxes every renderer', () => {
    expect(preloadOf(ready(), { sandbox: false }).page.requireInPreload('fs')).toBeDefined()
    const forced = createFakeElectron()
    forced.app.enableSandbox()
    void forced.app.whenReady()
    expect(() => preloadOf(forced, { sandbox: false }).page.requireInPreload('fs')).toThrow(
      'module not found',
    )
  })

  // tutorial/sandbox: “this API has to be called before the app's `ready` event”.
  test('sandboxing every renderer is possible only before the app is ready', () => {
    expect(() => ready().app.enableSandbox()).toThrow('before app is ready')
  })

  // api/context-bridge: exposeInMainWorld exposes to the isolated main world; without isolation there is none.
  test('the context bridge needs context isolation, and binds each name once', () => {
    const { page } = preloadOf(ready(), { contextIsolation: false })
    expect(() => page.electron.contextBridge.exposeInMainWorld('atelier', {})).toThrow('contextIsolation')
    const isolated = preloadOf(ready()).page
    isolated.electron.contextBridge.exposeInMainWorld('atelier', { call: () => 1 })
    expect(Object.isFrozen(isolated.globals.get('atelier'))).toBe(true)
    expect(() => isolated.electron.contextBridge.exposeInMainWorld('atelier', {})).toThrow(
      'existing property',
    )
  })

  // api/context-bridge, API: “`Function` values are proxied to the other context and all other values are **copied** and **frozen**.”
  test('what is exposed is a frozen copy, and functions are called in the preload', () => {
    const { page } = preloadOf(ready())
    const api = { deep: { list: [1] }, own: () => api.deep.list.length, date: new Date(0) }
    page.electron.contextBridge.exposeInMainWorld('api', api)
    const shown = page.globals.get('api') as typeof api
    api.deep.list.push(2)
    expect([shown.deep.list, shown.own(), shown.date.getTime()]).toEqual([[1], 2, 0])
    expect([shown, shown.deep, shown.deep.list, shown.own].map((part) => Object.isFrozen(part))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(shown.own).not.toBe(api.own)
  })

  // api/context-bridge, Parameter / Error / Return Type support: “Prototype modifications are dropped. Sending custom classes will copy values but not the prototype”; “Symbols cannot be copied across contexts so they are dropped”; Promise and Error: ✅.
  test('prototypes and symbols are dropped, promises and errors pass, and what can’t be cloned throws', async () => {
    class Own {
      value = 1
      hidden(): number {
        return this.value
      }
    }
    const { page } = preloadOf(ready())
    page.electron.contextBridge.exposeInMainWorld('api', {
      symbol: Symbol('x'),
      own: () => new Own(),
      promise: async () => ({ done: true }),
      refusal: () => Promise.reject(new Error('no')),
      failing() {
        throw new TypeError('not so')
      },
      callback: (listener: (value: unknown) => unknown) => listener({ own: new Own() }),
      text: (blob: Blob) => blob.text(),
      weak: () => new WeakMap(),
      deep: () => Array.from({ length: 1100 }).reduce<unknown>((inner) => [inner], []),
    })
    const api = page.globals.get('api') as Record<string, (...given: unknown[]) => unknown>
    expect(Object.keys(api)).not.toContain('symbol')
    expect(Object.getPrototypeOf(api.own?.())).toBe(Object.prototype)
    expect(api.own?.()).toEqual({ value: 1 })
    expect(await api.promise?.()).toEqual({ done: true })
    await expect(api.refusal?.()).rejects.toThrow('no')
    expect(() => api.failing?.()).toThrow('not so')
    expect(api.callback?.((value: unknown) => [value])).toEqual([{ own: { value: 1 } }])
    // Blob: ✅. Elements, which only a page has: e2e/desktop.spec.ts.
    expect(await api.text?.(new Blob(['a', 'b']))).toBe('ab')
    expect(() => api.weak?.()).toThrow('could not be cloned')
    expect(() => api.deep?.()).toThrow('recursion depth exceeded')
    expect(() => page.electron.contextBridge.exposeInMainWorld('other', new WeakMap())).toThrow(
      'could not be cloned',
    )
    expect([...page.globals.keys()]).toEqual(['api'])
  })

  // api/ipc-renderer: “Arguments will be serialized with the Structured Clone Algorithm … Sending Functions … will throw an exception.”
  test('what is sent is cloned, and a function can’t be sent', async () => {
    const double = ready()
    double.module.ipcMain.handle('echo', (_event, value: unknown) => value)
    const { page } = preloadOf(double)
    const sent = { deep: [1] }
    const back = await page.electron.ipcRenderer.invoke('echo', sent)
    expect([back, back === sent]).toEqual([sent, false])
    await expect(page.electron.ipcRenderer.invoke('echo', () => 1)).rejects.toThrow()
    // “Sending non-standard JavaScript types such as DOM objects or special Electron objects will throw an exception.”
    for (const sent of [
      new Blob(['x']),
      { files: [new File(['x'], 'x')] },
      new Map([[1, new Set([new Blob([])])]]),
    ])
      await expect(page.electron.ipcRenderer.invoke('echo', sent)).rejects.toThrow('could not be cloned')
    const own: Record<string, unknown> = {
      date: new Date(0),
      bytes: new Uint8Array([1]),
      map: new Map([[1, new Set([2n])]]),
    }
    own.itself = own
    expect(await page.electron.ipcRenderer.invoke('echo', own)).toEqual(own)
    double.module.ipcMain.handle('file', () => new Blob(['x']))
    await expect(page.electron.ipcRenderer.invoke('file')).rejects.toThrow('could not be cloned')
    expect(() => double.module.ipcMain.handle('echo', () => 1)).toThrow('second handler')
  })

  // tutorial/security 5: “By default, Electron will automatically approve all permission requests unless the developer has manually configured a custom handler.”
  test('a permission is granted unless a handler denies it', () => {
    const double = ready()
    expect(double.requestPermission('media', 'https://a.example/')).toBe(true)
    expect(double.checkPermission('media', 'https://a.example/')).toBe(true)
    double.module.session.defaultSession.setPermissionRequestHandler((_contents, _name, reply) =>
      reply(false),
    )
    double.module.session.defaultSession.setPermissionCheckHandler(() => false)
    expect(double.requestPermission('media', 'https://a.example/')).toBe(false)
    expect(double.checkPermission('media', 'https://a.example/')).toBe(false)
  })

  // api/web-contents: “Calling event.preventDefault() will prevent the navigation.”; setWindowOpenHandler: “Return { action: 'deny' } to cancel”.
  test('a page navigates and opens windows unless that is prevented', () => {
    const { contents } = preloadOf(ready())
    expect([contents.navigate('https://a.example/'), contents.openWindow('https://a.example/')]).toEqual([
      true,
      true,
    ])
    contents.on('will-frame-navigate', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    expect([contents.navigate('https://b.example/'), contents.openWindow('https://b.example/')]).toEqual([
      false,
      false,
    ])
    expect(contents.getURL()).toBe('https://a.example/')
  })

  // api/protocol: registerSchemesAsPrivileged “can only be used before the `ready` event … and can be called only once”.
  test('privileges of schemes are given once, before the app is ready; a scheme is handled after, and once', async () => {
    const double = createFakeElectron()
    const { module } = double
    expect(() => module.session.defaultSession).toThrow('app is ready')
    module.protocol.registerSchemesAsPrivileged([{ scheme: 'own' }])
    expect(() => module.protocol.registerSchemesAsPrivileged([{ scheme: 'own' }])).toThrow('once')
    await module.app.whenReady()
    expect(() => module.protocol.registerSchemesAsPrivileged([])).toThrow('before app is ready')
    module.session.defaultSession.protocol.handle('own', () => new Response())
    expect(() => module.session.defaultSession.protocol.handle('own', () => new Response())).toThrow(
      'already',
    )
  })

  // api/protocol: “A standard scheme adheres to what RFC 3986 calls generic URI syntax”; any other has no host, and so no origin of its own.
  test('only a standard scheme gives its pages an origin', async () => {
    for (const [standard, origin] of [
      [true, 'own://page'],
      [false, 'null'],
    ] as const) {
      const double = createFakeElectron()
      double.module.protocol.registerSchemesAsPrivileged([{ scheme: 'own', privileges: { standard } }])
      await double.app.whenReady()
      const window = new double.module.BrowserWindow({})
      await window.loadURL('own://page/')
      expect(window.webContents.mainFrame.origin).toBe(origin)
    }
  })

  // api/browser-window: “This module cannot be used until the `ready` event of the app module is emitted.” api/screen says the same.
  test('windows, trays, notifications and screens are there once the app is ready', () => {
    const { module } = createFakeElectron()
    expect(() => new module.BrowserWindow({})).toThrow('before app is ready')
    expect(() => new module.Tray('')).toThrow('before app is ready')
    expect(() => new module.Notification({})).toThrow('before app is ready')
    expect(() => module.screen.getAllDisplays()).toThrow('before app is ready')
  })

  // api/app, setPath: “If you want to change this location, you have to override the path before the `ready` event of the app module is emitted.”
  test('the profile is chosen before the app is ready, and one lock is requested', () => {
    expect(() => ready().module.app.setPath('userData', '/x')).toThrow('before app is ready')
    const { app } = createFakeElectron({ hasInstanceLock: false }).module
    expect(app.requestSingleInstanceLock()).toBe(false)
    expect(() => app.requestSingleInstanceLock()).toThrow('before')
  })

  // api/safe-storage: “The asynchronous encryptor is initialized lazily … after the app is ready.”; backend `unknown` “when the function is called before app has emitted the `ready` event”.
  test('nothing is encrypted before the app is ready', async () => {
    const { safeStorage } = createFakeElectron().module
    expect(await safeStorage.isAsyncEncryptionAvailable()).toBe(false)
    expect(safeStorage.getSelectedStorageBackend()).toBe('unknown')
    await expect(safeStorage.encryptStringAsync('x')).rejects.toThrow('before app is ready')
    await expect(safeStorage.decryptStringAsync(Buffer.from('x'))).rejects.toThrow('before app is ready')
  })

  // api/safe-storage, setUsePlainTextEncryption: “force the module to use an in memory password … when a valid OS password manager cannot be determined”.
  test('without a keychain nothing is encrypted until plain text is allowed', async () => {
    const double = ready()
    double.keychain.backend = 'basic_text'
    const { safeStorage } = double.module
    expect(await safeStorage.isAsyncEncryptionAvailable()).toBe(false)
    await expect(safeStorage.encryptStringAsync('x')).rejects.toThrow('encrypting')
    safeStorage.setUsePlainTextEncryption(true)
    const decrypted = await safeStorage.decryptStringAsync(await safeStorage.encryptStringAsync('x'))
    expect(decrypted).toEqual({ result: 'x', shouldReEncrypt: false })
  })

  // api/safe-storage, decryptStringAsync: “whether data that has just been returned from the decrypt operation should be re-encrypted, as the key has been rotated”; electron_api_safe_storage.cc: available once the encryptor is there, “temporarily unavailable” where its provider gives no key, '' for ''.
  test('a keychain that gives no key is available and passing, and a rotated key asks for another encryption', async () => {
    const double = ready()
    const { safeStorage } = double.module
    const encrypted = await safeStorage.encryptStringAsync('x')
    double.keychain.isAvailable = false
    expect(await safeStorage.isAsyncEncryptionAvailable()).toBe(true)
    await expect(safeStorage.encryptStringAsync('x')).rejects.toThrow('encrypting')
    await expect(safeStorage.decryptStringAsync(encrypted)).rejects.toThrow('temporarily unavailable')
    double.keychain.isAvailable = true
    double.keychain.keyNumber = 2
    expect(await safeStorage.decryptStringAsync(encrypted)).toEqual({ result: 'x', shouldReEncrypt: true })
    expect(await safeStorage.decryptStringAsync(Buffer.alloc(0))).toEqual({
      result: '',
      shouldReEncrypt: false,
    })
  })

  test('the calls of safeStorage that block are not there: Electron has deprecated them', () => {
    for (const name of ['isEncryptionAvailable', 'encryptString', 'decryptString'])
      expect(ready().module.safeStorage).not.toHaveProperty(name)
  })
})

// Built by `npm run build`, which the check and the tests run first.
test('[HOST12] the built preload runs in a sandbox, and gives the page its two functions', () => {
  const { page } = preloadOf(ready(), { sandbox: true })
  page.runPreload(readFileSync(join(import.meta.dirname, '../../dist/preload/preload.cjs'), 'utf8'))
  expect([...page.globals.keys()]).toEqual(['atelier'])
  expect(Object.keys(page.globals.get('atelier') as object)).toEqual(['call', 'subscribe'])
})
