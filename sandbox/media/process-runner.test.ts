import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { availableParallelism } from 'node:os'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { noInputs } from './collect-inputs.ts'
import { createProcessRunner } from './process-runner.ts'
import type { RenderTask } from './render-pool.ts'

const made = { ok: true, bytes: 1, sha256: 'a' } as const

function taskAt(path: string): RenderTask {
  const order = { kind: 'image', key: path, prompt: 'x', width: 64, height: 64 } as const
  return { path, order: { ...order, inputs: noInputs, followsInput: false, strength: null } }
}

/** A process that renders when the test says so. */
class FakeProcess extends EventEmitter {
  readonly exitCode = 0
  readonly paths: string[] = []
  send({ path }: RenderTask): boolean {
    return this.paths.push(path) > 0
  }
}

function openRunner() {
  const started: FakeProcess[] = []
  const runner = createProcessRunner(() => {
    const child = new FakeProcess()
    started.push(child)
    return child as unknown as ChildProcess
  })
  onTestFinished(() => runner.close())
  const render = (...paths: string[]) => Promise.all(paths.map((path) => runner.run(taskAt(path))))
  return { render, started, paths: () => started.map((child) => child.paths) }
}

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

test('tasks that are soon done share the process that is there, in the order of the calls', async () => {
  const { render, started, paths } = openRunner()
  const all = render('1', '2', '3')
  expect(paths()).toEqual([['1']])
  for (const _ of '123') {
    vi.advanceTimersByTime(100)
    started[0]?.emit('message', made)
  }
  expect(await all).toEqual([made, made, made])
  await vi.runAllTimersAsync()
  expect(paths()).toEqual([['1', '2', '3']])
})

test.skipIf(availableParallelism() < 2)(
  'beside a long task another process starts, and no third',
  async () => {
    const { render, started, paths } = openRunner()
    const all = render('long', '2', '3')
    vi.advanceTimersByTime(1_000)
    expect(paths()).toEqual([['long'], ['2']])
    started[1]?.emit('message', made)
    expect(paths()).toEqual([['long'], ['2', '3']])
    for (const child of started) child.emit('message', made)
    await all
  },
)

test('a process that ends takes its own task with it, and the next begins in another at once', async () => {
  const { render, started, paths } = openRunner()
  const all = render('1', '2')
  started[0]?.emit('exit', null, 'SIGSEGV')
  expect(paths()).toEqual([['1'], ['2']])
  started[1]?.emit('message', made)
  expect(await all).toEqual([{ ok: false, reason: 'The rendering process ended (SIGSEGV).' }, made])
})
