import { expect, test } from 'vitest'
import type { ImportView } from '../../shared/bridge/import-procedures.ts'
import { createImportStore } from './import-store.ts'

const running: ImportView = {
  ...{ importId: 'a', state: 'running', folder: '/x', total: 2, done: 0, added: 0, known: 0 },
  refused: { count: 0, files: [] },
  failure: null,
}

function open(current: ImportView | null, start: unknown = { ok: true, value: running }) {
  let tell: (view: ImportView) => void = () => undefined
  let now = current
  const calls: unknown[] = []
  const answers: Record<string, () => unknown> = {
    'export.choices': () => ({ ok: true, value: { choices: {}, hasDialog: true } }),
    'export.chooseFolder': () => ({ ok: true, value: { folder: '/home/ann/exports' } }),
    'import.current': () => ({ ok: true, value: now }),
    'import.start': () => start,
    'import.cancel': () => ({ ok: true, value: { ...running, state: 'cancelled' } }),
  }
  const imports = createImportStore({
    async call(name: string, input: unknown) {
      calls.push([name, input])
      return answers[name]?.()
    },
    on(_: string, listener: (view: ImportView) => void) {
      tell = listener
      return () => undefined
    },
  } as never)
  return {
    imports,
    state: imports.store.getState,
    calls,
    tell: (view: ImportView) => {
      now = view
      tell(view)
    },
  }
}

test('[RST35] a folder is chosen, taken in and followed to its end, whichever comes first', async () => {
  const { imports, state, calls, tell } = open(null)
  await imports.chooseFolder()
  expect(state()).toMatchObject({ folder: '/home/ann/exports', hasDialog: true })
  // Its end before its begin.
  tell({ ...running, state: 'done', added: 2 })
  await imports.start()
  expect(calls).toContainEqual(['import.start', { folder: '/home/ann/exports' }])
  expect(state().view).toMatchObject({ state: 'done', added: 2 })
  tell({ ...running, done: 1 })
  expect(state().view?.state).toBe('done')
  imports.reset()
  expect(state().view).toBeNull()
})

test('[RST35] a dialog that is opened later shows the one that runs, and cancels it', async () => {
  const { imports, state, tell } = open(running)
  await expect.poll(() => state().view).toEqual(running)
  tell({ ...running, importId: 'other', done: 2 })
  expect(state().view).toEqual(running)
  await imports.cancel()
  expect(state().view?.state).toBe('cancelled')
})

test('[RST40] the folder of one that failed is taken in once more, also where another dialog began it', async () => {
  const { imports, state, calls, tell } = open(running)
  await expect.poll(() => state().view).toEqual(running)
  tell({ ...running, state: 'failed', failure: { code: 'storage', kind: 'full' } })
  await imports.again()
  expect(calls).toContainEqual(['import.start', { folder: '/x' }])
})

test('[RST35] what is refused is said, and nothing begins without a folder', async () => {
  const { imports, state, calls } = open(null, { ok: false, error: { code: 'not_possible_now' } })
  imports.setFolder('  ')
  await imports.start()
  expect(calls).not.toContainEqual(expect.arrayContaining(['import.start']))
  imports.setFolder(' /x ')
  await imports.start()
  expect(state()).toMatchObject({ view: null, failure: { code: 'not_possible_now' } })
})
