import { expect, it } from 'vitest'
import { unjudged } from '../../shared/library/judgement.ts'
import { createFixtureStudio, done, failed } from '../testing/fixture-studio.ts'
import { fileView } from '../testing/fixtures.ts'
import { english } from '../words/en/words.ts'
import type { ReadSubject } from './action.ts'
import { mark, undoLatest } from './mark.ts'

function open() {
  const studio = createFixtureStudio({
    'library.judge': ({ changes }) =>
      done({ before: changes.map(({ fileIds }) => ({ fileIds, judgement: unjudged })), after: [] }),
  })
  const said: string[] = []
  const notes: string[] = []
  const deps = {
    bridge: studio.bridge,
    words: english,
    notify: (text: string) => void said.push(text),
    undoNotes: {
      add({ text }: { readonly text: string }) {
        notes.push(text)
        return () => {}
      },
    },
  } as unknown as Parameters<typeof undoLatest>[1] & Parameters<ReturnType<typeof mark>>[1]
  const fileIds = (): (readonly string[])[] =>
    studio.inputs('library.judge').map(({ changes }) => changes[0]?.fileIds ?? [])
  const press = (fileId: string) =>
    mark('rate4')({ files: [fileView({ fileId })], advance: null } as unknown as ReadSubject, deps)
  return { studio, deps, said, notes, fileIds, press }
}

const [a, b] = [1, 2].map((n) => `01900000-0000-7000-8000-00000000000${n}`) as [string, string]

it('[JUDGE22] Ctrl+Z right after a mark undoes that, not what the note that stands is for; the next one does', async () => {
  const { deps, fileIds, notes, press } = open()
  const used: string[] = []
  const ofNote = () => void used.push('note')
  const marked = press(a)
  const undone = undoLatest(ofNote, deps)
  expect(used).toEqual([])
  await undoLatest(ofNote, deps)
  expect(used).toEqual(['note'])
  await Promise.all([marked, undone])
  expect([fileIds(), notes]).toEqual([[[a], [a]], []])
})

it('[JUDGE22] without a mark under way the note is used, and without a note the last mark is undone', async () => {
  const { deps, fileIds, notes, press } = open()
  await press(a)
  await press(b)
  expect(notes).toHaveLength(2)
  const used: string[] = []
  await undoLatest(() => void used.push('note'), deps)
  expect([used, fileIds()]).toEqual([['note'], [[a], [b]]])
  await undoLatest(null, deps)
  expect(fileIds()).toEqual([[a], [b], [b]])
})

it('an undo that fails is shown', async () => {
  const { studio, deps, said, press } = open()
  await press(a)
  studio.respond({ 'library.judge': () => failed({ code: 'disconnected', message: '' }) })
  await undoLatest(null, deps)
  expect(said).toHaveLength(1)
})
