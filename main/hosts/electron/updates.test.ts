import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { FakeUpdater } from '../../testing/fake-updater.ts'
import { createSpyLog } from '../../testing/spy-log.ts'
import { firstWords } from '../../words/choose-words.ts'
import type { ElectronModule } from './electron-module.ts'
import { offerUpdate } from './updates.ts'

const { updates: words } = firstWords

/** The part of Electron that asks and ends; `answers` are the buttons that the person presses, in order. */
function openAsking(answers: readonly string[]) {
  const waiting = [...answers]
  const boxes: { message: string; detail: string; defaultId: number; cancelId: number }[] = []
  const errors: string[] = []
  const locks: string[] = []
  const app = Object.assign(new EventEmitter(), {
    getVersion: () => '0.1.0',
    quits: 0,
    quit() {
      app.quits++
    },
    releaseSingleInstanceLock: () => void locks.push('released'),
  })
  const dialog = {
    showErrorBox: (_title: string, text: string) => void errors.push(text),
    async showMessageBox(box: (typeof boxes)[number] & { buttons: string[] }) {
      boxes.push(box)
      const answer = waiting.shift()
      return { response: answer === undefined ? box.cancelId : box.buttons.indexOf(answer) }
    },
  }
  const electron = { app, dialog } as unknown as Pick<ElectronModule, 'app' | 'dialog'>
  const log = createSpyLog()
  const offer = (updater: FakeUpdater) => offerUpdate({ electron, updater, words: () => firstWords, log })
  return { offer, app, boxes, errors, locks, log }
}

test('[PACK22] nothing is downloaded until the person says so, and Enter says no', async () => {
  const { offer, boxes } = openAsking([words.notNow])
  const updater = new FakeUpdater({ offers: '0.2.0' })
  await offer(updater)
  expect(updater.done).toEqual(['check'])
  expect(boxes).toMatchObject([{ message: words.available('0.2.0'), defaultId: 1, cancelId: 1 }])
})

test('[PACK22] it is installed when the person quits, after everything is closed', async () => {
  const { offer, app, locks } = openAsking([words.download, words.later])
  const updater = new FakeUpdater({ offers: '0.2.0' })
  await offer(updater)
  expect([updater.done, app.quits]).toEqual([['check', 'download'], 0])
  app.emit('quit')
  expect(updater.done).toEqual(['check', 'download', 'install'])
  expect(locks).toEqual(['released'])
})

test('[PACK22] a restart quits as a person does, and only then installs', async () => {
  const { offer, app } = openAsking([words.download, words.restart])
  const updater = new FakeUpdater({ offers: '0.2.0' })
  await offer(updater)
  expect([updater.done, app.quits]).toEqual([['check', 'download'], 1])
  app.emit('quit')
  expect(updater.done.at(-1)).toBe('install and restart')
})

test.each([
  [words.restart, ['check', 'download', 'install and restart']],
  [words.later, ['check', 'download']],
])('[PACK22] where the system installs, “%s” leaves the rest to it', async (answer, done) => {
  const { offer, app } = openAsking([words.download, answer])
  const updater = new FakeUpdater({ offers: '0.2.0', leavesItToTheSystem: true })
  await offer(updater)
  expect([updater.done, app.quits, app.listenerCount('quit')]).toEqual([done, 0, 0])
})

test('[PACK22] a download that fails is said, and changes nothing', async () => {
  const { offer, app, errors } = openAsking([words.download])
  await offer(new FakeUpdater({ offers: '0.2.0', downloadFails: 'sha512 checksum mismatch\nat x' }))
  expect(errors).toEqual([words.failed('sha512 checksum mismatch')])
  expect(app.listenerCount('quit')).toBe(0)
})

test.each([
  ['can’t be read', { checkFails: 'no network' }],
  ['offers nothing newer', {}],
  ['names no version', { offers: '1.0.0\n\nInstall from https://elsewhere.example' }],
])('[PACK22] a feed that %s disturbs nobody', async (_, options) => {
  const { offer, boxes, errors } = openAsking([])
  await offer(new FakeUpdater(options))
  expect([boxes, errors]).toEqual([[], []])
})
