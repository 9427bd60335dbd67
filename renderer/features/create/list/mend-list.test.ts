import { expect, it } from 'vitest'
import { findModel } from '../../../../shared/catalog/index.ts'
import { modelDetail } from '../../../testing/fixtures.ts'
import { english } from '../../../words/en/words.ts'
import { planList } from './list-plan.ts'
import { mendList, moveList } from './mend-list.ts'

const model = findModel('v1')
if (!model) throw new Error('No model v1')
const detail = modelDetail(model)
const plan = (text: string) => planList(text, detail, {}, new AbortController().signal, english)

async function mendedOf(text: string) {
  return mendList((await plan(text)) ?? [], detail)
}

it('[LIST30] rows with other values get the nearest ones of the model, and the others stay', async () => {
  const mended = await mendedOf('prompt,resolution\na boat,512p\na hill,1080p\na tree,')
  expect(mended).toEqual({
    rows: 1,
    text: '{"prompt":"a boat","resolution":"480p"}\n{"prompt":"a hill","resolution":"1080p"}\n{"prompt":"a tree"}',
  })
  const again = await plan(mended?.text ?? '')
  expect(again?.map(({ problem }) => problem)).toEqual([null, null, null])
  expect(await mendedOf(mended?.text ?? '')).toBeNull()
})

it('[LIST30] nothing of a row is left out for it', async () => {
  expect(await mendedOf('{"prompt":"a boat","resolution":"512p","sharpness":3}')).toBeNull()
  expect(await mendedOf('{"prompt":"a boat","resolution":"512p"}\n{broken')).toBeNull()
  expect(await mendedOf('a boat\na hill')).toBeNull()
})

const other = findModel('v2')
if (!other) throw new Error('No model v2')
const from = modelDetail(other)
const move = (text: string, way = { from, to: detail }) =>
  moveList(text, way, new AbortController().signal, english)

it('[CAT320] each row moves to another model whole, or stays', async () => {
  const text = 'prompt,resolution,expand_prompt\na boat,512p,\na hill,512p,true\na tree,,'
  expect(await move(text)).toEqual({
    rows: 3,
    changed: 1,
    stays: 1,
    text: [
      '{"prompt":"a boat","resolution":"480p"}',
      '{"prompt":"a hill","resolution":"512p","expand_prompt":true}',
      '{"prompt":"a tree"}',
    ].join('\n'),
  })
})

it('[CAT320] a list that the other model reads the same stays as it is written, and so does one with a row that can’t be read', async () => {
  expect(await move('a boat\na hill')).toEqual({ text: 'a boat\na hill', rows: 2, changed: 0, stays: 0 })
  const broken = '{"prompt":"a boat","resolution":"512p"}\n{broken'
  expect(await move(broken)).toEqual({ text: broken, rows: 2, changed: 0, stays: 1 })
})

it('[CAT320] columns of the old model never become prompts of the other one', async () => {
  const moved = await move('resolution,duration\n512p,6')
  expect(moved).toMatchObject({ rows: 1, text: '{"resolution":"480p","duration":6}' })
})
