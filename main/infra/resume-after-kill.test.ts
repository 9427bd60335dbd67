import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFetcherHome } from '../testing/fetcher-home.ts'
import { openResultServer, respondWithRange } from '../testing/result-server.ts'
import { runProgram } from '../testing/run-program.ts'
import { samplePng } from '../testing/sample-media.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const png = samplePng({ bytes: 300_000 })
// Each byte depends on its position.
for (let at = 8; at < png.length; at += 1) png[at] = at * 7 + (at >> 8)

test.each([1, 63, 65_536, 299_999, 300_000])(
  '[LIB11] killed after %i bytes, it continues after them in the next process, and every byte is right',
  // Starts a program, which takes long beside other work.
  { timeout: 30_000 },
  async (sent) => {
    const path = join(temporaryFolder(), 'data')
    const server = await openResultServer((request, count) => {
      const response = respondWithRange(png, request, { ETag: '"one"' })
      return count === 1 ? { ...response, sent, after: 'stay' } : response
    })
    onTestFinished(() => server.close())
    const program = runProgram('main/testing/fetch-program.ts', [path, server.url])
    const part = join(path, 'incoming/f1.part')
    await expect
      .poll(() => statSync(part, { throwIfNoEntry: false })?.size, { timeout: 20_000, interval: 20 })
      .toBe(sent)
    program.process.kill('SIGKILL')
    await program.ended

    const home = await openFetcherHome({ path })
    expect(home.hasMedia()).toBe(false)
    await home.fetcher.sweep(() => true)
    const outcome = await home.fetch(server.url)
    if (outcome.type !== 'fetched') throw new Error(outcome.type)
    await outcome.commit('media/2026-11/sea.png')
    expect(readFileSync(join(path, 'media/2026-11/sea.png')).equals(png)).toBe(true)
    expect(server.requests.map(({ from }) => from)).toEqual([null, Math.min(sent, png.length - 1)])
    expect(home.incoming()).toEqual([])
  },
)
