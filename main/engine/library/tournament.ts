/** What a tournament is, from its start: with the choices that were made it says everything else. */
export interface TournamentPlan {
  /** How many files; each is known by its place, from 0. */
  readonly files: number
  /** How many are shown at once. */
  readonly size: 2 | 4
  /** Orders those that are equal. */
  readonly seed: number
}

export interface TournamentState {
  /** The places of the files to choose among; null at the end. */
  readonly match: readonly number[] | null
  /** How many choices were made, and how many it takes. */
  readonly played: number
  readonly total: number
  /** From 1. */
  readonly round: number
  readonly rounds: number
  /** How many choices the rounds that are over took. */
  readonly settled: number
}

/** Where a file stands. */
export interface Standing {
  readonly place: number
  /** 0 to 100: how likely it would be chosen over an average one of these files, in percent. */
  readonly score: number
  /** Files that it was chosen over, and files that were chosen over it. */
  readonly over: number
  readonly under: number
}

interface Tally {
  readonly place: number
  losses: number
  wins: number
  /** Rounds that it was not shown in. */
  byes: number
  readonly met: Set<number>
}

/** Enough that the best is found, and some more to order the others. */
export function roundsOf({ files, size }: TournamentPlan): number {
  if (size === 4) return files <= 4 ? 1 : Math.ceil(Math.log(files) / Math.log(4) - 1e-9) + 1
  return Math.max(1, Math.min(files - 1, Math.ceil(Math.log2(files)) + 2))
}

/** How many choices each round takes. */
function matchesOf({ files, size }: TournamentPlan): number {
  return size === 2 ? Math.floor(files / 2) : Math.ceil(files / 4)
}

/**
 * A tournament in rounds, after these choices (places, in turn): in each round every file is shown once, beside those that
 * stand like it. Depends on nothing else, so that one that is resumed goes on as if it had never been left. A choice that
 * is none of its match ends what is read of them.
 */
export function playTournament(plan: TournamentPlan, choices: readonly number[]): TournamentState {
  return replay(plan, choices).state
}

type Match = readonly [winner: number, group: readonly number[]]

function replay(
  plan: TournamentPlan,
  choices: readonly number[],
): { readonly state: TournamentState; readonly matches: readonly Match[] } {
  const rounds = roundsOf(plan)
  const total = rounds * matchesOf(plan)
  const tallies = Array.from({ length: plan.files }, (_, place): Tally => {
    return { place, losses: 0, wins: 0, byes: 0, met: new Set() }
  })
  const matches: Match[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const settled = matches.length
    const chosen: (readonly [Tally, readonly Tally[]])[] = []
    for (const group of groupsOf(plan, tallies, round)) {
      const match = group.map(({ place }) => place)
      const played = matches.length
      const winner = group.find(({ place }) => place === choices[played])
      if (!winner) return { matches, state: { match, played, total, round, rounds, settled } }
      chosen.push([winner, group])
      matches.push([winner.place, match])
    }
    for (const [winner, group] of chosen) settle(winner, group)
  }
  const played = matches.length
  return { matches, state: { match: null, played, total, round: rounds, rounds, settled: played } }
}

function settle(winner: Tally, group: readonly Tally[]): void {
  for (const one of group) {
    for (const other of group) if (other !== one) one.met.add(other.place)
    if (one === winner) one.wins += group.length - 1
    else one.losses += 1
  }
}

/** Those of a round: files with as few defeats beside each other. */
function groupsOf({ size, seed }: TournamentPlan, tallies: readonly Tally[], round: number): Tally[][] {
  const drawn = tallies.map(({ place }) => chance(seed, round, place))
  const ordered = tallies.toSorted(
    (one, other) =>
      one.losses - other.losses ||
      other.wins - one.wins ||
      (drawn[one.place] ?? 0) - (drawn[other.place] ?? 0) ||
      one.place - other.place,
  )
  return size === 2 ? pairs(ordered) : fours(ordered)
}

function pairs(ordered: Tally[]): Tally[][] {
  if (ordered.length % 2 === 1) {
    const fewest = Math.min(...ordered.map(({ byes }) => byes))
    const at = ordered.findLastIndex(({ byes }) => byes === fewest)
    const [left] = ordered.splice(at, 1)
    if (left) left.byes += 1
  }
  const groups: Tally[][] = []
  while (ordered.length > 0) {
    const [one] = ordered.splice(0, 1)
    if (!one) break
    // Not the same two again where others stand near.
    const near = ordered.slice(0, 8).findIndex(({ place }) => !one.met.has(place))
    const [other] = ordered.splice(Math.max(0, near), 1)
    groups.push(other ? [one, other] : [one])
  }
  return groups
}

/** Fours; where they don’t go into the number, the last ones are fewer, but never one alone. */
function fours(ordered: readonly Tally[]): Tally[][] {
  const groups: Tally[][] = []
  for (let at = 0; at < ordered.length; at += 4) groups.push(ordered.slice(at, at + 4))
  const [before, last] = [groups.at(-2), groups.at(-1)]
  if (before && last?.length === 1) last.unshift(...before.splice(3))
  return groups
}

/** A number that looks random, always the same for the same input. */
function chance(seed: number, round: number, place: number): number {
  let mixed = (seed ^ Math.imul(round, 0x9e37_79b1) ^ Math.imul(place + 1, 0x85eb_ca6b)) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb_352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846c_a68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** So much of a choice for and against an average file is added to each: nobody is perfect after a few choices. */
const prior = 0.15
const mostSteps = 200

/** Where all files stand after these choices, the best first (Bradley–Terry, by minorize–maximize steps). */
export function standingsOf(plan: TournamentPlan, choices: readonly number[]): readonly Standing[] {
  const over = new Float64Array(plan.files)
  const under = new Float64Array(plan.files)
  const duels: (readonly [winner: number, loser: number])[] = []
  for (const [winner, group] of replay(plan, choices).matches)
    for (const place of group) {
      if (place === winner) continue
      duels.push([winner, place])
      over[winner] = (over[winner] ?? 0) + 1
      under[place] = (under[place] ?? 0) + 1
    }
  let strength = new Float64Array(plan.files).fill(1)
  for (let step = 0; step < mostSteps; step += 1) {
    const weight = new Float64Array(plan.files)
    for (const [winner, loser] of duels) {
      const share = 1 / ((strength[winner] ?? 1) + (strength[loser] ?? 1))
      weight[winner] = (weight[winner] ?? 0) + share
      weight[loser] = (weight[loser] ?? 0) + share
    }
    const next = strength.map(
      (own, place) => ((over[place] ?? 0) + prior) / ((weight[place] ?? 0) + (2 * prior) / (own + 1)),
    )
    const change = Math.max(...next.map((own, place) => Math.abs(Math.log(own / (strength[place] ?? 1)))))
    strength = next
    if (change < 1e-4) break
  }
  return [...strength.keys()]
    .map((place) => ({
      place,
      exact: strength[place] ?? 1,
      over: over[place] ?? 0,
      under: under[place] ?? 0,
    }))
    .toSorted((one, other) => other.exact - one.exact || one.under - other.under || one.place - other.place)
    .map(({ exact, ...standing }) => ({ ...standing, score: Math.round((100 * exact) / (exact + 1)) }))
}
