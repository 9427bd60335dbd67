import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { onStopSignals } from './stop-signals.ts'

test('[USE47] the first signal stops the command, and the second is left to the system, which ends it', () => {
  const program = new EventEmitter() as unknown as NodeJS.Process
  const stop = vi.fn()
  const undo = onStopSignals(program, stop)
  expect([program.listenerCount('SIGINT'), program.listenerCount('SIGTERM')]).toEqual([1, 1])
  program.emit('SIGINT')
  expect([stop.mock.calls.length, program.listenerCount('SIGINT'), program.listenerCount('SIGTERM')]).toEqual(
    [1, 0, 0],
  )
  undo()
  const unused = vi.fn()
  onStopSignals(program, unused)()
  expect([program.listenerCount('SIGTERM'), unused.mock.calls.length]).toEqual([0, 0])
})
