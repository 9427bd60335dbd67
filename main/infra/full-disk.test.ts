import { readdirSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDiskReservations, reserveBytes } from '../engine/library/disk-reservation.ts'
import { openFetcherHome } from '../testing/fetcher-home.ts'
import { openResultServer, respondWithRange } from '../testing/result-server.ts'
import { samplePng } from '../testing/sample-media.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { ownReach } from '../testing/test-accounts.ts'
import { createDiskFreeSpace } from './disk-free-space.ts'
import { createIdleTimeout } from './one-try.ts'
import { openPartFile, type PartFile } from './part-file.ts'
import { receiveFile } from './receive-file.ts'

const png = samplePng({ bytes: 9_000 })
const tag = { ETag: '"one"' }
const mebibyte = 1024 ** 2

async function serve(sent?: (count: number) => number | undefined) {
  const server = await openResultServer((request, count) => {
    const response = respondWithRange(png, request, tag)
    const length = sent?.(count)
    return length === undefined ? response : { ...response, sent: length }
  })
  onTestFinished(() => server.close())
  return server
}

describe('[LIB15] free space is checked before the first byte', () => {
  test('without any room nothing is even requested', async () => {
    const home = await openFetcherHome({ free: () => reserveBytes })
    const server = await serve()
    expect(await home.fetch(server.url)).toEqual({
      type: 'no_room',
      missingBytes: 64 * mebibyte,
      totalBytes: null,
    })
    expect([server.requests, home.incoming()]).toEqual([[], []])
  })

  test('a learned length is reserved without a request', async () => {
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

  test('a length that is too large is found in the response’s head, and nothing is written', async () => {
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

  test('bytes already here need no more room, and stay while there is none', async () => {
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
  '[LIB16] a disk that fills up during a download gets its bytes back, and the file says what is missing',
  async () => {
    let isFull = true
    const home = await openFetcherHome({
      openPart(folder, fileId) {
        const part = openPartFile(folder, fileId)
        const begin: PartFile['begin'] = async (note) => {
          const file = await part.begin(note)
          if (!isFull) return file
          isFull = false
          await file.close()
          return openFile('/dev/full', 'w')
        }
        return { ...part, begin }
      },
    })
    const server = await serve()
    expect(await home.fetch(server.url)).toEqual({ type: 'no_room', missingBytes: 9_000, totalBytes: 9_000 })
    expect([home.incoming(), home.hasMedia()]).toEqual([[], false])
    expect(await home.fetch(server.url)).toMatchObject({ type: 'fetched', bytes: 9_000 })
  },
)

test('[LIB48] a file that could not be flushed is not continued from: the next try reads it from its beginning', async () => {
  let isSick = true
  const home = await openFetcherHome({
    openPart(folder, fileId) {
      const part = openPartFile(folder, fileId)
      const begin: PartFile['begin'] = async (note) => {
        const file = await part.begin(note)
        if (isSick) file.datasync = () => Promise.reject(Object.assign(new Error('sick'), { code: 'EIO' }))
        isSick = false
        return file
      }
      return { ...part, begin }
    },
  })
  const server = await serve()
  expect(await home.fetch(server.url)).toMatchObject({ type: 'failed', isFinal: false })
  expect([home.incoming(), home.hasMedia()]).toEqual([[], false])
  expect(await home.fetch(server.url)).toMatchObject({ type: 'fetched', bytes: 9_000 })
  expect(server.requests.map(({ from }) => from)).toEqual([null, null])
})

test('[LIB16] also where a part of it is on the disk already', async () => {
  const folder = temporaryFolder()
  const real = openPartFile(folder, 'f1')
  const part: PartFile = {
    ...real,
    async begin(note) {
      const file = await real.begin(note)
      const write = file.writev.bind(file)
      let writes = 0
      file.writev = <Buffers extends readonly NodeJS.ArrayBufferView[]>(
        buffers: Buffers,
        position?: number,
      ) => {
        writes += 1
        if (writes > 1) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
        return write(buffers, position)
      }
      return file
    },
  }
  const pieces = [png.subarray(0, 4_000), png.subarray(4_000)]
  const header = (name: string) => (name === 'etag' ? '"one"' : null)
  const intake = {
    async take() {
      const piece = pieces.shift()
      return piece ? [piece] : null
    },
    close() {},
  }
  const silence = createIdleTimeout(60_000)
  onTestFinished(silence.end)
  const request = { fileId: 'f1', url: 'http://a.example/', expectedBytes: null, onProgress() {} }
  const reach = ownReach(request.url)
  const receiving = receiveFile(
    {
      request: { ...request, reach, refused: [], signal: silence.signal },
      part,
      room: createDiskReservations({ bytes: async () => null }),
      silence,
      get: () => Promise.reject(new Error('Nothing is asked.')),
    },
    {
      response: {
        status: 200,
        header,
        isPacked: false,
        isSealed: false,
        isEndDeclared: true,
        bytes: png.length,
        intake,
      },
      from: null,
      totalBytes: png.length,
    },
  )
  await expect(receiving).rejects.toMatchObject({ name: 'NoRoomError', missingBytes: 9_000 })
  expect(readdirSync(folder)).toEqual([])
})

test('the free space of a folder’s disk is known; a missing folder’s is not', async () => {
  const folder = temporaryFolder()
  expect(await createDiskFreeSpace(folder).bytes()).toBeGreaterThan(0)
  expect(await createDiskFreeSpace(join(folder, 'none')).bytes()).toBeNull()
})
