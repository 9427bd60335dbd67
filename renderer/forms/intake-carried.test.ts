import { expect, test } from 'vitest'
import type { InputView } from '../../shared/bridge/media-routes.ts'
import type { Restored } from '../../shared/library/restored.ts'
import { type FindSettingsDeps, findSettings } from './find-settings.ts'
import { createIntake, type IntakePorts, wasOne } from './intake-store.ts'
import type { Incoming } from './read-transfer.ts'

const settings: Restored = {
  modelId: 'v1',
  values: { prompt: 'a boat' },
  rating: 0,
  flag: 'none',
  label: 0,
  isFavorite: false,
  tags: [],
  note: '',
  source: 'atelier',
  carried: null,
}

function view(name: string): InputView {
  const madeHere = name.startsWith('made') ? { fileId: 'f', submissionId: 's' } : null
  return {
    ...{ sha256: name, kind: 'image', mediaType: 'image/png', bytes: 3, name },
    ...{ width: 4, height: 3, durationSeconds: null, madeHere },
  }
}

function open(ports: Partial<IntakePorts> = {}) {
  const read: string[] = []
  const intake = createIntake({
    upload: async (file) => ({ ok: true, value: view(file.name) }),
    fromLibrary: async (fileId) => ({ ok: true, value: view(fileId) }),
    describe: async () => [],
    async carriedBy(sha256) {
      read.push(sha256)
      if (sha256.startsWith('ours')) return settings
      return sha256.startsWith('theirs') ? { ...settings, modelId: null, source: 'parameters' } : null
    },
    remember: () => () => () => undefined,
    takePrompt: () => false,
    makeOne: () => wasOne,
    listLibrary: async () => ({ ok: true, value: { items: [], nextCursor: null } }),
    ...ports,
  })
  const values: string[] = []
  intake.register({
    ...{ id: 'image', name: 'image', label: 'Image', kind: 'image', many: true },
    ...{ urlMaxLength: 1024, takesHeic: false, room: null, isFilled: false },
    take: (taken) => void values.push(...taken),
  })
  return { intake, state: intake.store.getState, read, values }
}

const file = (name: string, type = 'image/png', content = 'abc'): Incoming => ({
  type: 'file',
  file: new File([content], name, { type }),
})

test('[RST21] the first of several files that carries settings offers them, and is a medium all the same', async () => {
  const { intake, state, read, values } = open()
  await intake.offer([file('plain.png'), file('theirs.png'), file('ours.png')])
  expect(state().carried).toMatchObject({ name: 'theirs.png', isWanted: false })
  expect(values).toHaveLength(3)
  expect(read).toEqual(['plain.png', 'theirs.png'])
})

test('[RST21] a file that was made here offers its run', async () => {
  const { intake, state, read } = open()
  await intake.bring('image', [file('made.png')])
  expect(state()).toMatchObject({ carried: null, madeHere: { name: 'made.png' } })
  intake.restore([file('made.png')])
  expect(await findSettings(state().toRestore, { bridge, intake })).toBe('made_here')
  expect(state().carried).toBeNull()
  expect(read).toEqual([])
})

test('[RST22] a recipe of ours is asked about, unless its field was chosen; anything else is placed', async () => {
  const { intake, state, values } = open()
  await intake.offer([file('ours.png')])
  expect(values).toEqual([])
  expect(state().offer).toMatchObject([{ name: 'ours.png' }])
  intake.closeOffer()
  await intake.bring('image', [file('ours.png')])
  await intake.offer([file('theirs.png')])
  expect(values).toHaveLength(2)
  expect(state().offer).toBeNull()
})

const bridge: FindSettingsDeps['bridge'] = {
  async call(procedure: string, { text }: { text?: string } = {}) {
    expect(procedure).toBe('restore.text')
    return { ok: true, value: text === 'ours' ? { ...settings, source: 'sidecar' } : null }
  },
} as never

test('[RST23] a text is read for its settings alone, beside the media that came with it', async () => {
  const { intake, state, values, read } = open()
  const sidecar = file('a.png.xmp', '', 'ours')
  await intake.offer([sidecar, file('plain.png')])
  expect(state()).toMatchObject({ toRestore: [sidecar], offer: null })
  expect(values).toHaveLength(1)
  expect(await findSettings(state().toRestore, { bridge, intake })).toMatchObject({
    name: 'a.png.xmp',
    restored: { source: 'sidecar' },
    isWanted: true,
  })
  expect(read).toEqual(['plain.png'])
  expect(await findSettings([file('other.txt', 'text/plain')], { bridge, intake })).toBeNull()
})

test('[RST23] the first of what is looked into gives its settings, whatever was added before', async () => {
  const { intake } = open()
  function find(...names: string[]) {
    const things = names.map((name) => file(name))
    return findSettings(things, { bridge, intake })
  }
  await intake.bring('image', [file('ours.png'), file('made.png')])
  expect(await find('plain.png')).toBeNull()
  await intake.bring('image', [file('made.png')])
  expect(await find('made.png')).toBe('made_here')
  expect(await find('plain.png', 'theirs.png', 'ours.png')).toMatchObject({
    name: 'theirs.png',
    isWanted: true,
  })
})
