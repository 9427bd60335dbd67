import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Damaged, judgeDamage, type Verdict } from '../damage/judge.ts'
import { buildStage, copyStage, keptFiles, makeForeignFolder, type Stage } from '../damage/stage.ts'
import { type Way, ways } from '../damage/ways.ts'
import { damageWhileRunning } from '../damage/while-running.ts'
import { pick } from '../random.ts'
import type { Trial } from '../trial.ts'

/** Two folders side by side, each with a service that counts its own. */
const lanes = 2

/** Files and folders of a data folder, by the prefix of their paths; the first match is damaged. */
const targets: readonly RegExp[] = [
  /^library\.sqlite$/,
  /^library\.sqlite-wal$/,
  /^library\.sqlite-shm$/,
  /^library\.sqlite\.mark$/,
  /^library\.sqlite\.day-.*\.backup$/,
  /^settings\.json$/,
  /^keys\.json$/,
  /^descriptions\/(?!labels)/,
  /^descriptions\/labels\.json$/,
  /^media\/[^/]+\//,
  /^inputs\//,
]
/** Whole folders are damaged as files are. */
const folders = ['descriptions', 'incoming', 'posters', 'lost+found', 'set-aside']

interface Case {
  readonly way: Way
  readonly base: 'closed' | 'killed'
  readonly target: string
}

/**
 * Every entry of a data folder replaced by garbage, links, nothing and other versions, at rest after an orderly
 * end and after kill -9, and the library while it is in use (promise 15).
 */
export const damagesTrial: Trial = {
  promise: 15,
  what: 'damaged files of the data folder, at rest and while running',
  bar: { damages: { full: 500, short: 8 }, 'while running': { full: 20, short: 2 } },
  async run({ atLeast, folder, random }) {
    const share = (name: string) => Math.ceil((atLeast[name] ?? 0) / lanes)
    const outcomes = await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        const own = join(folder, `lane-${lane}`)
        mkdirSync(own)
        const stage = await buildStage(own)
        const work = { folder: own, damages: share('damages'), whileRunning: share('while running'), random }
        return damageAll(stage, work).finally(stage.close)
      }),
    )
    const verdicts = outcomes.flatMap((outcome) => outcome.verdicts)
    return {
      counted: {
        damages: verdicts.length,
        'while running': share('while running') * lanes,
        started: verdicts.filter(({ started }) => started).length,
        repaired: verdicts.filter(({ repaired }) => repaired).length,
      },
      breaches: [...verdicts, ...outcomes].flatMap(({ breaches }) => breaches),
    }
  },
}

interface Work {
  readonly folder: string
  readonly damages: number
  readonly whileRunning: number
  readonly random: () => number
}

async function damageAll(stage: Stage, { folder, damages, whileRunning, random }: Work) {
  const dataFolder = join(folder, 'studio')
  const verdicts: Verdict[] = []
  for (const one of chooseCases(stage, damages, random))
    verdicts.push(await tryCase(stage, one, { dataFolder, random }))
  const breaches: string[] = []
  for (let time = 0; time < whileRunning; time += 1) {
    copyStage(stage.closed, dataFolder)
    breaches.push(...(await damageWhileRunning({ dataFolder, service: stage.service, random })))
  }
  return { verdicts, breaches }
}

/** The library's own files more often than others, in random order. */
function chooseCases(stage: Stage, wanted: number, random: () => number): Case[] {
  const all = (['closed', 'killed'] as const).flatMap((base) => {
    const places = [...keptFiles(stage[base]).keys()]
    const found = [
      ...targets.flatMap((target) => places.find((place) => target.test(place)) ?? []),
      ...folders,
    ]
    return found.flatMap((target) => ways.map((way) => ({ way, base, target })))
  })
  const shuffled = all.map((one) => ({ one, at: random() })).toSorted((left, right) => left.at - right.at)
  const chosen = shuffled.map(({ one }) => one).slice(0, wanted)
  const ofLibrary = all.filter(({ target }) => target.startsWith('library.sqlite'))
  while (chosen.length < wanted) chosen.push(pick(random, ofLibrary))
  return chosen
}

async function tryCase(
  stage: Stage,
  { way, base, target }: Case,
  { dataFolder, random }: { readonly dataFolder: string; readonly random: () => number },
): Promise<Verdict> {
  copyStage(stage[base], dataFolder)
  const before = keptFiles(dataFolder)
  const foreign = makeForeignFolder(`${dataFolder}-foreign`)
  const foreignBefore = keptFiles(foreign)
  way.damage(join(dataFolder, target), random, foreign)
  const name = `${target} (${base}) replaced by “${way.name}”`
  const damaged: Damaged = { name, dataFolder, target, service: stage.service, before }
  const verdict = await judgeDamage(damaged).catch((error: Error) => ({
    started: false,
    repaired: false,
    breaches: [`${name}: ${error.message}`],
  }))
  const isUntouched = isDeepStrictEqual(keptFiles(foreign), foreignBefore)
  return isUntouched
    ? verdict
    : { ...verdict, breaches: [...verdict.breaches, `${name}: what the link led to was changed.`] }
}
