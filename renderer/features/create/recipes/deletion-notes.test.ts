import { expect, it } from 'vitest'
import type { KeptRecipe } from '../../../../shared/bridge/recipe-procedures.ts'
import { settle } from '../../../testing/fixture-studio.ts'
import { createDeletionNotes } from './deletion-notes.ts'

function recipe(recipeId: string): KeptRecipe {
  return { recipeId, name: recipeId, modelId: 'i3', values: {}, isPinned: false } as unknown as KeptRecipe
}

function open() {
  const notes: { ids: string[]; isOpen: boolean; undo: () => void }[] = []
  const restored: string[] = []
  const deletions = createDeletionNotes(
    { current: null },
    {
      show(deleted, undo) {
        const note = { ids: deleted.map(({ recipeId }) => recipeId), isOpen: true, undo }
        notes.push(note)
        return {
          close() {
            note.isOpen = false
          },
          isOpen: () => note.isOpen,
        }
      },
      bringBack: async ({ recipeId }) => void restored.push(recipeId),
    },
  )
  return {
    notes,
    restored,
    add: (id: string) => deletions.add(recipe(id)),
    standing: () => notes.filter(({ isOpen }) => isOpen),
  }
}

it('[RUN13] of deleted recipes one note stands at a time, and its undo brings back all that it names', async () => {
  const { add, standing, restored } = open()
  for (const id of ['a', 'b', 'c']) add(id)
  expect(standing().map(({ ids }) => ids)).toEqual([['a', 'b', 'c']])
  standing()[0]?.undo()
  await settle()
  expect(restored).toEqual(['a', 'b', 'c'])
})

it('[RUN13] what was deleted before a note that is gone stays deleted', async () => {
  const { add, notes, standing, restored } = open()
  add('a')
  for (const note of notes) note.isOpen = false
  add('b')
  expect(standing().map(({ ids }) => ids)).toEqual([['b']])
  standing()[0]?.undo()
  await settle()
  expect(restored).toEqual(['b'])
})
