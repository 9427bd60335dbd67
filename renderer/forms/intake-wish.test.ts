import { describe, expect, it } from 'vitest'
import { inputReference } from '../../shared/form/input-reference.ts'
import { createIntake, type IntakeTarget } from './intake-store.ts'
import { readHovering } from './read-transfer.ts'

const sha256 = 'a'.repeat(64)
const file = [{ type: 'library', fileId: 'f' }] as const
const start = { role: 'start', making: null } as const

/** A form with these fields, by wire name; lists are those of several. */
function open(...names: readonly string[]) {
  const taken: string[] = []
  const values: Record<string, string[]> = {}
  let undone = 0
  let made = 0
  const intake = createIntake({
    upload: async () => ({ ok: false, code: 'disconnected' }),
    fromLibrary: async () => ({
      ok: true,
      value: {
        sha256,
        kind: 'image',
        mediaType: 'image/png',
        bytes: 1,
        name: 'sea.png',
        width: null,
        height: null,
        durationSeconds: null,
        madeHere: null,
      },
    }),
    describe: async () => [],
    carriedBy: async () => null,
    listLibrary: async () => ({ ok: true, value: { items: [], nextCursor: null } }),
    remember: () => () => () => {
      undone += 1
    },
    takePrompt(prompt) {
      taken.push(prompt)
      return true
    },
    makeOne() {
      made += 1
      return { runs: 4, compared: true }
    },
  })
  const leave = new Set<() => void>()
  function target(name: string): IntakeTarget {
    const many = name.endsWith('s')
    const room = many ? 9 : 1
    const take = (received: readonly string[]) => {
      values[name] = [...received]
    }
    return {
      id: name,
      name,
      label: name,
      kind: 'image',
      many,
      urlMaxLength: null,
      takesHeic: false,
      room,
      isFilled: false,
      take,
    }
  }
  function show(...fields: readonly string[]) {
    for (const undo of leave) undo()
    for (const name of fields) leave.add(intake.register(target(name)))
    intake.fieldsShown()
  }
  show(...names)
  return { intake, values, show, state: intake.store.getState, undone: () => undone, taken, made: () => made }
}

describe('a file wanted for something', () => {
  it('[ACT5] goes into the field of that role, among others, and can be taken out', async () => {
    const { intake, values, state, undone } = open('end_image', 'start_image', 'reference_images')
    await intake.offer(file, start)
    expect(values).toEqual({ start_image: [inputReference(sha256)] })
    expect(state()).toMatchObject({ offer: null, wish: null, granted: { label: 'start_image' } })
    state().granted?.undo()
    expect(undone()).toBe(1)
    await intake.offer(file, { role: 'reference', making: null })
    expect(values.reference_images).toEqual([inputReference(sha256)])
  })

  it('[ACT5] is offered once by a double click, for what was wanted last', async () => {
    const { intake, values, state } = open('start_image', 'end_image')
    await Promise.all([intake.offer(file, start), intake.offer(file, { role: 'end', making: null })])
    expect(values).toEqual({ end_image: [inputReference(sha256)] })
    expect(state()).toMatchObject({ offer: null, toCome: 0 })
  })

  it('[ACT6] is offered once by a double click that asks for a model, before and after it is received', async () => {
    const { intake, state } = open()
    const animate = () => intake.offer(file, { role: 'start', making: 'video' })
    await Promise.all([animate(), animate()])
    expect(state().offer).toHaveLength(1)
    await animate()
    expect(state()).toMatchObject({ offer: [{ value: inputReference(sha256) }], toCome: 0 })
  })

  it('[ACT5] asks for a model where the form has no such field, even if it has another', async () => {
    const { intake, values, state, show } = open('image_urls')
    await intake.offer(file, start)
    expect(values).toEqual({})
    expect(state().offer).toHaveLength(1)
    expect(state().wish).toEqual(start)
    intake.modelChosen('v1')
    show('end_image', 'start_image')
    expect(values).toEqual({ start_image: [inputReference(sha256)] })
    expect(state()).toMatchObject({ offer: null, wish: null, granted: { label: 'start_image' } })
  })

  it('[ACT6] waits for a model where one has to be chosen, whatever the form has', async () => {
    const { intake, values, state, show } = open('start_image')
    await intake.offer(file, { role: 'start', making: 'video' })
    show('start_image')
    expect(values).toEqual({})
    expect(state().offer).toHaveLength(1)
    intake.modelChosen('v1')
    show('start_image', 'reference_images')
    expect(values).toEqual({ start_image: [inputReference(sha256)] })
  })

  it('[ACT365] brings its own prompt once the model that animates it is open, and never one that was not wished', async () => {
    const { intake, taken, state, show } = open('start_image')
    await intake.offer(file, { role: 'start', making: 'video', prompt: 'A red boat' })
    intake.modelChosen('v1')
    expect(taken).toEqual([])
    show('start_image')
    expect(taken).toEqual(['A red boat'])
    expect(state().granted).toMatchObject({ withPrompt: true })
    await intake.offer(file, start)
    expect(taken).toEqual(['A red boat'])
    expect(state().granted).toMatchObject({ withPrompt: false })
  })

  it('[ACT470] makes one run where it is animated, and changes no number where it is only used', async () => {
    const { intake, made, state, show } = open()
    await intake.offer(file, { role: 'start', making: 'video' })
    expect(made()).toBe(0)
    intake.modelChosen('v1')
    expect(made()).toBe(1)
    show('start_image')
    expect(state().granted).toMatchObject({ before: { runs: 4, compared: true } })
    show()
    await intake.offer(file, start)
    intake.modelChosen('v1')
    show('start_image')
    expect(made()).toBe(1)
    expect(state().granted).toMatchObject({ before: { runs: 1, compared: false } })
  })

  it('[ACT5] goes into the only field of a chosen model, and else the person chooses one', async () => {
    const { intake, values, state, show } = open()
    await intake.offer(file, { role: 'start', making: 'video' })
    intake.modelChosen('v1')
    show('reference_images', 'style_images')
    expect(values).toEqual({})
    expect(state()).toMatchObject({ wish: null, offer: [{ name: 'sea.png' }] })
    intake.closeOffer()
    await intake.offer(file, { role: 'start', making: 'video' })
    intake.modelChosen('v1')
    show('reference_images')
    expect(values).toEqual({ reference_images: [inputReference(sha256)] })
  })

  it('[ACT5] is no longer wanted once the question is closed', async () => {
    const { intake, values, show } = open()
    await intake.offer(file, start)
    intake.modelChosen('v1')
    intake.closeOffer()
    show('start_image', 'end_image')
    expect(values).toEqual({})
  })
})

it('[ACT12] a file dragged from the studio itself says its kind before the drop', () => {
  const items = [] as unknown as DataTransferItemList
  const types = ['text/uri-list', 'application/x-atelier-video']
  expect(readHovering({ types, items })).toEqual({ files: 1, kinds: ['video'], isOwn: true })
})
