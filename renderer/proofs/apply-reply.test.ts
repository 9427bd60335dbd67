import { expect, test } from 'vitest'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { ChangedFile } from '../../shared/bridge/proof-procedures.ts'
import { applyReply } from './apply-reply.ts'

const file = (fileId: string, after: Partial<ChangedFile['after']>): ChangedFile => {
  const before = { rating: 1, flag: 'none', note: 'mine' } as const
  return { fileId, kind: 'image', name: '', hasPoster: false, before, after: { ...before, ...after } }
}

/** Notes the calls; `failing`: the one that fails. */
function spyBridge(failing = '') {
  const calls: [string, unknown][] = []
  const call = async (procedure: string, input: unknown) => {
    calls.push([procedure, input])
    if (procedure === failing && calls.length < 4)
      return { ok: false, error: { code: 'storage_failed' } } as const
    return { ok: true, value: {} } as const
  }
  return { calls, bridge: { call: call as unknown as Bridge['call'] } }
}

const files = [
  file('a', { rating: 4, flag: 'pick' }),
  file('b', { rating: 4, flag: 'pick', note: 'mine\nAnn: yes' }),
  file('c', { note: 'mine\nAnn: no' }),
]

test('[EXP37] equal marks are one call, notes one each, and the undo restores what was', async () => {
  const { bridge, calls } = spyBridge()
  const done = await applyReply(files, bridge)
  expect(calls).toEqual([
    ['library.judge', { changes: [{ rating: 4, flag: 'pick', fileIds: ['a', 'b'] }] }],
    ['notes.set', { fileId: 'b', note: 'mine\nAnn: yes' }],
    ['notes.set', { fileId: 'c', note: 'mine\nAnn: no' }],
  ])
  calls.length = 0
  if (done.ok) await done.value()
  expect(calls).toEqual([
    ['library.judge', { changes: [{ rating: 1, flag: 'none', fileIds: ['a', 'b'] }] }],
    ['notes.set', { fileId: 'b', note: 'mine' }],
    ['notes.set', { fileId: 'c', note: 'mine' }],
  ])
})

test('[EXP37] where one change fails, those before it are undone', async () => {
  const { bridge, calls } = spyBridge('notes.set')
  expect(await applyReply(files, bridge)).toMatchObject({ ok: false })
  expect(calls.map(([procedure]) => procedure)).toEqual([
    'library.judge',
    'notes.set',
    'library.judge',
    'notes.set',
    'notes.set',
  ])
})
