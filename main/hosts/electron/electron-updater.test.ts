import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { configureRequestOptions, type DownloadOptions, HttpExecutor } from 'builder-util-runtime'
import { AppImageUpdater } from 'electron-updater'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { FakeUpdater } from '../../testing/fake-updater.ts'
import { openSpyHttpServer } from '../../testing/spy-http-server.ts'
import { createSpyLog } from '../../testing/spy-log.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { updaterSuite } from '../../testing/updater-suite.ts'
import { createUpdater } from './electron-updater.ts'

describe('the fake updater', () => {
  updaterSuite(async (feed) => {
    const updater = new FakeUpdater({
      offers: feed === 'newer' || feed === 'tampered' ? '0.2.0' : null,
      ...(feed === 'broken' && { checkFails: '500' }),
      ...(feed === 'tampered' && { downloadFails: 'sha512 checksum mismatch' }),
    })
    return { updater, installed: () => updater.installed }
  })
})

/** Of the three systems the one whose installed program is a file that can be replaced here. */
describe.skipIf(process.platform !== 'linux')(
  'electron-updater, with a feed over HTTP and programs that run',
  () => {
    updaterSuite(openInstalled)

    test('[PACK21] a restart starts the new version', async () => {
      const { updater, started } = await openInstalled('newer')
      await updater.check()
      await updater.download()
      updater.install({ restarts: true })
      await expect.poll(started).toBe('0.2.0')
    })

    test('[PACK20] the feed learns neither the version nor which installation asks', async () => {
      const { updater, seen } = await openInstalled('newer')
      await updater.check()
      expect(seen.map(({ url }) => url?.split('?')[0])).toEqual(['/latest-linux.yml'])
      expect(JSON.stringify(seen)).not.toContain('0.1.0')
      expect(seen[0]?.headers['x-user-staging-id']).toMatch(/^[0-]+$/)
    })
  },
)

/** Node’s HTTP in place of Chromium’s. */
class NodeHttp extends HttpExecutor<ClientRequest> {
  createRequest(options: object, callback: (response: never) => void): ClientRequest {
    return request(options, callback as never)
  }

  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const requested = configureRequestOptions({ ...addressOf(url), headers: options.headers ?? {} })
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination))
      this.doDownload(requested, { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }
}

function addressOf({ protocol, hostname, port, pathname, search }: URL) {
  return { protocol, hostname, port, path: pathname + search }
}

async function openInstalled(feed: 'newer' | 'same' | 'older' | 'broken' | 'tampered') {
  const folder = temporaryFolder()
  const [program, mark] = [join(folder, 'Atelier.AppImage'), join(folder, 'started')]
  writeFileSync(program, scriptOf('0.1.0', mark))
  chmodSync(program, 0o755)
  vi.stubEnv('APPIMAGE', program)
  const offered = { newer: '0.2.0', tampered: '0.2.0', same: '0.1.0', older: '0.0.9', broken: '' }[feed]
  const next = scriptOf(offered, mark)
  const sha512 = createHash('sha512')
    .update(feed === 'tampered' ? 'another file' : next)
    .digest('base64')
  const file = `Atelier-${offered}.AppImage`
  const seen: Pick<IncomingMessage, 'url' | 'headers'>[] = []
  const server = await openSpyHttpServer(({ url = '', headers }, response) => {
    seen.push({ url, headers })
    if (feed === 'broken') response.writeHead(500).end('no')
    else if (url.startsWith('/latest-linux.yml'))
      response.end(
        `version: ${offered}\nfiles:\n  - url: ${file}\n    sha512: ${sha512}\n    size: ${next.length}\npath: ${file}\nsha512: ${sha512}\nreleaseDate: '2026-11-27T00:00:00.000Z'\n`,
      )
    else if (url === `/${file}`) response.end(next)
    else response.writeHead(404).end()
  })
  onTestFinished(() => server.close())
  const updater = new AppImageUpdater(undefined, {
    version: '0.1.0',
    name: 'atelier',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: join(folder, 'cache'),
    whenReady: async () => {},
    relaunch: () => {},
    quit: () => {},
    onQuit: () => {},
  })
  writeFileSync(
    join(folder, 'app-update.yml'),
    `provider: generic\nurl: ${server.url}\nupdaterCacheDirName: atelier\n`,
  )
  Reflect.set(updater, 'httpExecutor', new NodeHttp())
  return {
    updater: createUpdater(updater, createSpyLog()),
    seen,
    started: () => (existsSync(mark) ? readFileSync(mark, 'utf8').trim() : ''),
    installed: () => execFileSync(program, { encoding: 'utf8' }).trim(),
  }
}

/** A program that says its version, and notes that it was started. */
function scriptOf(version: string, mark: string): string {
  return `#!/bin/sh\necho ${version}\necho ${version} > '${mark}'\n`
}
