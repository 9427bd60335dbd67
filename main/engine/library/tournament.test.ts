import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { playTournament, standingsOf, type TournamentPlan } from './tournament.ts'

const plans = fc.record({
  files: fc.integer({ min: 2, max: 33 }),
  size: fc.constantFrom(2 as const, 4 as const),
  seed: fc.integer({ min: 0, max: 0xffff_ffff }),
})

/** Plays it to its end; returns the choices and every match. */
function play(plan: TournamentPlan, choose: (match: readonly number[]) => number) {
  const choices: number[] = []
  const matches: (readonly number[])[] = []
  for (let { match } = playTournament(plan, choices); match; { match } = playTournament(plan, choices)) {
    matches.push(match)
    choices.push(choose(match))
  }
  return { choices, matches }
}

const best = (match: readonly number[]) => Math.min(...match)

describe('[JUDGE80] a tournament', () => {
  test('finds the best one of any number of files, where its person is of one mind', () => {
    fc.assert(
      fc.property(plans, fc.integer(), (plan, turn) => {
        // Any file may be the best one.
        const first = ((turn % plan.files) + plan.files) % plan.files
        const strength = (place: number) => (place - first + plan.files) % plan.files
        const { choices } = play(
          plan,
          (match) => match.toSorted((one, other) => strength(one) - strength(other))[0] ?? 0,
        )
        const [winner] = standingsOf(plan, choices)
        expect(winner?.place).toBe(first)
        expect(winner?.under).toBe(0)
      }),
      { numRuns: 150 },
    )
  })

  test('orders the others about as they are', () => {
    for (const size of [2, 4] as const) {
      const plan = { files: 64, size, seed: 7 }
      const { choices } = play(plan, best)
      const order = standingsOf(plan, choices).map(({ place }) => place)
      const off = order.reduce((sum, place, at) => sum + Math.abs(place - at), 0) / order.length
      // By chance it would be 21.
      expect(off).toBeLessThan(8)
      expect(order.slice(0, 12)).toEqual(expect.arrayContaining([0, 1, 2]))
    }
  })

  test('shows every file as often as any other, give or take one, never one twice in a match, and ends when it said', () => {
    fc.assert(
      fc.property(plans, fc.infiniteStream(fc.nat()), (plan, random) => {
        const { matches, choices } = play(
          plan,
          (match) => match[(random.next().value ?? 0) % match.length] ?? 0,
        )
        const shown = new Array<number>(plan.files).fill(0)
        for (const match of matches) {
          expect(new Set(match).size).toBe(match.length)
          expect(match.length).toBeGreaterThanOrEqual(2)
          expect(match.length).toBeLessThanOrEqual(plan.size)
          for (const place of match) shown[place] = (shown[place] ?? 0) + 1
        }
        expect(Math.max(...shown) - Math.min(...shown)).toBeLessThanOrEqual(1)
        expect(playTournament(plan, choices)).toMatchObject({
          match: null,
          played: matches.length,
          total: matches.length,
        })
      }),
      { numRuns: 60 },
    )
  })

  test('[JUDGE81] that is left at any choice goes on as if it had not been, and a choice that is undone is asked again', () => {
    fc.assert(
      fc.property(plans, fc.nat(), fc.infiniteStream(fc.nat()), (plan, at, random) => {
        const { choices, matches } = play(
          plan,
          (match) => match[(random.next().value ?? 0) % match.length] ?? 0,
        )
        const left = at % (choices.length + 1)
        const kept = JSON.parse(JSON.stringify({ plan, choices: choices.slice(0, left) })) as {
          plan: TournamentPlan
          choices: number[]
        }
        expect(playTournament(kept.plan, kept.choices).match).toEqual(matches[left] ?? null)
      }),
      { numRuns: 60 },
    )
  })

  test('survives any list of choices, and every score is 0 to 100', () => {
    fc.assert(
      fc.property(plans, fc.array(fc.integer({ min: -2, max: 120 }), { maxLength: 60 }), (plan, choices) => {
        const { played, total } = playTournament(plan, choices)
        expect(played).toBeLessThanOrEqual(Math.min(total, choices.length))
        const standings = standingsOf(plan, choices)
        expect(standings.map(({ place }) => place).toSorted((a, b) => a - b)).toEqual([
          ...new Array(plan.files).keys(),
        ])
        for (const { score } of standings) expect(score >= 0 && score <= 100).toBe(true)
      }),
    )
  })
})
