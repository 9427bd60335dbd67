import { expect, it } from 'vitest'
import type { BridgeResult } from '../../shared/bridge/error-codes.ts'
import { reasonOf } from '../../shared/failures/reason.ts'
import { english } from '../words/en/words.ts'
import { moveInQueue } from './move-in-queue.ts'

/** Moves a run and back again; returns what the notes say. */
async function movedAndBack(undone: BridgeResult<unknown>): Promise<readonly string[]> {
  const notes: string[] = []
  const backs: (() => unknown)[] = []
  const undo = { run: async () => undone, whenGone: () => () => {} }
  const move = async () => ({ ok: true, value: { place: 1, total: 3, undo } }) as const
  await moveInQueue({ queued: { sheet: () => null, move }, prompt: 'A fox' }, 'first', {
    words: english,
    notify(text, _tone, action) {
      notes.push(text)
      if (action) backs.push(action.run)
      return { close() {}, isOpen: () => true }
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

it('[RUN101] the note of a move, with its way back, is gone once there is no way back', async () => {
  const closed: string[] = []
  let gone = () => {}
  const undo = {
    run: async () => ({ ok: true, value: null }) as const,
    whenGone(listener: () => void) {
      gone = listener
      return () => {}
    },
  }
  const move = async () => ({ ok: true, value: { place: 1, total: 3, undo } }) as const
  await moveInQueue({ queued: { sheet: () => null, move }, prompt: 'A fox' }, 'first', {
    words: english,
    notify: (text) => ({ close: () => closed.push(text), isOpen: () => true }),
  })
  expect(closed).toEqual([])
  gone()
  expect(closed).toHaveLength(1)
})
