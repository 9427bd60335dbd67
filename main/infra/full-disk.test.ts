import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { reserveBytes } from '../engine/library/room.ts'
import { openFetcherHome } from '../testing/fetcher-home.ts'
import { answerRange, openResultServer } from '../testing/result-server.ts'
import { samplePng } from '../testing/sample-media.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createDiskFreeSpace } from './disk-free-space.ts'

const png = samplePng({ bytes: 9_000 })
const tag = { ETag: '"one"' }
const mebibyte = 1024 ** 2

async function serve(sent?: (count: number) => number | undefined) {
  const server = await openResultServer((request, count) => {
    const answer = answerRange(png, request, tag)
    const length = sent?.(count)
    return length === undefined ? answer : { ...answer, sent: length }
  })
  onTestFinished(() => server.close())
  return server
}

describe('[LIB15] the disk is asked before the first byte', () => {
  test('without room for anything nothing is even asked for', async () => {
    const home = await openFetcherHome({ free: () => reserveBytes })
    const server = await serve()
    expect(await home.fetch(server.url)).toEqual({
      type: 'no_room',
      missingBytes: 64 * mebibyte,
      totalBytes: null,
    })
    expect([server.requests, home.incoming()]).toEqual([[], []])
  })

  test('a length that was learned is asked for, without a request', async () => {
    const home = await openFetcherHome({ free: () => reserveBytes + 1_000 })
    const server = await serve()
    expect(await home.fetch(server.url, { expectedBytes: 9_000 })).toEqual({
      type: 'no_room',
      missingBytes: 8_000,
      totalBytes: 9_000,
    })
    expect(server.requests).toEqual([])
    expect(await home.fetch(server.url, { expectedBytes: 900 })).toMatchObject({ totalBytes: 9_000 })
  })

  test('a length that is too much is found by the answer’s head, and nothing is written', async () => {
    const home = await openFetcherHome({ free: () => reserveBytes + 64 * mebibyte })
    const server = await openResultServer(() => ({
      status: '200 OK',
      headers: { ...tag, 'Content-Length': 100 * mebibyte },
      body: png,
      after: 'stay',
    }))
    onTestFinished(() => server.close())
    expect(await home.fetch(server.url)).toEqual({
      type: 'no_room',
      missingBytes: 36 * mebibyte,
      totalBytes: 100 * mebibyte,
    })
    expect(home.incoming()).toEqual([])
  })

  test('what is here already needs no more room, and stays while there is none', async () => {
    let free = reserveBytes + 64 * mebibyte
    const home = await openFetcherHome({ free: () => free })
    const server = await serve((count) => (count === 1 ? 4_000 : undefined))
    await home.fetch(server.url)
    free = reserveBytes + 4_000
    expect(await home.fetch(server.url)).toMatchObject({ type: 'no_room', missingBytes: 1_000 })
    expect(home.incoming().sort()).toEqual(['f1.note', 'f1.part'])
    free = reserveBytes + 5_000
    expect(await home.fetch(server.url)).toMatchObject({ type: 'fetched', bytes: 9_000 })
    expect(server.requests.map(({ from }) => from)).toEqual([null, 4_000])
  })
})

test.skipIf(process.platform !== 'linux')(
  '[LIB16] a disk that fills up amid the file gets back what came, and the file says what is missing',
  async () => {
    const home = await openFetcherHome()
    mkdirSync(join(home.path, 'incoming'))
    symlinkSync('/dev/full', join(home.path, 'incoming/f1.part'))
    const server = await serve()
    expect(await home.fetch(server.url)).toEqual({ type: 'no_room', missingBytes: 9_000, totalBytes: 9_000 })
    expect([home.incoming(), home.hasMedia()]).toEqual([[], false])
    expect(await home.fetch(server.url)).toMatchObject({ type: 'fetched', bytes: 9_000 })
  },
)

test('the disk of a folder says what is free; one that is not there says nothing', async () => {
  const folder = temporaryFolder()
  expect(await createDiskFreeSpace(folder).bytes()).toBeGreaterThan(0)
  expect(await createDiskFreeSpace(join(folder, 'none')).bytes()).toBeNull()
})
