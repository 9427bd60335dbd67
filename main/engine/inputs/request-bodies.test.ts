import { expect, test } from 'vitest'
import { inputReference } from '../../../shared/form/input-reference.ts'
import type { InputStore } from './ports.ts'
import { createRequestBodies, inputReferencesIn } from './request-bodies.ts'

const [first, second] = ['a'.repeat(64), 'b'.repeat(64)] as const

function createFakeInputs(files: Readonly<Record<string, string>>) {
  const reads: string[] = []
  const inputs: Pick<InputStore, 'find' | 'read'> = {
    find(sha256) {
      const text = files[sha256]
      if (text === undefined) return null
      return { sha256, kind: 'image', mediaType: 'image/png', bytes: text.length, name: 'n' }
    },
    async read(sha256) {
      reads.push(sha256)
      const text = files[sha256]
      return text === undefined ? null : new TextEncoder().encode(text)
    },
  }
  return { reads, inputs: inputs as InputStore }
}

test('every file of the person’s own goes as a data URI, wherever it stands, and is read once', async () => {
  const { inputs, reads } = createFakeInputs({ [first]: 'one', [second]: 'two' })
  const values = {
    prompt: 'a sea',
    start_image: inputReference(first),
    reference_images: [inputReference(second), 'https://a.example/x.png', inputReference(first)],
    style_images: [{ url: inputReference(first), strength: 1 }],
  }
  const body = await createRequestBodies({ inputs }).build(values)
  expect(JSON.parse(new TextDecoder().decode(body ?? undefined))).toEqual({
    prompt: 'a sea',
    start_image: 'data:image/png;base64,b25l',
    reference_images: ['data:image/png;base64,dHdv', 'https://a.example/x.png', 'data:image/png;base64,b25l'],
    style_images: [{ url: 'data:image/png;base64,b25l', strength: 1 }],
  })
  expect(reads.toSorted()).toEqual([first, second])
})

test('the same values give the same bytes', async () => {
  const { inputs } = createFakeInputs({ [first]: 'one' })
  const bodies = createRequestBodies({ inputs })
  const values = { prompt: 'é 🌊', n: 0.1, image_url: inputReference(first) }
  const [one, two] = [await bodies.build(values), await bodies.build(structuredClone(values))]
  expect(one).toEqual(two)
  expect(new TextDecoder().decode(one ?? undefined)).toContain('é 🌊')
})

test('a file that is not kept any more makes no body', async () => {
  const { inputs } = createFakeInputs({})
  expect(await createRequestBodies({ inputs }).build({ image_url: inputReference(first) })).toBeNull()
})

test('a text that only looks like a reference is a text', () => {
  const values = {
    prompt: `see ${inputReference(first)}`,
    other: 'atelier-input:xyz',
    at: { depth: [[inputReference(second)]] },
  }
  expect([...inputReferencesIn(values)]).toEqual([second])
})
