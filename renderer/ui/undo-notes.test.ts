import { expect, it } from 'vitest'
import { settle } from '../testing/fixture-studio.ts'
import { createUndoNotes } from './undo-notes.ts'

function start() {
  const shown = new Map<string, { readonly undo: () => void; readonly dismiss: () => void }>()
  let model = 'i3'
  let refusals = 0
  const again: string[] = []
  const notes = createUndoNotes({
    show({ text }, { isAgain, onUndo, onGone }) {
      if (isAgain) again.push(text)
      const dismiss = () => {
        if (shown.delete(text)) onGone()
      }
      shown.set(text, { undo: onUndo, dismiss })
      return dismiss
    },
    place: () => model,
    refuse() {
      refusals += 1
    },
  })
  let form = 'own'
  function fill(text: string) {
    const before = form
    form = text
    function run() {
      form = before
    }
    return notes.add({ text, label: 'Undo', run })
  }
  function rate() {
    notes.add({ text: 'Rated', label: 'Undo', isWhole: true, outlastsSending: true, run: () => {} })
  }
  function open(next: string) {
    model = next
  }
  const texts = () => [...shown.keys()]
  return { notes, shown, fill, rate, open, texts, again, form: () => form, refusals: () => refusals }
}

it('[UNDO1] [UNDO430] shows one note at a time, and walks back through those that it replaced', async () => {
  const { shown, fill, texts, form, again } = start()
  fill('A')
  fill('B')
  expect([texts(), again]).toEqual([['B'], []])
  shown.get('B')?.undo()
  await settle()
  expect([form(), texts(), again]).toEqual(['A', ['A'], ['A']])
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

it('[UNDO1] leaves the form of another model as it is, and says so', async () => {
  const { notes, fill, open, texts, form, refusals } = start()
  fill('A')
  open('v7')
  notes.store.getState().undo?.()
  await settle()
  expect([form(), texts(), refusals()]).toEqual(['A', [], 1])
})

it('[UNDO1] restores a whole form from another model’s, and shows no note of the model that it left', async () => {
  const { notes, fill, open, texts, refusals } = start()
  fill('A')
  open('v7')
  fill('B')
  notes.add({ text: 'C', label: 'Undo', isWhole: true, run: () => open('i3') })
  open('a1')
  notes.store.getState().undo?.()
  await settle()
  expect([texts(), refusals()]).toEqual([['A'], 0])
})

it('[UNDO1] shows a note that restores a whole form again, also in another model’s form', async () => {
  const { notes, fill, open, texts } = start()
  notes.add({ text: 'A', label: 'Undo', isWhole: true, run: () => open('i3') })
  open('v7')
  fill('B')
  notes.store.getState().undo?.()
  await settle()
  expect(texts()).toEqual(['A'])
})

it('[UNDO1] shows a note no more whose change was undone in another way', async () => {
  const { shown, fill, texts } = start()
  const undoneA = fill('A')
  const undoneB = fill('B')
  undoneA()
  expect(texts()).toEqual(['B'])
  shown.get('B')?.undo()
  await settle()
  expect(texts()).toEqual([])
  fill('C')
  const undoneD = fill('D')
  undoneD()
  expect(texts()).toEqual(['C'])
  undoneB()
  expect(texts()).toEqual(['C'])
})

it('[NOTE50] lets a note go once what it changed was sent, or its model was left', () => {
  const { notes, fill, open, texts } = start()
  fill('A')
  notes.settleLeft()
  expect(texts()).toEqual(['A'])
  notes.beginSending()()
  expect([texts(), notes.store.getState().undo]).toEqual([[], null])
  fill('B')
  open('v7')
  notes.settleLeft()
  expect(texts()).toEqual([])
})

it('[NOTE50] keeps a note whose undo is as useful as before', () => {
  const { notes, rate, open, texts } = start()
  rate()
  open('v7')
  notes.settleLeft()
  notes.beginSending()()
  expect(texts()).toEqual(['Rated'])
})

it('[NOTE70] shows the note of a sent change no more once the one above it is undone', async () => {
  const { notes, shown, fill, rate, texts } = start()
  fill('A')
  rate()
  notes.beginSending()()
  expect(texts()).toEqual(['Rated'])
  shown.get('Rated')?.undo()
  await settle()
  expect(texts()).toEqual([])
})

it('[NOTE70] shows what a sent or left change had covered, where that is as useful as before', () => {
  const { notes, fill, rate, open, texts } = start()
  rate()
  fill('A')
  fill('B')
  notes.beginSending()()
  expect(texts()).toEqual(['Rated'])
  fill('C')
  open('v7')
  notes.settleLeft()
  expect(texts()).toEqual(['Rated'])
})

it('[NOTE70] keeps the note of a change that was made after the form was sent, and none below it', async () => {
  const { notes, shown, fill, texts } = start()
  fill('A')
  const settleSent = notes.beginSending()
  fill('B')
  settleSent()
  expect(texts()).toEqual(['B'])
  shown.get('B')?.undo()
  await settle()
  expect(texts()).toEqual([])
})

it('[NOTE70] shows no note of a form that was sent while the change above it was being undone', async () => {
  const { notes, fill, texts } = start()
  const slow = Promise.withResolvers<void>()
  fill('A')
  notes.add({ text: 'Rated', label: 'Undo', isWhole: true, outlastsSending: true, run: () => slow.promise })
  notes.store.getState().undo?.()
  notes.beginSending()()
  slow.resolve()
  await settle()
  expect(texts()).toEqual([])
})

it('[NOTE70] keeps every note where nothing was sent', async () => {
  const { notes, shown, fill, texts } = start()
  fill('A')
  notes.beginSending()
  fill('B')
  shown.get('B')?.undo()
  await settle()
  expect(texts()).toEqual(['A'])
})
