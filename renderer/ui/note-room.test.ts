import { expect, test } from 'vitest'
import { type NoteSign, roomFor } from './note-room.ts'

const calm = (id: string): NoteSign => ({ id, type: 'calm', timeout: 4, data: { actions: [] } })
const urgent = (id: string): NoteSign => ({ ...calm(id), type: 'danger' })
const undo = (id: string): NoteSign => ({ ...calm(id), data: { actions: ['Undo'] } })
const ending = (id: string): NoteSign => ({ ...undo(id), transitionStatus: 'ending' })

test('[NOTE570] the newest note is shown, then those with a button, then urgent ones, each kind newest first', () => {
  const shown = (...notes: NoteSign[]) => [...roomFor(notes).shown].join(' ')
  expect(shown()).toBe('')
  expect(shown(calm('a'), calm('b'))).toBe('a b')
  expect(shown(calm('a'), calm('b'), calm('c'), calm('d'))).toBe('a b c')
  expect(shown(calm('a'), calm('b'), calm('c'), undo('d'))).toBe('a d b')
  expect(shown(calm('a'), calm('b'), urgent('c'), undo('d'))).toBe('a d c')
  expect(shown(calm('a'), undo('b'), undo('c'), undo('d'))).toBe('a b c')
  expect(shown(ending('a'), calm('b'), ending('c'), calm('d'))).toBe('b d')
})

test('[NOTE570] at most three notes wait for room; beyond them those with the least to offer end', () => {
  const notes = [calm('a'), undo('b'), undo('c'), calm('d'), undo('e'), calm('f'), urgent('g')]
  expect(roomFor(notes).over).toEqual(['f'])
  expect(roomFor(notes.slice(0, 6)).over).toEqual([])
})

test('[NOTE570] the time of what offers something stands while it waits, and no other', () => {
  const notes = [undo('a'), undo('b'), undo('c'), undo('d'), { ...undo('e'), timeout: 0 }, calm('f')]
  expect(roomFor(notes).held).toEqual(['d'])
})
