import { expect, it } from 'vitest'
import { settle } from '../testing/fixture-studio.ts'
import { createUndoNotes } from './undo-notes.ts'

function start() {
  const shown = new Map<string, { readonly undo: () => void; readonly dismiss: () => void }>()
  const notes = createUndoNotes(({ text }, { onUndo, onGone }) => {
    const dismiss = () => {
      if (shown.delete(text)) onGone()
    }
    shown.set(text, { undo: onUndo, dismiss })
    return dismiss
  })
  let form = 'own'
  function fill(text: string) {
    const before = form
    form = text
    function run() {
      form = before
    }
    notes.add({ text, label: 'Undo', run })
  }
  const texts = () => [...shown.keys()]
  return { notes, shown, fill, texts, form: () => form }
}

it('[UNDO1] shows one note at a time, and walks back through those that it replaced', async () => {
  const { shown, fill, texts, form } = start()
  fill('A')
  fill('B')
  expect(texts()).toEqual(['B'])
  shown.get('B')?.undo()
  await settle()
  expect([form(), texts()]).toEqual(['A', ['A']])
  shown.get('A')?.undo()
  await settle()
  expect([form(), texts()]).toEqual(['own', []])
})

it('[UNDO1] never uses the undo of a note that another has replaced', async () => {
  const { shown, fill, form } = start()
  fill('A')
  const early = shown.get('A')
  fill('B')
  early?.undo()
  await settle()
  expect(form()).toBe('B')
})

it('[UNDO1] forgets what a note replaced once that was dismissed', async () => {
  const { notes, shown, fill, texts } = start()
  fill('A')
  fill('B')
  shown.get('B')?.dismiss()
  expect([texts(), notes.store.getState().undo]).toEqual([[], null])
  fill('C')
  notes.store.getState().undo?.()
  await settle()
  expect(texts()).toEqual([])
})

it('[UNDO1] shows no earlier note once another was added while the undo ran', async () => {
  const { notes, fill, texts } = start()
  const slow = Promise.withResolvers<void>()
  fill('A')
  notes.add({ text: 'B', label: 'Undo', run: () => slow.promise })
  notes.store.getState().undo?.()
  fill('C')
  slow.resolve()
  await settle()
  expect(texts()).toEqual(['C'])
})
