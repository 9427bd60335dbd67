import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { firstWords } from '../../words/choose-words.ts'
import { openPage } from './open-page.ts'
import { writeOpeningFile } from './opening-file.ts'
import { createSessionTokens } from './session-tokens.ts'

/** A host’s tokens, a folder for the file, and a clock whose tasks the test runs. */
function start({ open = (_path: string) => new Promise<void>(() => {}), isWritable = true } = {}) {
  const place = temporaryFolder()
  const tokens = createSessionTokens()
  const tasks = new Map<() => void, number>()
  const said: string[] = []
  const opened: string[] = []
  const end = openPage({
    host: {
      issueOnce() {
        const { token, ...once } = tokens.issueOnce()
        return { ...once, url: `http://127.0.0.1:4100/#token=${token}` }
      },
      hasOpened: tokens.hasOpened,
    },
    words: firstWords,
    open(path) {
      opened.push(path)
      return open(path)
    },
    say: (sentence) => void said.push(sentence),
    later(task, milliseconds) {
      tasks.set(task, milliseconds)
      return () => void tasks.delete(task)
    },
    write: (address, words) => writeOpeningFile(address, words, { places: isWritable ? [place] : [] }),
  })
  /** Runs the task with the shortest, or the longest, wait. */
  function pass(which: 'shortest' | 'longest') {
    const byWait = [...tasks].toSorted(([, left], [, right]) => left - right)
    const [task] = byWait.at(which === 'shortest' ? 0 : -1) ?? []
    if (!task) throw new Error('Nothing waits.')
    tasks.delete(task)
    task()
  }
  const [path = ''] = opened
  const token = () => /#token=([\w-]+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? ''
  return { place, tokens, tasks, said, opened, end, pass, path, token }
}

test('[HOST1] the opener gets a path; the token is in the file only, and is not the printed one', () => {
  const { opened, tokens, token } = start()
  expect(opened).toHaveLength(1)
  expect(opened[0]).not.toContain(token())
  expect(opened[0]).not.toContain('token')
  expect(token()).not.toBe(tokens.printed)
  expect(tokens.redeem(token())).toBe(true)
})

test('[HOST3] the file is deleted as soon as its token was used, without a message', async () => {
  const { tokens, token, place, said, tasks } = start()
  tokens.redeem(token())
  await expect.poll(() => readdirSync(place)).toEqual([])
  expect([said, tasks.size]).toEqual([[], 0])
})

test('[HOST3] the file is deleted and its token revoked when the host ends', () => {
  const { end, path, token, tokens, tasks } = start()
  const unused = token()
  end()
  expect([existsSync(path), tokens.redeem(unused), tasks.size]).toEqual([false, false, 0])
})

test('[HOST3] where no page connects that is reported, once, and the file still waits; in the end it is deleted', () => {
  const { pass, said, path, token, tokens } = start()
  const unused = token()
  pass('shortest')
  expect(said).toEqual([
    'Your browser has not opened Atelier yet. If it shows an error instead, open the address above in it.',
  ])
  expect(existsSync(path)).toBe(true)
  pass('longest')
  expect([existsSync(path), tokens.redeem(unused), said.length]).toEqual([false, false, 1])
})

test('[HOST3] nothing is reported where the printed address was opened meanwhile', () => {
  const { pass, said, tokens } = start()
  tokens.redeem(tokens.printed)
  pass('shortest')
  expect(said).toEqual([])
})

test('[HOST3] a failing opener is reported at once; a browser that it opened anyway still finds its file', async () => {
  const { said, path, tasks } = start({ open: async () => {} })
  await expect.poll(() => said).toEqual(['Your browser could not be opened. Open the address above in it.'])
  expect([existsSync(path), tasks.size]).toEqual([true, 1])
})

test('[HOST3] where the file can’t be written nothing is opened, and that is reported', () => {
  const { said, opened, end } = start({ isWritable: false })
  end()
  expect([opened, said]).toEqual([[], ['Your browser could not be opened. Open the address above in it.']])
})
