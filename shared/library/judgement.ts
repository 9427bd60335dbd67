/** Lightroom's keys 6–9 give the labels their numbers: red, yellow, green, blue; 0 is none. */
export const labels = [0, 6, 7, 8, 9] as const
export const flags = ['none', 'pick', 'reject'] as const
export const mostStars = 5

export type Label = (typeof labels)[number]
export type Flag = (typeof flags)[number]

/** What the person thinks of a file. `rating`: 0 (none) to 5 stars. */
export interface Judgement {
  readonly rating: number
  readonly flag: Flag
  readonly isFavorite: boolean
  readonly label: Label
}

/** Of a file that nobody judged; such files have no row. */
export const unjudged: Judgement = { rating: 0, flag: 'none', isFavorite: false, label: 0 }

/** The fewest stars of a keeper. */
export const starsOfKeeper = 3

/** A file that was worth its price: rated 3 or more, picked, a favorite, or exported. */
export function isKeeper({ rating, flag, isFavorite }: Judgement, isExported: boolean): boolean {
  return rating >= starsOfKeeper || flag === 'pick' || isFavorite || isExported
}

export function isUnjudged({ rating, flag, isFavorite, label }: Judgement): boolean {
  return rating === 0 && flag === 'none' && !isFavorite && label === 0
}

/** Which judgements a list shows; an absent member filters nothing. */
export interface JudgementFilter {
  readonly minRating?: number | undefined
  readonly flag?: Flag | undefined
  readonly isFavorite?: true | undefined
}

export function passes(judgement: Judgement, { minRating, flag, isFavorite }: JudgementFilter): boolean {
  return (
    judgement.rating >= (minRating ?? 0) &&
    (flag === undefined || judgement.flag === flag) &&
    (isFavorite === undefined || judgement.isFavorite)
  )
}
