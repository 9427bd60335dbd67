import { expect, test } from 'vitest'
import type { AdoptionView, ForeignJob } from '../../shared/bridge/adoption-procedures.ts'
import { countChosen, createAdoptionStore, isChosen } from './adoption-store.ts'

const reading: AdoptionView = {
  ...{ adoptionId: 'a', source: 'listing', state: 'reading', read: 0, total: null, pausedUntil: null },
  ...{ found: 0, takeable: 0, models: [], here: 0, reserved: 0, ended: 0, unreadable: 0 },
  ...{ isWhole: true, isCut: false, chosen: 0, done: 0, taken: 0, failure: null },
}

function foreignJob(index: number, state: ForeignJob['state'] = 'ready'): ForeignJob {
  return {
    ...{ jobId: `job ${index}`, state, modelId: 'i3', modelLabel: 'I3', kind: 'image', prompt: '' },
    ...{ createdAt: null, files: 1, submissionId: null, reason: null },
  }
}

function open({ look = null as AdoptionView | null, listsJobs = true } = {}) {
  let tell: (view: AdoptionView) => void = () => undefined
  let now = look
  const taken = new Set<number>()
  const calls: [string, unknown][] = []
  const become = (view: AdoptionView) => {
    now = view
    return view
  }
  /** The next look, and what pages wait for. */
  const service = { look: reading, pages: Promise.resolve() }
  const answers: Record<string, (input: never) => unknown> = {
    'adoption.current': () => ({ look: now, listsJobs }),
    'adoption.look': () => become(service.look),
    'adoption.take': () => become({ ...reading, state: 'taking' }),
    'adoption.cancel': () => now,
    'adoption.jobs': ({ offset }: { offset: number }) => ({
      jobs: Array.from({ length: 200 }, (_, index) =>
        foreignJob(offset + index, taken.has(offset + index) ? 'taken' : 'ready'),
      ),
      total: 1_000,
    }),
  }
  const adoption = createAdoptionStore({
    async call(name: string, input: never) {
      calls.push([name, input])
      if (name === 'adoption.jobs') await service.pages
      return { ok: true, value: answers[name]?.(input) }
    },
    on(_: string, listener: (view: AdoptionView) => void) {
      tell = listener
      return () => undefined
    },
  } as never)
  const inputsOf = (name: string) => calls.filter(([one]) => one === name).map(([, input]) => input)
  return {
    adoption,
    taken,
    service,
    state: adoption.store.getState,
    inputsOf,
    tell(view: AdoptionView) {
      now = view
      tell(view)
    },
  }
}

/** A look that has found a thousand jobs, the first page read. */
async function openFound() {
  const opened = open()
  await expect.poll(() => opened.state().listsJobs).toBe(true)
  await opened.adoption.look()
  opened.tell({ ...reading, state: 'ready', found: 1_000, takeable: 1_000 })
  await expect.poll(() => opened.state().jobs.length).toBe(200)
  return opened
}

test('[ADOPT32] ids are read from what was pasted; what is none is not looked up', async () => {
  const { adoption, state, inputsOf } = open({ listsJobs: false })
  await expect.poll(() => state().way).toBe('ids')
  adoption.setText('nothing of that kind')
  await adoption.look()
  expect([state().problem, inputsOf('adoption.look')]).toEqual([{ type: 'none' }, []])
  const id = crypto.randomUUID()
  adoption.setText(`${id} 1234-5678-90ab`)
  await adoption.look()
  expect(state().problem).toEqual({ type: 'not_ids', words: ['1234-5678-90ab'] })
  adoption.setText(`{"job_id": "${id}"}`)
  expect(state().problem).toBeNull()
  await adoption.look()
  expect(inputsOf('adoption.look')).toEqual([{ jobIds: [id] }])
})

