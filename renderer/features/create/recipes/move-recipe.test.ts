import { expect, test } from 'vitest'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { catalogDetails } from '../../../testing/fixtures.ts'
import { moveRecipe } from './move-recipe.ts'

function modelOf(id: string, properties: object): ModelDetail {
  const [some] = catalogDetails()
  if (!some) throw new Error('There is no model.')
  return {
    ...some,
    id,
    aliases: [],
    renamedValues: [],
    schema: { type: 'object', properties },
  } as ModelDetail
}

const url = { type: 'string', format: 'uri' }
const ended = modelOf('fade', {
  prompt: { type: 'string' },
  resolution: { type: 'string', enum: ['512p', '1080p'] },
  duration: { type: 'integer', minimum: 1, maximum: 20 },
  image_url: url,
  reference_images: { type: 'array', items: url, maxItems: 9 },
  mood: { type: 'string' },
})
const other = modelOf('glide', {
  prompt: { type: 'string' },
  resolution: { type: 'string', enum: ['480p', '720p'] },
  duration: { type: 'integer', minimum: 4, maximum: 8 },
  start_image: url,
  reference_images: { type: 'array', items: url, maxItems: 2 },
})

test('[CAT585] settings of an ended model go to its replacement with near values, each reported; what has no place stays to be left out', () => {
  const references = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3']
  const values = {
    prompt: 'A quiet sea',
    resolution: '512p',
    duration: 12,
    image_url: 'https://a.example/0',
    reference_images: references,
    mood: 'noir',
  }
  const kept = { recipeId: 'r', name: 'Sea' }
  expect(moveRecipe({ modelId: 'fade', values, kept }, ended, other)).toEqual({
    modelId: 'glide',
    kept,
    values: {
      prompt: 'A quiet sea',
      resolution: '480p',
      duration: 8,
      start_image: 'https://a.example/0',
      // Not two of three: the form says that it takes no more.
      reference_images: references,
      mood: 'noir',
    },
    moved: [
      { kind: 'value', field: 'resolution', from: '512p', to: '480p' },
      { kind: 'value', field: 'duration', from: '12', to: '8' },
      { kind: 'renamed', from: 'image_url', to: 'start_image' },
    ],
  })
})

test('[CAT585] names of before of the ended model itself are read as its own first', () => {
  const aliased = { ...ended, aliases: [{ from: 'image', to: 'image_url' }] } as ModelDetail
  const values = { image: 'https://a.example/0' }
  expect(moveRecipe({ modelId: 'fade', values }, aliased, other)).toEqual({
    modelId: 'glide',
    values: { start_image: 'https://a.example/0' },
    moved: [
      { kind: 'renamed', from: 'image', to: 'image_url' },
      { kind: 'renamed', from: 'image_url', to: 'start_image' },
    ],
  })
})

test('what fits as it is is moved without a word, also of a model that is not known any more', () => {
  const values = { prompt: 'A quiet sea', resolution: '720p' }
  expect(moveRecipe({ modelId: 'gone', values }, null, other)).toEqual({
    modelId: 'glide',
    values,
    moved: [],
  })
})
