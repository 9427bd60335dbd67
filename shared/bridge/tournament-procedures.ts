import { z } from 'zod'

export const fewestInTournament = 2
/** More takes longer than anybody chooses. */
export const mostInTournament = 512

const fileId = z.uuid()
const tournamentId = z.uuid()
const count = z.int().nonnegative()
/** How many files are shown at once. */
const size = z.literal([2, 4])

export const tournamentViewSchema = z.object({
  tournamentId,
  size,
  files: count,
  /** The files to choose among; null at the end. */
  match: z.array(fileId).nullable(),
  /** How many choices were made, and how many it takes. */
  played: count,
  total: count,
  round: count,
  rounds: count,
  /** All files at the end, the best first; null until then. */
  standings: z
    .array(z.object({ fileId, score: z.int().min(0).max(100), over: count, under: count }))
    .nullable(),
})

export const tournamentProcedures = {
  /** Begins one; files that the library doesn’t have are omitted. */
  'tournaments.start': {
    input: z.strictObject({
      fileIds: z.array(fileId).min(fewestInTournament).max(mostInTournament),
      size,
    }),
    output: tournamentViewSchema,
  },
  'tournaments.get': { input: z.strictObject({ tournamentId }), output: tournamentViewSchema },
  /** The last one that was left; null where none waits. */
  'tournaments.left': {
    input: z.strictObject({}),
    output: z.object({ tournamentId: tournamentId.nullable() }),
  },
  /** Pairs or fours, as long as no choice was made; else it stays. */
  'tournaments.resize': { input: z.strictObject({ tournamentId, size }), output: tournamentViewSchema },
  /** `number`: which choice it is, from 0; one that was made already changes nothing. */
  'tournaments.choose': {
    input: z.strictObject({ tournamentId, number: count, fileId }),
    output: tournamentViewSchema,
  },
  /** Undoes that choice where it is the last one; else nothing changes. */
  'tournaments.undo': {
    input: z.strictObject({ tournamentId, number: count }),
    output: tournamentViewSchema,
  },
  /** A file’s score of the last tournament that it was in; null where it was in none. */
  'tournaments.scoreOf': {
    input: z.strictObject({ fileId }),
    output: z.object({ score: z.int().min(0).max(100).nullable() }),
  },
} as const

export type TournamentView = z.infer<typeof tournamentViewSchema>
