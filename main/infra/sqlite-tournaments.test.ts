import { expect, test } from 'vitest'
import type { BridgeResult } from '../../shared/bridge/error-codes.ts'
import { readFilter } from '../../shared/library/filter/library-filter.ts'
import { createTournamentProcedures } from '../engine/library/tournament-procedures.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { openLibrary } from '../testing/open-library.ts'
import { createSqliteTournaments } from './sqlite-tournaments.ts'

async function open(count: number) {
  const library = await openLibrary()
  const fileIds = Array.from({ length: count }, (_, n) => library.saveFile({ prompt: `file ${n}` }))
  let ids = 0
  function newId() {
    ids += 1
    return `01900000-0000-7000-8000-${String(ids).padStart(12, '0')}`
  }
  const make = () =>
    createTournamentProcedures({
      clock: createFakeClock(),
      ids: { next: newId },
      random: { next: () => 0.37 },
      tournaments: createSqliteTournaments(library.database),
    })
  return { ...library, fileIds, make, tournaments: createSqliteTournaments(library.database) }
}

function kept<Value>(result: BridgeResult<Value>): Value {
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}

test('[JUDGE81] [JUDGE82] it is resumed from the store at every choice, undone, and scores its files', async () => {
  const { fileIds, make, tournaments, files } = await open(5)
  let view = kept(make()['tournaments.start']({ fileIds: [...fileIds, fileIds[0] ?? ''], size: 2 }))
  const { tournamentId } = view
  expect(view).toMatchObject({ files: 5, played: 0, round: 1, standings: null })
  expect(tournaments.left()).toBe(tournamentId)
  const best = fileIds[3] ?? ''
  let undone = 0
  while (view.match) {
    // Another process each time: nothing but the rows says where it is.
    const procedures = make()
    const [first = ''] = view.match
    const fileId = view.match.includes(best) ? best : first
    const before = view
    view = kept(procedures['tournaments.choose']({ tournamentId, number: view.played, fileId }))
    expect(view.played).toBe(before.played + 1)
    // The same choice once more changes nothing, nor does one of another match.
    expect(
      kept(procedures['tournaments.choose']({ tournamentId, number: before.played, fileId: first })),
    ).toEqual(view)
    if (undone < 3) {
      undone += 1
      expect(kept(procedures['tournaments.undo']({ tournamentId, number: before.played }))).toEqual(before)
      expect(kept(procedures['tournaments.undo']({ tournamentId, number: before.played + 7 }))).toEqual(
        before,
      )
      view = before
    }
  }
  expect(view.played).toBe(view.total)
  expect(view.standings?.[0]?.fileId).toBe(best)
  expect(tournaments.left()).toBeNull()
  expect(tournaments.scoreOf(best)).toBe(view.standings?.[0]?.score)
  const found = files.list({ filter: readFilter('score:>=0'), limit: 10 }).items
  expect(found).toHaveLength(5)
  const good = files.list({ filter: readFilter(`score:${tournaments.scoreOf(best)}`), limit: 10 }).items
  expect(good.map(({ fileId }) => fileId)).toContain(best)
  expect(files.list({ filter: readFilter('-score:>=0'), limit: 10 }).items).toHaveLength(0)
})

test('[JUDGE82] the last tournament’s score counts, and without a round that is over there is none', async () => {
  const { fileIds, make, tournaments } = await open(4)
  const [one = '', other = ''] = fileIds
  const procedures = make()
  const first = kept(procedures['tournaments.start']({ fileIds: [one, other], size: 2 }))
  expect(tournaments.scoreOf(one)).toBeNull()
  procedures['tournaments.choose']({ tournamentId: first.tournamentId, number: 0, fileId: one })
  const high = tournaments.scoreOf(one) ?? 0
  expect(high).toBeGreaterThan(50)
  const second = kept(procedures['tournaments.start']({ fileIds, size: 4 }))
  procedures['tournaments.choose']({ tournamentId: second.tournamentId, number: 0, fileId: other })
  expect(tournaments.scoreOf(one) ?? 100).toBeLessThan(50)
  procedures['tournaments.undo']({ tournamentId: second.tournamentId, number: 0 })
  expect(tournaments.scoreOf(one)).toBe(high)
})

test('[JUDGE83] pairs become fours only before the first choice, and damaged rows cost only their tournament', async () => {
  const { fileIds, make, database, tournaments } = await open(4)
  const procedures = make()
  const { tournamentId } = kept(procedures['tournaments.start']({ fileIds, size: 2 }))
  expect(kept(procedures['tournaments.resize']({ tournamentId, size: 4 })).match).toHaveLength(4)
  procedures['tournaments.choose']({ tournamentId, number: 0, fileId: fileIds[0] ?? '' })
  expect(kept(procedures['tournaments.resize']({ tournamentId, size: 2 })).size).toBe(4)
  database.prepare('UPDATE tournament_choices SET place = 99').run()
  expect(kept(procedures['tournaments.get']({ tournamentId }))).toMatchObject({ played: 0 })
  database.prepare('UPDATE tournaments SET size = 3').run()
  expect(procedures['tournaments.get']({ tournamentId })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  })
  expect(procedures['tournaments.start']({ fileIds: [fileIds[0] ?? '', tournamentId], size: 2 }).ok).toBe(
    false,
  )
  expect(tournaments.scoreOf('none')).toBeNull()
})
