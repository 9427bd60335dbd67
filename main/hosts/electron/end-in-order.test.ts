import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakeElectron } from '../../testing/fake-electron.ts'
import { createSpyLog } from '../../testing/spy-log.ts'
import { type EndInOrder, endInOrder, longestClosingMs } from './end-in-order.ts'

function open(changes: Partial<EndInOrder> = {}) {
  const electron = createFakeElectron({ isReady: true })
  const clock = createFakeClock()
  const log = createSpyLog()
  const done: string[] = []
  const ending = endInOrder({
    electron: electron.module,
    clock,
    log,
    runsWithoutWindow: () => false,
    ask: async () => 'quit',
    window: () => null,
    stopSending: () => void done.push('stopped'),
    close: async () => void done.push('closed'),
    ...changes,
  })
  const answer = Promise.withResolvers<boolean>()
  const after = {
    async askToReopen() {
      done.push('asked')
      return answer.promise
    },
    reopen: () => void done.push('reopens'),
  }
  return { electron, clock, log, done, ending, answer, after }
}

describe('after an error that nothing caught', () => {
  test('[DESK490] sending stops first, then everything is closed while the person is asked', async () => {
    const { electron, clock, done, ending, answer, after } = open()
    const ended = ending.afterError(after)
    expect(done).toEqual(['stopped', 'asked', 'closed'])
    answer.resolve(true)
    await ended
    expect([done.at(-1), electron.exits, clock.waiting()]).toEqual(['reopens', [1], 0])
  })

  test('[DESK491] what won’t close is given up after ten seconds', async () => {
    const { electron, clock, log, ending, answer, after } = open({ close: () => new Promise(() => {}) })
    const ended = ending.afterError(after)
    answer.resolve(false)
    await clock.advance(longestClosingMs - 1)
    expect(electron.exits).toEqual([])
    await clock.advance(1)
    await ended
    expect(electron.exits).toEqual([1])
    expect(log.sentences).toEqual(['Closing took too long and was given up.'])
  })

  test('[DESK491] what breaks on the way ends it all the same', async () => {
    const broken = () => {
      throw new Error('broken')
    }
    const { electron, ending, after } = open({
      stopSending: broken,
      window: broken,
      close: async () => broken(),
    })
    await ending.afterError({ ...after, askToReopen: async () => broken() })
    expect(electron.exits).toEqual([1])
  })

  test('[DESK491] where opening again fails, it ends', async () => {
    const { electron, ending, answer } = open()
    answer.resolve(true)
    await ending.afterError({
      askToReopen: async () => true,
      reopen() {
        throw new Error('no program')
      },
    })
    expect(electron.exits).toEqual([1])
  })

  test('[DESK492] the system’s end, a signal or a quit needs no answer', async () => {
    for (const how of ['shutDown', 'signal', 'quit'] as const) {
      let signal = () => {}
      const { electron, done, ending, after } = open({
        onEndSignal(end) {
          signal = end
        },
      })
      const ended = ending.afterError(after)
      if (how === 'shutDown') expect(electron.shutDown()).toBe(true)
      else if (how === 'signal') signal()
      else electron.app.quit()
      await ended
      expect([how, electron.exits, done.includes('reopens')]).toEqual([how, [1], false])
    }
  })

  test('[DESK492] a program that is ending already asks nothing, and closes once', async () => {
    const closing = Promise.withResolvers<void>()
    const { electron, done, ending, after } = open({
      async close() {
        done.push('closed')
        await closing.promise
      },
    })
    electron.shutDown()
    await new Promise(setImmediate)
    const ended = ending.afterError(after)
    closing.resolve()
    await ended
    expect(done).toEqual(['closed', 'stopped'])
    expect([electron.exits, electron.quits]).toEqual([[1], []])
  })

  test('[DESK492] the window can’t be kept, nor the question before quitting answered', async () => {
    const question = Promise.withResolvers<'background'>()
    const { electron, ending, answer, after } = open({ ask: () => question.promise })
    electron.app.quit()
    const ended = ending.afterError(after)
    question.resolve('background')
    let isPrevented = false
    ending.onClose({
      preventDefault() {
        isPrevented = true
      },
    })
    expect(isPrevented).toBe(true)
    answer.resolve(true)
    await ended
    expect(electron.exits).toEqual([1])
  })

  test('[DESK490] later errors change nothing', async () => {
    const { electron, done, ending, answer, after } = open()
    const ended = ending.afterError(after)
    await ending.afterError(after)
    answer.resolve(false)
    await ended
    expect([done, electron.exits]).toEqual([['stopped', 'asked', 'closed'], [1]])
  })
})

test('quits once everything is closed', async () => {
  const { electron, done } = open()
  const ended = once(electron.app, 'quit')
  electron.app.quit()
  await ended
  expect([done, electron.exits]).toEqual([['closed'], []])
})
