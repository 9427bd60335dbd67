import { expect, it } from 'vitest'
import { createFixtureStudio, done, settle } from '../../testing/fixture-studio.ts'
import { createTagStore } from './tag-store.ts'

it('[LIB113] the tags and the note of the open file are read, changed and undone', async () => {
  let note = 'old'
  const studio = createFixtureStudio({
    'tags.of': ({ fileId }) => done({ tags: [`of ${fileId}`], note }),
    'tags.change': ({ changes }) => done({ undo: changes.map((one) => ({ ...one, isOn: !one.isOn })) }),
    'notes.set': ({ note: next }) => {
      const before = note
      note = next
      return done({ before })
    },
  })
  const own = createTagStore(studio.bridge)
  await own.open('a')
  expect(own.store.getState()).toMatchObject({ fileId: 'a', tags: ['of a'], note: 'old' })
  const tagged = await own.change('wall', true)
  if (tagged.ok) await tagged.value?.()
  expect(studio.inputs('tags.change').map(({ changes }) => changes[0]?.isOn)).toEqual([true, false])
  const noted = await own.setNote('new')
  studio.emit('tags.changed', {})
  await settle()
  expect(own.store.getState().note).toBe('new')
  if (noted.ok) await noted.value?.()
  expect(note).toBe('old')
  expect(await own.setNote('new')).toEqual({ ok: true, value: null })
  own.close()
})
