import { describe, expect, it } from 'vitest'
import { createFixtureStudio, done, failed } from '../testing/fixture-studio.ts'
import { fileView } from '../testing/fixtures.ts'
import { english } from '../words/en/words.ts'
import type { ActionDeps, ReadSubject } from './action.ts'
import { openTogether } from './open-together.ts'

const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const filesOf = (count: number) => Array.from({ length: count }, (_, n) => fileView({ fileId: idOf(n) }))

function open(left: string | null = null) {
  const studio = createFixtureStudio({
    'tournaments.left': () => done({ tournamentId: left }),
    'tournaments.start': () => failed({ code: 'storage_failed', message: '' }),
  })
  const went: (string | undefined)[] = []
  const standing: string[] = []
  const deps = {
    bridge: studio.bridge,
    words: english,
    router: { go: (_screen: string, item?: string) => void went.push(item) },
    notify(text: string) {
      standing.push(text)
      return { close: () => void standing.splice(standing.indexOf(text), 1) }
    },
  } as unknown as ActionDeps
  const subjectOf = (count: number, some: Partial<ReadSubject> = {}) =>
    ({ files: filesOf(count), batchId: null, ...some }) as unknown as ReadSubject
  const press = (way: Parameters<typeof openTogether>[0], count: number, some?: Partial<ReadSubject>) =>
    openTogether(way, subjectOf(count, some), deps)
  return { studio, went, standing, press }
}

describe('files that are shown together', () => {
  it('[JUDGE60] are two to four in a comparison; a single one has the next of the list beside it', async () => {
    const { went, standing, press } = open()
    await press('compare', 5)
    expect(standing).toEqual([expect.stringContaining('up to four files')])
    await press('compare', 1, { beside: async () => null } as Partial<ReadSubject>)
    expect(standing).toEqual([expect.stringContaining('two to four files')])
    expect(went).toEqual([])
    await press('compare', 4)
    const beside = async () => fileView({ fileId: idOf(9) })
    await press('compare', 1, { beside } as unknown as Partial<ReadSubject>)
    expect(went).toEqual([expect.stringContaining(idOf(3)), `compare.${idOf(0)}.${idOf(9)}`])
  })

  it('[JUDGE70] are two to 100 in a survey', async () => {
    const { went, standing, press } = open()
    await press('survey', 1)
    await press('survey', 101)
    expect(standing).toEqual([expect.stringContaining('up to 100 files')])
    await press('survey', 100)
    await press('survey', 2)
    expect(went).toHaveLength(2)
  })

  it('[JUDGE84] are those of the tournament that was left, where not several are selected', async () => {
    const { went, press } = open(idOf(7))
    await press('tournament', 1)
    expect(went).toEqual([expect.stringContaining(idOf(7))])
  })

  it('[JUDGE86] end the note that said why others could not be shown', async () => {
    const { standing, press } = open()
    await press('tournament', 1)
    expect(standing).toEqual([expect.stringContaining('needs at least two files')])
    await press('survey', 3)
    expect(standing).toEqual([])
  })
})
