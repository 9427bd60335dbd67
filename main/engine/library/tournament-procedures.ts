import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { fewestInTournament, type TournamentView } from '../../../shared/bridge/tournament-procedures.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Clock, Ids, Random } from '../ports.ts'
import type { KeptTournament, Tournaments } from './ports.ts'
import { playTournament, standingsOf, type TournamentPlan } from './tournament.ts'

export interface TournamentProceduresDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  readonly tournaments: Tournaments
}

/** Tournaments between files. Scores are written at the end of each round, from the rounds that are over. */
export function createTournamentProcedures({ clock, ids, random, tournaments }: TournamentProceduresDeps) {
  function view(tournamentId: string): BridgeResult<TournamentView> {
    const kept = tournaments.get(tournamentId)
    if (!kept) return refuse('not_found', null)
    const { match, played, total, round, rounds } = playTournament(planOf(kept), kept.choices)
    return respond({
      tournamentId,
      size: kept.size,
      files: kept.fileIds.length,
      match: match?.flatMap((place) => kept.fileIds[place] ?? []) ?? null,
      played,
      total,
      round,
      rounds,
      standings:
        match === null
          ? standingsOf(planOf(kept), kept.choices).flatMap(({ place, score, over, under }) => {
              const fileId = kept.fileIds[place]
              return fileId === undefined ? [] : [{ fileId, score, over, under }]
            })
          : null,
    })
  }

  /** What the rounds that are over say. */
  function writeScores(kept: KeptTournament): void {
    const plan = planOf(kept)
    const { settled } = playTournament(plan, kept.choices)
    const standings = settled === 0 ? [] : standingsOf(plan, kept.choices.slice(0, settled))
    tournaments.writeScores(
      kept.tournamentId,
      standings.map(({ place, score }) => ({ fileId: kept.fileIds[place] ?? '', score })),
    )
  }

  return {
    'tournaments.start'({ fileIds, size }: ParsedInput<'tournaments.start'>): BridgeResult<TournamentView> {
      const tournamentId = ids.next()
      const seed = Math.floor(random.next() * 0xffff_ffff)
      const files = tournaments.start({ tournamentId, size, seed, fileIds }, clock.now())
      if (files < fewestInTournament) return refuse('not_found', reasonOf('file_not_in_library'))
      return view(tournamentId)
    },
    'tournaments.get': ({ tournamentId }: ParsedInput<'tournaments.get'>) => view(tournamentId),
    'tournaments.left': (): BridgeResult<ProcedureOutput<'tournaments.left'>> =>
      respond({ tournamentId: tournaments.left() }),
    'tournaments.resize'({ tournamentId, size }: ParsedInput<'tournaments.resize'>) {
      if (tournaments.get(tournamentId)?.choices.length === 0)
        tournaments.resize(tournamentId, size, clock.now())
      return view(tournamentId)
    },
    'tournaments.choose'({ tournamentId, number, fileId }: ParsedInput<'tournaments.choose'>) {
      const kept = tournaments.get(tournamentId)
      if (!kept) return view(tournamentId)
      const before = playTournament(planOf(kept), kept.choices)
      const place = before.match?.find((one) => kept.fileIds[one] === fileId)
      if (place === undefined || number !== before.played) return view(tournamentId)
      // What a damaged row made void is replaced.
      if (kept.choices.length > before.played) tournaments.undo(tournamentId, before.played, clock.now())
      const choices = [...kept.choices.slice(0, before.played), place]
      const after = playTournament(planOf(kept), choices)
      tournaments.choose(tournamentId, number, place, after.match === null, clock.now())
      if (after.settled !== before.settled) writeScores({ ...kept, choices })
      return view(tournamentId)
    },
    'tournaments.undo'({ tournamentId, number }: ParsedInput<'tournaments.undo'>) {
      const kept = tournaments.get(tournamentId)
      if (!kept) return view(tournamentId)
      const before = playTournament(planOf(kept), kept.choices)
      if (before.played === 0 || number !== before.played - 1) return view(tournamentId)
      tournaments.undo(tournamentId, number, clock.now())
      const choices = kept.choices.slice(0, number)
      if (playTournament(planOf(kept), choices).settled !== before.settled) writeScores({ ...kept, choices })
      return view(tournamentId)
    },
    'tournaments.scoreOf': ({
      fileId,
    }: ParsedInput<'tournaments.scoreOf'>): BridgeResult<ProcedureOutput<'tournaments.scoreOf'>> =>
      respond({ score: tournaments.scoreOf(fileId) }),
  }
}

function planOf({ fileIds, size, seed }: KeptTournament): TournamentPlan {
  return { files: fileIds.length, size, seed }
}
