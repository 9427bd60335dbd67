import { expect, it } from 'vitest'
import { findModel } from '../../../../shared/catalog/index.ts'
import { modelDetail } from '../../../testing/fixtures.ts'
import { english } from '../../../words/en/words.ts'
import { chooseRuns, planList } from './list-plan.ts'

const model = findModel('v1')
if (!model) throw new Error('No model v1')
const detail = modelDetail(model)
const open = () => new AbortController().signal

it('applies each row over the form, prices valid ones and reports faults of the rest', async () => {
  const text = 'prompt,duration\na fox,5\na wolf,600\na bear,5,too much\n"a hare'
  const rows = await planList(text, detail, { resolution: '720p' }, open(), english)
  expect(rows?.map(({ line, run, problem }) => [line, run !== null, problem])).toEqual([
    [2, true, null],
    [3, false, expect.objectContaining({ path: ['duration'] })],
    [4, false, 'too_many_cells'],
    [5, false, 'open_quote'],
  ])
  expect(rows?.[0]?.run).toMatchObject({
    values: { prompt: 'a fox', duration: 5, resolution: '720p' },
    estimate: { kind: 'exact' },
  })
})

it('[FORM10] lets a row’s ratio replace the form’s size, and a row’s size its ratio', async () => {
  const both = findModel('i3')
  if (!both) throw new Error('No model i3')
  const text =
    '{"prompt":"a","aspect_ratio":"1:1"}\n{"prompt":"b","width":512}\n{"prompt":"c"}\n{"prompt":"d","aspect_ratio":"1:1","width":512}'
  const valuesOf = async (form: Record<string, unknown>) =>
    (await planList(text, modelDetail(both), form, open(), english))?.map(({ run }) => run?.values ?? null)
  expect(await valuesOf({ width: 1920, height: 1080 })).toEqual([
    { prompt: 'a', aspect_ratio: '1:1' },
    { prompt: 'b', width: 512, height: 1080 },
    { prompt: 'c', width: 1920, height: 1080 },
    null,
  ])
  expect((await valuesOf({ aspect_ratio: '16:9' }))?.slice(1, 3)).toEqual([
    { prompt: 'b', width: 512 },
    { prompt: 'c', aspect_ratio: '16:9' },
  ])
})

it('[RECIPE9] takes old names of columns and members at any date, and says what they are today', async () => {
  const address = 'https://media.example/a.png'
  const table = await planList(`prompt,aspectRatio\na fox,16:9\na wolf,`, detail, {}, open(), english)
  expect(table?.map(({ run }) => run?.values)).toEqual([
    { prompt: 'a fox', aspect_ratio: '16:9' },
    { prompt: 'a wolf' },
  ])
  expect(table?.map(({ changes }) => changes)).toEqual([
    [{ kind: 'renamed', from: 'aspectRatio', to: 'aspect_ratio' }],
    undefined,
  ])
  const lines = JSON.stringify({ prompt: 'a fox', startImage: address })
  const [row] = (await planList(lines, detail, {}, open(), english)) ?? []
  expect(row?.run?.values).toEqual({ prompt: 'a fox', start_image: address })
})

it('refuses the values of a column that the model lacks', async () => {
  const rows = await planList('prompt,guidance\na fox,7\na wolf,', detail, {}, open(), english)
  expect(rows?.map(({ run, problem }) => [run !== null, problem])).toEqual([
    [false, { path: ['guidance'], reason: { code: 'unknown_field' } }],
    [true, null],
  ])
})

it('reads ten thousand rows and keeps the page responsive meanwhile', async () => {
  const text = Array.from({ length: 10_000 }, (_, index) => `a fox of the year ${index}`).join('\n')
  let rests = 0
  const timer = setInterval(() => {
    rests += 1
  }, 1)
  const rows = await planList(text, detail, {}, open(), english)
  clearInterval(timer)
  expect(rows).toHaveLength(10_000)
  expect(rests).toBeGreaterThan(0)
})

it('sends all of a list or nothing, except rows that the person chose to leave out', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `a fox ${index}`)
  const rowsOf = async (text: string) => (await planList(text, detail, {}, open(), english)) ?? []
  const whole = await rowsOf(lines(500).join('\n'))
  expect(chooseRuns(whole, { leavesOut: false, onlyFirst: false })).toMatchObject({ isReady: true, wrong: 0 })
  const long = await rowsOf(`prompt,duration\n${lines(612).join('\n')}\na wolf,600`)
  for (const choices of [
    { leavesOut: false, onlyFirst: false },
    { leavesOut: true, onlyFirst: false },
    { leavesOut: false, onlyFirst: true },
  ])
    expect(chooseRuns(long, choices)).toMatchObject({ isReady: false, wrong: 1 })
  const { all, runs, isReady } = chooseRuns(long, { leavesOut: true, onlyFirst: true })
  expect([isReady, all.length, runs.length]).toEqual([true, 612, 500])
  expect(runs.map((run) => run.values.prompt)).toEqual(lines(500))
})

it('drops a list that another one has replaced', async () => {
  const given = new AbortController()
  given.abort()
  expect(await planList('a fox', detail, {}, given.signal, english)).toBeNull()
})

it('[LIST20] takes a value as the form shows it, or in another case, where it is exactly one option', async () => {
  const schema = (options: readonly unknown[]) => ({
    ...detail,
    schema: {
      type: 'object' as const,
      properties: { prompt: { type: 'string' as const }, resolution: { enum: [...options] } },
    },
  })
  const valuesOf = async (options: readonly unknown[], text: string) =>
    (await planList(text, schema(options), {}, open(), english))?.map(({ values, problem }) =>
      problem === null ? values.resolution : 'refused',
    )
  const table = 'prompt,resolution\na,1K\nb,1k\nc, 2K \nd,9K'
  expect(await valuesOf(['1k', '2k'], table)).toEqual(['1k', '1k', '2k', 'refused'])
  const lines = '{"prompt":"a","resolution":"Very low"}\n{"prompt":"b","resolution":"HIGH"}'
  expect(await valuesOf(['very_low', 'high'], lines)).toEqual(['very_low', 'high'])
  // Both would be meant.
  expect(await valuesOf(['hd', 'HD'], 'prompt,resolution\na,Hd\nb,HD')).toEqual(['refused', 'HD'])
})

it('[PROMPT61] makes one run of a row with choices in braces, as written, and marks it', async () => {
  const text = 'A {red|blue} car\nA {plain} car\nA car, \\{red|blue\\}\nA {red|blue car'
  const rows = await planList(text, detail, {}, open(), english)
  expect(rows?.map(({ run, hasChoices = false }) => [run?.values.prompt, hasChoices])).toEqual([
    ['A {red|blue} car', true],
    ['A {plain} car', false],
    ['A car, \\{red|blue\\}', false],
    ['A {red|blue car', false],
  ])
  const table = await planList('resolution\n720p\n', detail, { prompt: 'a {fox|wolf}' }, open(), english)
  expect(table?.map(({ hasChoices }) => hasChoices)).toEqual([true])
  const wrong = await planList('prompt,duration\na {fox|wolf},600', detail, {}, open(), english)
  expect(wrong?.[0]).not.toHaveProperty('hasChoices')
})
