import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLibrary } from '../testing/open-library.ts'
import { createFileNumbers } from './file-numbers.ts'

async function open() {
  const { database, addFile } = await openLibrary()
  const submissionId = String(
    database.prepare('SELECT submission_id FROM files WHERE file_id = ?').get(addFile())?.submission_id,
  )
  const insert = database.prepare(
    `INSERT INTO files (seq, file_id, submission_id, ordinal, url, state, name, kind, model_id, prompt)
     SELECT ?1, 'file ' || ?1, ?2, 1 + max(ordinal), '', 'waiting', '', 'image', 'i3', '' FROM files`,
  )
  const put = (number: number) => void insert.run(number, submissionId)
  const clear = () => void database.prepare('DELETE FROM files WHERE ordinal > 0').run()
  return { database, put, clear, numbers: createFileNumbers(database) }
}

const day = 86_400
const noon = Date.parse('2026-11-27T12:00:00Z')
const second = noon / 1_000

test('[LIB563] a result is numbered by the second in which it came, after all others', async () => {
  const { numbers, put } = await open()
  expect(numbers.after(noon)).toBe(second)
  put(second + 40)
  expect(numbers.after(noon + 900)).toBe(second + 41)
  expect(numbers.after(noon + 60_000)).toBe(second + 60)
  // A row that is damaged, and a clock that is far ahead, leave numbers for all that come.
  put(2 ** 40)
  expect(numbers.after(noon)).toBe(second + 41)
  put(2 ** 32 - 2)
  expect(numbers.after(noon)).toBe(second)
  expect(numbers.after(8.64e15)).toBe(4_200_000_000)
})

test('[LIB563] files that were made before are numbered by their times, each once, however many are of one second', async () => {
  const { put, clear, database } = await open()
  const seconds = fc.array(fc.integer({ min: second - 12, max: second }), { maxLength: 40 })
  fc.assert(
    fc.property(seconds, fc.boolean(), (times, isSorted) => {
      clear()
      put(second - 5)
      put(second + day)
      const numbers = createFileNumbers(database)
      for (const at of isSorted ? times.toSorted() : times) {
        const number = numbers.from(at * 1_000 + 500)
        // The next one that is free.
        const between = database.prepare('SELECT count(*) AS n FROM files WHERE seq >= ? AND seq < ?')
        expect(between.get(at, number)?.n).toBe(number - at)
        put(number)
      }
    }),
  )
  expect(createFileNumbers(database).from(-1)).toBe(1)
})
