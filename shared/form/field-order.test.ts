import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { models } from '../catalog/index.ts'
import { requestSchema } from '../catalog/json-schema.ts'
import { arrangeFields } from './field-order.ts'
import { fieldsFromSchema } from './fields-from-schema.ts'

const names = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name)
const image = { type: 'string', 'x-media': 'image' }
const video = { type: 'string', 'x-media': 'video' }
const text = { type: 'string' }

const properties = {
  seed: { type: 'integer' },
  num_images: { type: 'integer' },
  finish: { enum: ['fine', 'rough'] },
  resolution: { enum: ['1K', '2K'] },
  duration: { type: 'number' },
  clip_url: video,
  voice: text,
  width: { type: 'integer' },
  height: { type: 'integer' },
  image: { anyOf: [image, { type: 'null' }] },
  audio_length_ms: { type: 'integer' },
  aspect_ratio: { enum: ['1:1', '16:9'] },
  prompt: text,
}

describe('the order of a form', () => {
  it('[FORM1] is the same for every model: prompt, inputs, size, duration, resolution, count, seed', () => {
    const { main, advanced } = arrangeFields(fieldsFromSchema({ properties, required: ['voice'] }))
    expect(names(main)).toEqual([
      'prompt',
      'image',
      'clip_url',
      'voice',
      'width',
      'height',
      'aspect_ratio',
      'duration',
      'audio_length_ms',
      'resolution',
      'num_images',
      'seed',
    ])
    expect(names(advanced)).toEqual(['finish'])
  })

  it('[FORM1] has inputs of any kind and styles in view, also where they are optional', () => {
    const style = { type: 'object', properties: { id: text, strength: { type: 'number' } }, required: ['id'] }
    const styled = {
      ...{ finish: { enum: ['a', 'b'] }, styles: { type: 'array', items: style }, voice: text, price: text },
      ...{
        attachment: { type: 'string', 'x-media': 'any' },
        resolution: { enum: ['1K', '2K'] },
        n: { type: 'integer' },
      },
    }
    const fields = fieldsFromSchema({ properties: styled, required: ['voice'] } as never)
    const { main, advanced } = arrangeFields(fields, (name) => name === 'price')
    expect(names(main)).toEqual(['attachment', 'styles', 'voice', 'resolution', 'price', 'n'])
    expect(names(advanced)).toEqual(['finish'])
  })

  it('[FORM1] is independent of the schema’s order, and loses no field', () => {
    const order = Object.keys(properties)
    fc.assert(
      fc.property(fc.shuffledSubarray(order, { minLength: 1 }), (some) => {
        const schema = {
          properties: Object.fromEntries(some.map((name) => [name, Reflect.get(properties, name)])),
        }
        const { main, advanced } = arrangeFields(fieldsFromSchema(schema))
        expect([...names(main), ...names(advanced)].toSorted()).toEqual(some.toSorted())
      }),
    )
  })

  it('[FORM2] keeps in view what is required and what sets the price', () => {
    const fields = fieldsFromSchema({
      properties: { prompt: text, finish: text, sound: { type: 'boolean' }, mode: text, fixed: { const: 1 } },
      required: ['mode', 'fixed'],
    })
    const { main, advanced } = arrangeFields(fields, (name) => name === 'sound')
    expect(names(main)).toEqual(['prompt', 'mode', 'sound'])
    expect(names(advanced)).toEqual(['finish', 'fixed'])
  })

  it('[FORM2] keeps switches in view in a form that fits anyway', () => {
    const short = { prompt: text, duration: { type: 'number' }, calm: { type: 'boolean' } }
    const arranged = (more: object) => arrangeFields(fieldsFromSchema({ properties: { ...short, ...more } }))
    expect(names(arranged({}).main)).toEqual(['prompt', 'duration', 'calm'])
    expect(arranged({}).advanced).toEqual([])
    expect(names(arranged({ finish: text }).advanced)).toEqual(['calm', 'finish'])
    const long = {
      image,
      clip_url: video,
      aspect_ratio: { enum: ['1:1', '16:9'] },
      width: { type: 'integer' },
    }
    const longer = { ...long, height: { type: 'integer' }, resolution: { enum: ['1K', '2K'] } }
    expect(names(arranged(longer).advanced)).toEqual(['calm'])
  })

  it('[FORM2] puts nothing aside where that would leave nothing in view', () => {
    const fields = fieldsFromSchema({ properties: { finish: text } })
    expect(arrangeFields(fields)).toEqual({ main: fields, advanced: [] })
  })

  it.each(models.map((model) => [model.id, model] as const))(
    '[FORM1] begins with the prompt in %s',
    (_, model) => {
      expect(names(arrangeFields(fieldsFromSchema(requestSchema(model))).main)[0]).toBe('prompt')
    },
  )
})
