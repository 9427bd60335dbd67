import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReceiveBuffers } from './receive-buffers.ts'

/** A socket that fills the offered memory with the next bytes of a known sequence. */
function openSocket() {
  const buffers = createReceiveBuffers()
  const arrived: Uint8Array[] = []
  buffers.feed(
    Object.assign(new Readable({ read() {} }), { push: (chunk: Uint8Array) => arrived.push(chunk) }),
  )
  const { buffer: offer, callback } = buffers.onread
  let memory = typeof offer === 'function' ? offer() : offer
  let next = 0
  return {
    arrived,
    release: buffers.release,
    receive(bytes: number): void {
      const length = Math.min(bytes, memory.length)
      for (let at = 0; at < length; at += 1) memory[at] = (next + at) % 251
      next += length
      callback(length, memory)
      memory = typeof offer === 'function' ? offer() : offer
    },
  }
}

test('bytes stay as they arrived until they are released, however they are taken', () => {
  const step = fc.record({
    bytes: fc.integer({ min: 1, max: 600_000 }),
    take: fc.integer({ min: 0, max: 3 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const socket = openSocket()
      let [read, taken]: [number, readonly Uint8Array[]] = [0, []]
      for (const { bytes, take } of steps) {
        socket.receive(bytes)
        if (socket.arrived.length < take) continue
        for (const chunk of taken) {
          expect([chunk[0], chunk.at(-1)]).toEqual([read % 251, (read + chunk.length - 1) % 251])
          read += chunk.length
        }
        socket.release(taken)
        taken = socket.arrived.splice(0, take)
      }
    }),
    { numRuns: 50 },
  )
})

test('released memory is used again, so that a long body needs little', () => {
  const socket = openSocket()
  const used = new Set<ArrayBufferLike>()
  for (let part = 0; part < 200; part += 1) {
    socket.receive(200_000)
    const taken = socket.arrived.splice(0)
    for (const { buffer } of taken) used.add(buffer)
    socket.release(taken)
  }
  expect(used.size).toBeLessThanOrEqual(3)
})

test('the release of other memory changes nothing', () => {
  const socket = openSocket()
  socket.receive(500_000)
  socket.receive(500_000)
  socket.release([new Uint8Array(10)])
  socket.receive(500_000)
  expect(socket.arrived.map((chunk) => chunk[1])).toEqual([1, (500_000 + 1) % 251, (1_000_000 + 1) % 251])
})
