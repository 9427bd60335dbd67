import { describe, expect, it } from 'vitest'
import { settle } from '../testing/fixture-studio.ts'
import type { Look } from './look.ts'
import { startLookCatchUp } from './look-catch-up.ts'

const blue: Look = { color: '0000ff', accent: '0000ff', hash: '0'.repeat(16) }

function start(fileIds: readonly string[], batch = 2) {
  const kept: string[] = []
  const idle: (() => void)[] = []
  const asked: (number | undefined)[] = []
  const unseen = fileIds.map((fileId, at) => ({ key: 100 - at, fileId }))
  const catchUp = startLookCatchUp({
    async next(before) {
      asked.push(before)
      return unseen.filter(({ key }) => before === undefined || key < before).slice(0, batch)
    },
    async look(fileId) {
      if (fileId === 'broken') throw new Error('Not an image.')
      return blue
    },
    keep: async (fileId) => void kept.push(fileId),
    whenIdle(task) {
      idle.push(task)
      return () => idle.splice(idle.indexOf(task), 1)
    },
  })
  async function turn() {
    idle.shift()?.()
    await settle()
  }
  return { kept, idle, asked, catchUp, turn }
}

describe('[FIND7] thumbnails of an earlier version', () => {
  it('are looked at one by one while the page is idle, each once, and one that is broken costs only itself', async () => {
    const { kept, idle, asked, turn } = start(['a', 'broken', 'c', 'd', 'e'])
    await settle()
    expect([idle.length, kept]).toEqual([1, []])
    await turn()
    expect([idle.length, kept]).toEqual([1, ['a']])
    for (let at = 0; at < 9; at += 1) await turn()
    expect(kept).toEqual(['a', 'c', 'd', 'e'])
    expect(asked).toEqual([undefined, 99, 97, 96])
    expect(idle).toEqual([])
  })

  it('wait where the page is left', async () => {
    const { kept, idle, catchUp, turn } = start(['a', 'b'])
    await settle()
    await turn()
    catchUp.close()
    await turn()
    expect([kept, idle.length]).toEqual([['a'], 0])
  })
})
