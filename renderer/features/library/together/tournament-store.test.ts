import { expect, test } from 'vitest'
import type { TournamentView } from '../../../../shared/bridge/tournament-procedures.ts'
import { createFixtureStudio, done } from '../../../testing/fixture-studio.ts'
import { tournamentStoreOf } from './tournament-store.ts'

const id = (number: number) => `01900000-0000-7000-8000-00000000000${number}`
const tournamentId = id(9)

/** A tournament of two files in as many choices as are made. */
function open() {
  let played = 0
  const view = () =>
    done<TournamentView>({
      tournamentId,
      size: 2,
      files: 2,
      match: [id(1), id(2)],
      played,
      total: 9,
      round: 1,
      rounds: 1,
      standings: null,
    })
  return createFixtureStudio({
    'tournaments.get': view,
    'tournaments.choose'({ number }) {
      if (number === played) played += 1
      return view()
    },
    'tournaments.undo'({ number }) {
      if (number === played - 1) played -= 1
      return view()
    },
  })
}

test('[JUDGE84] a choice that is undone after the tournament was left and resumed is undone in what is shown', async () => {
  const { bridge } = open()
  const before = tournamentStoreOf(bridge, tournamentId)
  await before.read()
  const undo = await before.choose(id(1))
  const resumed = tournamentStoreOf(bridge, tournamentId)
  await resumed.read()
  expect(resumed.store.getState().view?.played).toBe(1)
  await undo?.()
  expect(resumed.store.getState().view?.played).toBe(0)
})

test('[JUDGE84] a second choice while one is under way is none, nor is one of a file of another match', async () => {
  const studio = open()
  const model = tournamentStoreOf(studio.bridge, tournamentId)
  await model.read()
  const [one, other] = await Promise.all([model.choose(id(1)), model.choose(id(2))])
  expect([one === null, other]).toEqual([false, null])
  expect(await model.choose(id(3))).toBeNull()
  expect(studio.inputs('tournaments.choose')).toHaveLength(1)
})
