import { expect, test } from 'vitest'
import { createRepeatedResponses } from './repeated-responses.ts'

test('long responses are read each time, and the oldest are dropped where there are many', () => {
  const repeated = createRepeatedResponses<number>()
  let reads = 0
  const read = (place: string, text: string) => repeated.read(place, text, () => (reads += 1))
  read('long', 'x'.repeat(5_000))
  read('long', 'x'.repeat(5_000))
  expect(reads).toBe(2)
  for (let place = 0; place <= 1_000; place += 1) read(String(place), 'same')
  expect(reads).toBe(1_003)
  read('1000', 'same')
  expect(reads).toBe(1_003)
  read('0', 'same')
  expect(reads).toBe(1_004)
})
