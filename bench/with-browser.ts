import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../tools/chromium.ts'
import { addressOf, startStudio } from './studio.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

export interface Pages {
  readonly browser: Browser
  /** The bare page that does the same by hand, under the headers of Atelier's own. */
  readonly bareAddress: string
  /** Atelier's page, with its token. */
  readonly studioAddress: string
}

interface PagesOptions {
  /** What the studio finds in its environment besides. */
  readonly env?: Readonly<Record<string, string>>
  /** The address of a service for the studio; none unless stated. */
  readonly service?: string
  /** Fills the data folder before the studio starts. */
  prepare?(folder: string): Promise<void>
  /** A data folder that others measure in, too; one of its own unless stated. */
  readonly folder?: string
}

/** A browser, a bare page and a running studio for one measurement; all are closed when it ends. */
export function withPages<Value>(
  bareHtml: string,
  work: (pages: Pages) => Promise<Value>,
  { env, service, prepare, folder: given }: PagesOptions = {},
): Promise<Value> {
  const measure = async (folder: string) => {
    await prepare?.(folder)
    const studio = await startStudio(folder, env, service)
    const studioAddress = addressOf(studio)
    const bare = await servePage(bareHtml, await readHeaders(studioAddress))
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumFlags] })
    try {
      return await work({ browser, bareAddress: bare.address, studioAddress })
    } finally {
      await browser.close()
      bare.close()
      await studio.stop()
    }
  }
  return given === undefined ? inTemporaryFolder(measure) : measure(given)
}

/** The headers of Atelier's page: above all, that no other page may share its process (decisions/0028). */
async function readHeaders(address: string): Promise<Headers> {
  const { headers } = await fetch(address)
  return new Headers([...headers].filter(([name]) => !omitted.includes(name)))
}

/** Headers of a single response, or about resources that Atelier's page loads and the bare one has inline. */
const omitted = [
  'connection',
  'content-length',
  'content-security-policy',
  'date',
  'keep-alive',
  'transfer-encoding',
]

async function servePage(html: string, headers: Headers): Promise<{ address: string; close(): void }> {
  const server = createServer((_, response) => response.setHeaders(headers).end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
