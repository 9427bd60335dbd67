import Conf from 'conf'
import { readArguments } from '../main/hosts/arguments.ts'
import { runDesktop } from '../main/hosts/electron/run-desktop.ts'
import { createFakeElectron, FakeWebContents } from '../main/testing/fake-electron.ts'
import { exposeBridge } from '../preload/expose-bridge.ts'
import { type PreloadApi, preloadGlobal } from '../shared/bridge/carrier.ts'
import { createBridgeClient } from '../shared/bridge/client.ts'
import { root } from '../tools/start-program.ts'
import { isHome } from './list-runs.ts'
import { until } from './until.ts'

/**
 * The desktop host in a separate process, over the double of Electron: `RUNS KEY --data DIR --service URL`.
 * Confirms the runs as its page would, and ends when everything is downloaded.
 */
async function main(): Promise<void> {
  const { values, positionals } = readArguments(process.argv.slice(2), {
    data: { type: 'string' },
    service: { type: 'string' },
  })
  const [runs = '[]', key = ''] = positionals
  const { data = '', service = '' } = values
  const electron = createFakeElectron({ switches: { data, service } })
  await runDesktop({
    electron: electron.module,
    root,
    node: process.execPath,
    openSettings: (cwd) => new Conf({ cwd, configName: 'settings', clearInvalidConfig: false }),
  })
  const [exit] = electron.exits
  if (exit !== undefined) {
    process.stderr.write(`${electron.shown.errors.join('\n')}\n`)
    process.exit(exit)
  }
  const page = electron.createPage(electron.windows[0]?.webContents ?? new FakeWebContents())
  exposeBridge(page.electron)
  const bridge = page.globals.get(preloadGlobal) as PreloadApi
  const studio = createBridgeClient(bridge.call)
  await studio.want('accounts.connect', { baseUrl: service, key, consent: true })
  for (const { submissionId, prompt } of JSON.parse(runs) as { submissionId: string; prompt: string }[]) {
    const one = { submissionIds: [submissionId], modelId: 'i3', values: { prompt } }
    await studio.want('jobs.confirm', { ...one, estimate: { kind: 'unlisted' } })
  }
  await until('every job is home', async () => {
    const list = await studio.want('jobs.list', {
      limit: 500,
      states: ['confirmed', 'sending', 'unsent', 'accepted'],
    })
    return list.submissions.every(isHome) ? true : null
  })
  process.exit(0)
}

await main()
