import { expect, test } from 'vitest'
import { lights, readMood, subjects } from './mood.ts'
import { createRandom } from './random.ts'

test.each([
  ['a lighthouse by the sea at sunset', 'sea', 'sunset'],
  ['a foggy forest', 'forest', 'fog'],
  ['Tokyo street at night', 'city', 'night'],
  ['portrait of a woman, golden hour', 'bust', 'golden'],
  ['sand dunes of the Sahara', 'dunes', null],
  ['a Bauhaus poster', null, null],
])('“%s”', (prompt, subject, light) => {
  const mood = readMood(prompt, createRandom('any'))
  expect(mood.subject).toBe(subject ?? mood.subject)
  expect(mood.light).toBe(light ?? mood.light)
})

test('a prompt without known words leaves the choice to the key', () => {
  const found = new Set(
    Array.from({ length: 60 }, (_, index) => readMood('qwzx', createRandom(`${index}`)).subject),
  )
  expect(found.size).toBeGreaterThan(8)
  for (const subject of found) expect(subjects).toContain(subject)
})

test('words of colour and of its absence are recognised', () => {
  expect(readMood('a teal house', createRandom('a')).hue).toBe(195)
  expect(readMood('street, black and white', createRandom('a')).chroma).toBe(0)
  expect(lights).toContain(readMood('', createRandom('a')).light)
})
