/**
 * Why a file is not taken into the library: it is no medium that is shown, carries nothing of its making, is larger than a
 * result can be, can’t be read, or changed while it was copied.
 */
export const importRefusals = [
  'unknown_kind',
  'carries_nothing',
  'too_large',
  'unreadable',
  'changed',
] as const

export type ImportRefusal = (typeof importRefusals)[number]

/** Why a folder can’t be taken in: its path is not whole, there is none, or it holds the library itself, or lies in it. */
export const importFolderProblems = ['relative', 'no_folder', 'own_folder'] as const

export type ImportFolderProblem = (typeof importFolderProblems)[number]
