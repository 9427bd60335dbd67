import { expect, test } from 'vitest'
import { streamRange } from './stream-range.ts'

const megabyte = Uint8Array.from({ length: 1_000_000 }, (_, index) => index % 251)

function open(read?: (offset: number, length: number) => Promise<Uint8Array>) {
  let closed = 0
  const source = {
    read: read ?? (async (offset: number, length: number) => megabyte.slice(offset, offset + length)),
    async close() {
      closed += 1
    },
  }
  return { source, closed: () => closed }
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

test.each([
  [0, 0],
  [3, 6],
  [65_535, 65_536],
  [0, 999_999],
  [999_000, 999_999],
])('the bytes from %d to %d come whole, and the source is closed once', async (start, end) => {
  const { source, closed } = open()
  expect(await bytesOf(streamRange(source, start, end))).toEqual(megabyte.slice(start, end + 1))
  expect(closed()).toBe(1)
})

test('a source that ends before its range ends the stream', async () => {
  const { source, closed } = open()
  expect((await bytesOf(streamRange(source, 999_990, 2_000_000))).length).toBe(10)
  expect(closed()).toBe(1)
})

test('a source that fails fails the stream, and is closed', async () => {
  const { source, closed } = open(async () => {
    throw new Error('broken disk')
  })
  await expect(bytesOf(streamRange(source, 0, 9))).rejects.toThrow('broken disk')
  expect(closed()).toBe(1)
})

test('one that is canceled while it reads takes nothing more, and is closed', async () => {
  const reading = Promise.withResolvers<Uint8Array>()
  const begun = Promise.withResolvers<void>()
  let reads = 0
  const { source, closed } = open(() => {
    reads += 1
    begun.resolve()
    return reading.promise
  })
  const reader = streamRange(source, 0, 999_999).getReader()
  const read = reader.read()
  await begun.promise
  await reader.cancel()
  expect(closed()).toBe(1)
  reading.resolve(new Uint8Array(65_536))
  expect(await read).toEqual({ done: true, value: undefined })
  await reading.promise
  expect([reads, closed()]).toEqual([1, 1])
})
