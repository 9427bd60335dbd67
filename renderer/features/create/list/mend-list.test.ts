import { expect, it } from 'vitest'
import { findModel } from '../../../../shared/catalog/index.ts'
import { modelDetail } from '../../../testing/fixtures.ts'
import { english } from '../../../words/en/words.ts'
import { planList } from './list-plan.ts'
import { mendList } from './mend-list.ts'

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
