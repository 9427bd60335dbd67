import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Problem, ProblemReason } from '../../../shared/form/problems.ts'
import { createCatalogue } from '../../engine/catalog/catalogue.ts'
import { systemClock } from '../../infra/system-clock.ts'
import { createFakeDescriptionStore } from '../../testing/fake-description-store.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { SetUpError } from '../setup-error.ts'
import { readValues, sayProblems } from './read-values.ts'

const catalogue = createCatalogue({
  clock: systemClock,
  modelPaths: () => ({}),
  store: createFakeDescriptionStore(),
})

function modelOf(id: string) {
  const model = catalogue.find(id)
  if (!model) throw new Error(`There is no model ${id}.`)
  return model
}

async function digest(_: string, content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

function read(id: string, ...settings: string[]) {
  return readValues(modelOf(id), settings, digest)
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

test.each([
  ['i3', ['prompt=a quiet sea'], { prompt: 'a quiet sea' }],
  ['i3', ['prompt="quoted"'], { prompt: '"quoted"' }],
  ['i3', ['prompt=7'], { prompt: '7' }],
  ['i3', ['prompt=a=b=c'], { prompt: 'a=b=c' }],
  ['i3', ['prompt='], { prompt: '' }],
  ['i3', ['prompt=@home, at last'], { prompt: '@home, at last' }],
  ['i3', ['prompt=one', 'prompt=two'], { prompt: 'two' }],
  ['i3', ['width=640'], { width: 640 }],
  ['i3', ['width=wide'], { width: 'wide' }],
  ['v2', ['duration=6', 'expand_prompt=true'], { duration: 6, expand_prompt: true }],
  ['v2', ['resolution=512p'], { resolution: '512p' }],
  ['i3', ['aspect_ratio=16:9'], { aspect_ratio: '16:9' }],
  ['v4', ['start_image=https://a.example/x.png'], { start_image: 'https://a.example/x.png' }],
  [
    'i3',
    ['image_urls=https://a.example/1', 'image_urls=https://a.example/2'],
    { image_urls: ['https://a.example/1', 'https://a.example/2'] },
  ],
  [
    'i3',
    ['image_urls=["https://a.example/1"]', 'image_urls=https://a.example/2'],
    { image_urls: ['https://a.example/1', 'https://a.example/2'] },
  ],
  [
    'i1',
    ['styles={"id":"s1","strength":1}', 'styles={"id":"s2"}'],
    { styles: [{ id: 's1', strength: 1 }, { id: 's2' }] },
  ],
])('%s %j', async (id, settings, expected) => {
  expect(await read(id, ...settings)).toEqual(expected)
})

describe('a local file', () => {
  test('is given by @path, alone, in a list and within an object', async () => {
    const folder = temporaryFolder()
    const [one, two] = [join(folder, 'one.png'), join(folder, 'two = 2.png')]
    writeFileSync(one, 'one')
    writeFileSync(two, 'two')
    const [first, second] = [`atelier-input:${sha256Of('one')}`, `atelier-input:${sha256Of('two')}`]
    expect(await read('v4', `start_image=@${two}`)).toEqual({ start_image: second })
    expect(await read('i3', `image_urls=@${one}`, `image_urls=@${two}`)).toEqual({
      image_urls: [first, second],
    })
    expect(await read('i3', `image_urls=${JSON.stringify([`@${one}`])}`)).toEqual({ image_urls: [first] })
    const style = JSON.stringify({ url: `@${one}`, strength: 1 })
    expect(await read('i1', `style_images=${style}`)).toEqual({ style_images: [{ url: first, strength: 1 }] })
  })

  test('[INP343] may be anything where the field takes any file, and nowhere else', async () => {
    const path = join(temporaryFolder(), 'look.zip')
    writeFileSync(path, 'PK')
    const part = { type: 'string', format: 'atelier-input', 'x-file-part': true }
    const properties = {
      look: { ...part, 'x-media': 'file' },
      looks: { type: 'array', items: { ...part, 'x-media': 'file' } },
      image: { ...part, 'x-media': 'image' },
    }
    const taken: unknown[] = []
    const settings = Object.keys(properties).map((name) => `${name}=@${path}`)
    const model = { ...modelOf('i3'), schema: { type: 'object', properties } }
    await readValues(model, settings, async (name, content, taking) => {
      taken.push([name, taking.takesAny])
      return digest(name, content)
    })
    expect(taken).toEqual([
      ['look.zip', true],
      ['look.zip', true],
      ['look.zip', false],
    ])
  })

  test.each(['/nonexistent.png', '/'])('that is none (%s) is reported', async (path) => {
    await expect(read('v4', `start_image=@${path}`)).rejects.toMatchObject({
      name: 'SetUpError',
      message: `There is no file ${path}.`,
    })
  })
})

test.each([
  ['prompt', '--set takes field=value, not “prompt”.'],
  ['=x', '--set takes field=value, not “=x”.'],
  ['aspectRatio=1:1', 'i3 takes aspect_ratio; aspectRatio was its old name until 2026-06-19.'],
  ['size=4', 'i3 has no field size. It has prompt, width, height, image_urls, aspect_ratio.'],
  ['__proto__=4', 'i3 has no field __proto__. It has prompt, width, height, image_urls, aspect_ratio.'],
])('%j is refused: %s', async (setting, sentence) => {
  await expect(read('i3', setting)).rejects.toMatchObject({ name: 'SetUpError', message: sentence })
})

test('[CAT158] a model of which nothing says what it takes says so', async () => {
  const bare = { ...modelOf('i3'), id: 'bare', schema: { type: 'object' } }
  await expect(readValues(bare, ['size=4'], async () => '')).rejects.toMatchObject({
    message: 'bare has no field size: nothing says what it takes.',
  })
})

test('a prompt is taken as typed, whatever it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      expect(await read('i3', `prompt=${text}`)).toEqual({ prompt: text })
    }),
  )
})

test('anything typed for another field is a value or a sentence', async () => {
  const typed = fc.oneof(
    fc.json(),
    fc.string(),
    fc.string().map((text) => `@/nonexistent/${text}`),
  )
  const names = Object.keys(modelOf('i1').schema.properties ?? {})
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), typed, async (name, text) => {
      try {
        expect(Object.keys(await read('i1', `${name}=${text}`))).toEqual([name])
      } catch (error) {
        expect(error).toBeInstanceOf(SetUpError)
      }
    }),
  )
})

describe('each fault is reported in one sentence', () => {
  const reasons: readonly [ProblemReason, string][] = [
    [{ code: 'missing' }, 'prompt is missing.'],
    [{ code: 'too_long', maximum: 4096, actual: 4107 }, 'prompt has at most 4096 characters; this is 4107.'],
    [{ code: 'too_short', minimum: 1, actual: 0 }, 'prompt has at least 1 character; this is 0.'],
    [{ code: 'not_an_option', options: ['a', 'b'] }, 'prompt is one of a, b.'],
    [{ code: 'wrong_type', expected: 'integer' }, 'prompt takes a whole number.'],
  ]
  test.each(reasons)('%j', (reason, sentence) => {
    expect(new SetUpError(sayProblems([{ path: ['prompt'], reason }])).message).toBe(sentence)
  })

  test('and several after one another, by their place', () => {
    const problems: Problem[] = [
      { path: ['image_urls', 2], reason: { code: 'not_media' } },
      { path: [], reason: { code: 'invalid' } },
    ]
    expect(new SetUpError(sayProblems(problems)).message).toBe(
      'image_urls.2 takes a web address, a data URI or a file as @path. The request does not fit what the model takes.',
    )
  })
})
