import { expect, it } from 'vitest'
import type { BridgeResult } from '../../shared/bridge/error-codes.ts'
import { reasonOf } from '../../shared/failures/reason.ts'
import { english } from '../words/en/words.ts'
import { moveInQueue } from './move-in-queue.ts'

/** Moves a run and back again; returns what the notes say. */
async function movedAndBack(undone: BridgeResult<unknown>): Promise<readonly string[]> {
  const notes: string[] = []
  const backs: (() => unknown)[] = []
  const move = async () => ({ ok: true, value: { place: 1, total: 3, undo: async () => undone } }) as const
  await moveInQueue({ queued: { sheet: () => null, move }, prompt: 'A fox' }, 'first', {
    words: english,
    notify(text, _tone, action) {
      notes.push(text)
      if (action) backs.push(action.run)
    },
  })
  backs[0]?.()
  await Promise.resolve()
  await Promise.resolve()
  return notes
}

it('[JOB84] a move that can’t be undone says why, and never that what was moved is back', async () => {
  const error = { code: 'not_possible_now', cause: reasonOf('queue_place_gone') } as const
  const [, refused] = await movedAndBack({ ok: false, error })
  expect(refused).toContain('Nothing was moved.')
  const [, back] = await movedAndBack({ ok: true, value: [] })
  expect(back).toContain('is back where it waited')
})
