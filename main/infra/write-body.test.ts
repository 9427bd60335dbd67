import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBodyIntake } from './body-intake.ts'
import { writeBody } from './write-body.ts'

/** A disk that takes so many bytes at once and no more. */
function slowFile(bytesAtOnce: number) {
  const content = Buffer.alloc(4_000)
  return {
    content,
    async writev(chunks: readonly Uint8Array[], position = 0) {
      const bytes = Buffer.concat(chunks).subarray(0, bytesAtOnce)
      content.set(bytes, position)
      return { bytesWritten: bytes.length, buffers: [] }
    },
  }
}

const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 200 }), { maxLength: 8 })

test('every byte is written in its place and hashed, also where the disk takes few at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      pieces,
      fc.integer({ min: 1, max: 300 }),
      fc.nat(500),
      async (chunks, atOnce, position) => {
        const file = slowFile(atOnce)
        const hash = createHash('sha256')
        const intake = createBodyIntake(Readable.from(chunks, { objectMode: false }), () => {})
        const end = await writeBody({
          intake,
          file: file as never,
          position,
          hashes: [hash],
          beforeWrite() {},
        })
        const bytes = Buffer.concat(chunks)
        expect(end).toBe(position + bytes.length)
        expect(file.content.subarray(position, end).equals(bytes)).toBe(true)
        expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
      },
    ),
  )
})

test('what came before a body broke is handed on first, however late it is asked for', async () => {
  const body = new PassThrough()
  const intake = createBodyIntake(body, () => {})
  body.write('here')
  await new Promise(setImmediate)
  body.destroy(new Error('broke'))
  await new Promise(setImmediate)
  expect((await intake.take())?.map(String)).toEqual(['here'])
  await expect(intake.take()).rejects.toThrow('broke')
})

test('bytes that nobody takes hold the body up', async () => {
  const body = new PassThrough({ highWaterMark: 64 * 1024 })
  const intake = createBodyIntake(body, () => {})
  for (let count = 0; count < 40; count += 1) body.write(Buffer.alloc(64 * 1024))
  await new Promise(setImmediate)
  expect(body.isPaused()).toBe(true)
  let bytes = 0
  body.end()
  for (let chunks = await intake.take(); chunks; chunks = await intake.take())
    for (const chunk of chunks) bytes += chunk.length
  expect(bytes).toBe(40 * 64 * 1024)
})
