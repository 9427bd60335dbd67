import { describe, expect, it } from 'vitest'
import { createFixtureStudio, done, failed } from '../testing/fixture-studio.ts'
import { fileView, submissionView } from '../testing/fixtures.ts'
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

  it('[JUDGE80] are those of all selected contact sheets, beside the single ones', async () => {
    const { studio, standing, went, press } = open()
    const sheets = [0, 1, 2].map((n) => idOf(100 + n))
    const filesIn = (batchId: string) => [0, 1, 2, 3].map((n) => `${batchId.slice(0, -1)}${n + 4}`)
    studio.respond({
      'jobs.batch': ({ batchId }) =>
        done(filesIn(batchId).map((fileId) => submissionView({ files: [fileView({ fileId })] }))),
    })
    const readSheets = async () => sheets
    const read = (single: number) =>
      ({ readFiles: async () => filesOf(single), readSheets }) as unknown as Partial<ReadSubject>
    await press('tournament', 0, read(2))
    expect(studio.inputs('tournaments.start')[0]?.fileIds).toHaveLength(14)
    await press('compare', 0, read(0))
    expect(standing.at(-1)).toContain('up to four files')
    expect(studio.inputs('jobs.batch').slice(3)).toEqual([{ batchId: sheets[0] }, { batchId: sheets[1] }])
    await press('survey', 0, read(1))
    expect(went.at(-1)?.split('.')).toHaveLength(14)
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
