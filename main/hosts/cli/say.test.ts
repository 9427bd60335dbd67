import { expect, test } from 'vitest'
import { createCatalogue } from '../../engine/catalog/catalogue.ts'
import { systemClock } from '../../infra/system-clock.ts'
import { chooseMainWords } from '../../words/choose-words.ts'
import { sayModel } from './say.ts'

const catalogue = createCatalogue({ clock: systemClock, modelPaths: () => ({}) })
const words = chooseMainWords('en')

function line(id: string): string {
  const model = catalogue.find(id)
  if (!model) throw new Error(`No model ${id}`)
  return sayModel(model, words)
}

test('[CAT27] a model is listed by its code and name, with its sentence where it has one', () => {
  expect(line('v8')).toBe(
    'v8                  video   V8 Premium              Expensive high-quality video  (price not listed)',
  )
  expect(line('lite-video')).toMatch(
    /^lite-video +video +Video, lite generation {2}\(price not listed\) {2}ended/,
  )
})
