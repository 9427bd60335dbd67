import { expect, it } from 'vitest'
import { procedures } from '../shared/bridge/procedures.ts'
import { createDispatcher, type Handlers } from './bridge-dispatcher.ts'
import { storageFailureOf } from './infra/storage-failure.ts'

const warnings: string[] = []
const log = { warn: (sentence: string) => void warnings.push(sentence) }

function handlersThat(response: (input: unknown) => unknown): Handlers {
  return Object.fromEntries(Object.keys(procedures).map((name) => [name, response])) as unknown as Handlers
}

it('a procedure without a handler fails when the dispatcher is made, by name', () => {
  const { 'jobs.confirm': _, ...handlers } = handlersThat(() => null)
  expect(() => createDispatcher({ handlers: handlers as Handlers, log, storageFailureOf })).toThrow(
    /jobs\.confirm/,
  )
})

it('a handler gets parsed input only', async () => {
  const inputs: unknown[] = []
  const dispatch = createDispatcher({
    log,
    storageFailureOf,
    handlers: handlersThat((input) => {
      inputs.push(input)
      return { ok: false, error: { code: 'not_found', message: 'no' } }
    }),
  })
  await dispatch('library.list', {})
  const refused = await dispatch('library.list', { limit: 'all' })
  const stranger = await dispatch('library.list', { limit: 10, drop: 'table' })
  expect(inputs).toEqual([{ limit: 100 }])
  expect([refused, stranger]).toMatchObject([
    { error: { code: 'invalid_input', field: 'limit' } },
    { error: { code: 'invalid_input' } },
  ])
})

it('[JOB35] a handler’s error is an internal failure; a result that can’t be shown is not reported as undone', async () => {
  const thrown = createDispatcher({
    log,
    storageFailureOf,
    handlers: handlersThat(() => {
      throw new Error('disk on fire')
    }),
  })
  expect(await thrown('studio.status', {})).toMatchObject({ ok: false, error: { code: 'internal' } })
  expect(warnings.at(-1)).toContain('disk on fire')
  const wrong = createDispatcher({
    log,
    storageFailureOf,
    handlers: handlersThat(() => ({ ok: true, value: { host: 'toaster' } })),
  })
  expect(await wrong('studio.status', {})).toMatchObject({
    ok: false,
    error: { code: 'not_shown', cause: { code: 'not_shown' } },
  })
  expect(warnings.at(-1)).toContain('studio.status failed')
})

it.each([
  [13, 'storage_failed'],
  [11, 'library_damaged'],
])(
  '[JOB35] a disk error (%i) is not reported as one of a run that may have been sent',
  async (errcode, code) => {
    const dispatch = createDispatcher({
      log,
      storageFailureOf,
      handlers: handlersThat(() => {
        throw Object.assign(new Error('Refused.'), { errcode })
      }),
    })
    const closing = await dispatch('jobs.close', { submissionId: crypto.randomUUID() })
    expect(closing).toMatchObject({
      ok: false,
      error: { code, cause: { code: 'storage', nothingSent: true } },
    })
  },
)

it('[JOB36] values deeper than 64 are not passed on', async () => {
  const reached: string[] = []
  const dispatch = createDispatcher({
    log,
    storageFailureOf,
    handlers: handlersThat(() => {
      reached.push('confirmed')
      return { ok: true, value: [] }
    }),
  })
  const confirm = (depth: number) =>
    dispatch('jobs.confirm', {
      submissionIds: [crypto.randomUUID()],
      modelId: 'i3',
      values: { more: JSON.parse('['.repeat(depth - 1) + ']'.repeat(depth - 1)) },
      estimate: { kind: 'unlisted' },
    })
  expect(await confirm(65)).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'values' } })
  expect(await confirm(100_000)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  expect(reached).toEqual([])
  expect(await confirm(64)).toEqual({ ok: true, value: [] })
})
