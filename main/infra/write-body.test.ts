import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIntakeQueue, type IntakeSource } from './body-intake.ts'
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

const idle: IntakeSource = { pause() {}, resume() {} }
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
        const intake = createIntakeQueue(idle)
        for (const chunk of chunks) intake.push(chunk)
        intake.finish(null)
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

test('bytes received before a body broke are passed on first, however late they are taken', async () => {
  const intake = createIntakeQueue(idle)
  intake.push(Buffer.from('here'))
  intake.finish(new Error('broke'))
  intake.finish(null)
  expect((await intake.take())?.map(String)).toEqual(['here'])
  await expect(intake.take()).rejects.toThrow('broke')
})

test('bytes that nobody takes hold the body up, until they are taken', async () => {
  const calls: string[] = []
  const intake = createIntakeQueue({ pause: () => calls.push('pause'), resume: () => calls.push('resume') })
  for (let count = 0; count < 31; count += 1) intake.push(Buffer.alloc(64 * 1024))
  expect(calls).toEqual([])
  intake.push(Buffer.alloc(64 * 1024))
  expect(calls).toEqual(['pause'])
  expect((await intake.take())?.length).toBe(16)
  expect(calls).toEqual(['pause'])
  expect((await intake.take())?.length).toBe(16)
  expect(calls).toEqual(['pause', 'resume'])
})

test('bytes left over by a take are passed on although nothing more arrives', async () => {
  const intake = createIntakeQueue(idle)
  for (const bytes of [1024 ** 2, 5]) intake.push(Buffer.alloc(bytes))
  expect((await intake.take())?.map(({ length }) => length)).toEqual([1024 ** 2])
  expect((await intake.take())?.map(({ length }) => length)).toEqual([5])
})
