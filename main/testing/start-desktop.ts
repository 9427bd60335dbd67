import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Conf from 'conf'
import { onTestFinished } from 'vitest'
import { exposeBridge } from '../../preload/expose-bridge.ts'
import { type PreloadApi, preloadGlobal } from '../../shared/bridge/carrier.ts'
import { type DesktopDeps, runDesktop } from '../hosts/electron/run-desktop.ts'
// What a start loads afterwards would be loaded within the time of a test.
import '../hosts/door/serve-agents-http.ts'
import '../hosts/door/serve-door.ts'
import '../studio-calls.ts'
import { createFakeElectron, type FakeElectronOptions, FakeWebContents } from './fake-electron.ts'

/** A desktop over a folder of its own and a service that isn't there, with the page's side of the bridge. */
export async function startDesktop({
  switches = {},
  given = [],
  offerUpdate = async () => {},
  ...options
}: FakeElectronOptions & {
  readonly given?: readonly string[]
  readonly offerUpdate?: DesktopDeps['offerUpdate'] & {}
} = {}) {
  let signal = () => {}
  let crash: (error: unknown) => void = () => {}
  const root = await mkdtemp(join(tmpdir(), 'atelier-desktop-'))
  const data = switches.data ?? join(root, 'data')
  await mkdir(join(root, 'dist/renderer'), { recursive: true })
  await writeFile(
    join(root, 'dist/renderer/index.html'),
    '<html data-theme="dark"><title>Atelier</title></html>',
  )
  const electron = createFakeElectron({
    ...options,
    switches: { data, service: 'http://127.0.0.1:9', ...switches },
  })
  await runDesktop({
    electron: electron.module,
    root,
    node: process.execPath,
    given,
    onEndSignal(end) {
      signal = end
    },
    onUncaught(tell) {
      crash = tell
    },
    offerUpdate,
    openSettings: (cwd) => new Conf({ cwd, configName: 'settings', clearInvalidConfig: false }),
  })
  onTestFinished(async () => {
    await endDesktop(electron)
    await rm(root, { recursive: true, force: true })
  })
  const [window] = electron.windows
  const page = electron.createPage(window?.webContents ?? new FakeWebContents())
  exposeBridge(page.electron)
  return {
    electron,
    root,
    data,
    window,
    bridge: page.globals.get(preloadGlobal) as PreloadApi,
    globals: page.globals,
    /** As the system or a terminal ends a program. */
    signal: () => signal(),
    /** As an error that nothing caught. */
    crash: (error: unknown) => crash(error),
  }
}

export async function endDesktop(electron: ReturnType<typeof createFakeElectron>): Promise<void> {
  if (electron.quits.length > 0 || electron.exits.length > 0) return
  const ended = Promise.race(['quit', 'ended'].map((name) => once(electron.app, name)))
  // As the system ends it, which asks nothing.
  electron.shutDown()
  electron.app.quit()
  await ended
}
