import { expect, it } from 'vitest'
import { pollInterval } from './poll-interval.ts'

const usual = { isQuiet: false, crowd: 1 }

it.each([
  ['image', 0, 800, 'young'],
  ['image', 19_999, 800, 'young'],
  ['image', 20_000, 2_500, 'middling'],
  ['image', 120_000, 15_000, 'old'],
  ['audio', 0, 1_500, 'young'],
  ['audio', 59_999, 1_500, 'young'],
  ['audio', 60_000, 5_000, 'middling'],
  ['audio', 600_000, 30_000, 'old'],
  ['video', 89_999, 2_000, 'young'],
  ['video', 899_999, 6_000, 'middling'],
  ['video', 900_000, 30_000, 'old'],
  ['video', Number.POSITIVE_INFINITY, 30_000, 'old'],
] as const)('[JOB13] %s of %d ms is read every %d ms, as %s', (kind, age, interval, urgency) => {
  expect(pollInterval({ kind, age, ...usual })).toEqual({ interval, urgency })
})

it.each([
  ['image', 119_999, 12_000, 'middling'],
  ['image', 120_000, 60_000, 'old'],
  ['audio', 599_999, 20_000, 'middling'],
  ['audio', 600_000, 60_000, 'old'],
  ['video', 0, 20_000, 'middling'],
  ['video', 899_999, 20_000, 'middling'],
  ['video', 900_000, 60_000, 'old'],
] as const)(
  '[HOOK16] while a delivery is awaited %s of %d ms every %d ms',
  (kind, age, interval, urgency) => {
    expect(pollInterval({ kind, age, isQuiet: true, crowd: 1 })).toEqual({ interval, urgency })
  },
)

it('[JOB19] many old jobs are read less often, young and middle-aged ones are not', () => {
  const intervalOf = (age: number, crowd: number) =>
    pollInterval({ kind: 'image', age, isQuiet: false, crowd }).interval
  expect([300, 301, 1_000].map((crowd) => intervalOf(200_000, crowd))).toEqual([15_000, 15_050, 50_000])
  expect([intervalOf(0, 10_000), intervalOf(60_000, 10_000)]).toEqual([800, 2_500])
})
