import { expect, it, vi } from 'vitest'
import { type Judgement, unjudged } from '../../shared/library/judgement.ts'
import { createFixtureStudio, done, failed, settle } from '../testing/fixture-studio.ts'
import { fileView } from '../testing/fixtures.ts'
import { createUndoNotes } from '../ui/undo-notes.ts'
import { english } from '../words/en/words.ts'
import type { ReadSubject } from './action.ts'
import type { MarkId } from './action-id.ts'
import { mark, undoLatest } from './mark.ts'

function open() {
  const studio = createFixtureStudio({
    'library.judge': ({ changes }) =>
      done({ before: changes.map(({ fileIds }) => ({ fileIds, judgement: unjudged })), after: [] }),
  })
  const said: string[] = []
  const shown: string[] = []
  const undoNotes = createUndoNotes({
    show({ text }, { onGone }) {
      shown.push(text)
      return () => {
        shown.splice(shown.indexOf(text), 1)
        onGone()
      }
    },
    place: () => null,
    refuse: () => {},
  })
  const deps = {
    bridge: studio.bridge,
    words: english,
    notify: (text: string) => void said.push(text),
    undoNotes,
  } as unknown as Parameters<typeof undoLatest>[1] & Parameters<ReturnType<typeof mark>>[1]
  const fileIds = (): (readonly string[])[] =>
    studio.inputs('library.judge').map(({ changes }) => changes[0]?.fileIds ?? [])
  const press = (fileId: string, id: MarkId = 'rate4') =>
    mark(id)({ files: [fileView({ fileId })], advance: null } as unknown as ReadSubject, deps)
  const pressUndo = () => undoLatest(undoNotes.store.getState(), deps)
  const changeForm = (run: () => void) => undoNotes.add({ text: 'Placed', label: 'Undo', run })
  return { deps, studio, said, shown, undoNotes, fileIds, press, pressUndo, changeForm }
}

it('[JUDGE430] the undo of a mark that went on returns to its file, by key and by its note; of another it stays', async () => {
  const { deps, pressUndo, undoNotes } = open()
  const places: string[] = []
  const press = (fileId: string, goesOn: boolean, advance: (() => void) | null = () => {}) =>
    mark('rate4')(
      {
        files: [fileView({ fileId })],
        advance,
        retreat: () => void places.push(fileId),
      } as unknown as ReadSubject,
      deps,
      goesOn,
    )
  await press(a, true)
  await press(b, true)
  await press(a, false)
  await pressUndo()
  expect(places).toEqual([])
  await pressUndo()
  expect(places).toEqual([b])
  undoNotes.store.getState().undo?.()
  await settle()
  expect(places).toEqual([b, a])
  // A key that is faster than the mark.
  const marked = press(b, true)
  const undone = pressUndo()
  await Promise.all([marked, undone])
  await settle()
  expect(places).toEqual([b, a, b])
})

const [a, b] = [1, 2].map((n) => `01900000-0000-7000-8000-00000000000${n}`) as [string, string]

it('[JUDGE30] taking stars or a flag from a file without any says nothing, and Ctrl+Z is for what did change', async () => {
  const { fileIds, press, pressUndo, shown } = open()
  await press(a, 'rate4')
  await press(b, 'unflag')
  await press(b, 'rate0')
  expect(shown).toHaveLength(1)
  await pressUndo()
  await settle()
  expect(fileIds()).toEqual([[a], [b], [b], [a]])
})

it('[JUDGE22] Ctrl+Z right after a mark undoes that, not what the note that stands is for; the next one does', async () => {
  const { changeForm, fileIds, press, pressUndo, shown } = open()
  const used: string[] = []
  changeForm(() => void used.push('form'))
  const marked = press(a)
  const undone = pressUndo()
  await settle()
  expect(used).toEqual([])
  await pressUndo()
  expect(used).toEqual(['form'])
  await Promise.all([marked, undone])
  expect([fileIds(), shown]).toEqual([[[a], [a]], []])
})

it('[JUDGE22] Ctrl+Z undoes a change of the form that was made after a mark without a response', async () => {
  const { studio, changeForm, fileIds, press, pressUndo } = open()
  await press(a)
  studio.respond({ 'library.judge': () => new Promise(() => {}) })
  void press(b)
  const used: string[] = []
  changeForm(() => void used.push('form'))
  await pressUndo()
  expect([used, fileIds()]).toEqual([['form'], [[a], [b]]])
})

it('[JUDGE22] without a mark under way the note is used, and without a note the last mark is undone', async () => {
  const { fileIds, press, pressUndo, shown, undoNotes } = open()
  await press(a)
  await press(b)
  expect(shown).toHaveLength(1)
  await pressUndo()
  await settle()
  expect(fileIds()).toEqual([[a], [b], [b]])
  undoNotes.withdraw()
  await pressUndo()
  expect([fileIds(), shown]).toEqual([[[a], [b], [b], [a]], []])
})

it('[JUDGE20] an undo that could not be sent keeps its note, and the next Ctrl+Z repeats it before any other', async () => {
  const { studio, press, pressUndo, said, shown } = open()
  const stored = storeOf(studio)
  await press(a, 'rate3')
  await press(a, 'rate5')
  expect(stored.rating()).toBe(5)
  const last = [...shown]
  stored.disconnect()
  const presses = [pressUndo()]
  await settle()
  presses.push(pressUndo())
  await settle()
  stored.giveUp()
  await Promise.all(presses)
  await settle()
  expect([stored.rating(), shown, said.length]).toEqual([5, last, 2])
  stored.connect()
  await pressUndo()
  await vi.waitFor(() => expect(stored.rating()).toBe(3))
  await settle()
  expect(shown).not.toEqual(last)
  await pressUndo()
  await vi.waitFor(() => expect(stored.rating()).toBe(0))
  await settle()
  expect(shown).toEqual([])
})

it('an undo that fails is shown', async () => {
  const { studio, said, press, pressUndo } = open()
  await press(a)
  studio.respond({ 'library.judge': () => failed({ code: 'disconnected', message: '' }) })
  await pressUndo()
  await settle()
  expect(said).toHaveLength(1)
})

/** One file's rating, as a studio that can be out of reach stores it. */
function storeOf({ respond }: ReturnType<typeof createFixtureStudio>) {
  let rating: Judgement['rating'] = 0
  let away: Promise<void> | null = null
  let release = () => {}
  respond({
    'library.judge': ({ changes }) => {
      if (away) return away.then(() => failed({ code: 'disconnected', message: '' }))
      const before = changes.map(({ fileIds }) => ({ fileIds, judgement: { ...unjudged, rating } }))
      rating = changes.at(-1)?.rating ?? rating
      return done({ before, after: [] })
    },
  })
  return {
    rating: () => rating,
    /** What is sent from now on fails once it is given up. */
    disconnect() {
      const { promise, resolve } = Promise.withResolvers<void>()
      away = promise
      release = resolve
    },
    giveUp: () => release(),
    connect() {
      away = null
    },
  }
}