test('[ADOPT32] all are chosen at first, all but some, or only some', async () => {
  const { adoption, state, inputsOf } = await openFound()
  expect(countChosen(state())).toBe(1_000)
  adoption.toggle(foreignJob(3))
  adoption.toggle(foreignJob(4, 'here'))
  expect([
    countChosen(state()),
    isChosen(state(), foreignJob(3)),
    isChosen(state(), foreignJob(999)),
  ]).toEqual([999, false, true])
  await adoption.take()
  adoption.selectAll(false)
  adoption.toggle(foreignJob(700))
  expect([
    countChosen(state()),
    isChosen(state(), foreignJob(700)),
    isChosen(state(), foreignJob(3)),
  ]).toEqual([1, true, false])
  await adoption.take()
  expect(inputsOf('adoption.take')).toEqual([
    { adoptionId: 'a', which: 'allBut', jobIds: ['job 3'] },
    { adoptionId: 'a', which: 'only', jobIds: ['job 700'] },
  ])
})

test('[ADOPT33] jobs are read as they come into view, once, and anew after some were taken', async () => {
  const { adoption, state, tell, inputsOf } = await openFound()
  adoption.readAround(650)
  adoption.readAround(651)
  await expect.poll(() => state().jobs[650]?.jobId).toBe('job 650')
  expect(state().jobs[250]).toBeUndefined()
  const offsets = () => inputsOf('adoption.jobs').map((input) => (input as { offset: number }).offset)
  expect(offsets()).toEqual([0, 600])
  await adoption.take()
  tell({ ...reading, state: 'done', found: 1_000, takeable: 0, chosen: 1_000, done: 1_000, taken: 1_000 })
  expect(countChosen(state())).toBe(0)
  expect(offsets()).toEqual([0, 600, 0])
})

test('[ADOPT33] stopped while it takes, the rest stays chosen but for what was left out', async () => {
  const { adoption, state, tell } = await openFound()
  adoption.toggle(foreignJob(3))
  await adoption.take()
  tell({ ...reading, state: 'done', found: 1_000, takeable: 990, chosen: 999, done: 10, taken: 10 })
  expect([countChosen(state()), isChosen(state(), foreignJob(3)), isChosen(state(), foreignJob(5))]).toEqual([
    989,
    false,
    true,
  ])
})

test('[ADOPT33] stopped while it takes only some, those that were not taken stay chosen', async () => {
  const { adoption, state, tell, taken } = await openFound()
  adoption.selectAll(false)
  for (const place of [1, 2, 3]) adoption.toggle(foreignJob(place))
  await adoption.take()
  taken.add(3)
  tell({ ...reading, state: 'done', found: 1_000, takeable: 999, chosen: 3, done: 1, taken: 1 })
  await expect.poll(() => countChosen(state())).toBe(2)
  expect([1, 2, 4].map((place) => isChosen(state(), foreignJob(place)))).toEqual([true, true, false])
})

test('[ADOPT33] a dialog that is opened later shows what is under way, and no look that is over', async () => {
  const { state, tell } = open({ look: { ...reading, read: 5 } })
  await expect.poll(() => state().view?.read).toBe(5)
  tell({ ...reading, state: 'ready', found: 2, takeable: 2 })
  expect(state().view?.found).toBe(2)
  tell({ ...reading, read: 1 })
  expect(state().view?.state).toBe('ready')
  const over = open({ look: { ...reading, state: 'ready' } })
  await expect.poll(() => over.state().listsJobs).toBe(true)
  expect(over.state().view).toBeNull()
})

test.each([
  ['after a reset', true],
  ['in place of it', false],
])(
  '[ADOPT30] jobs that were still being read when another look began (%s) are not among its',
  async (_, resets) => {
    const { adoption, state, service } = await openFound()
    const late = Promise.withResolvers<void>()
    service.pages = late.promise
    adoption.readAround(650)
    if (resets) adoption.reset()
    service.look = { ...reading, adoptionId: 'b' }
    await adoption.look()
    late.resolve()
    await adoption.cancel()
    expect([state().view?.adoptionId, state().jobs]).toEqual(['b', []])
  },
)
