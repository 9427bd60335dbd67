import type { Judged, JudgementChange } from '../../../shared/bridge/judgement-schemas.ts'
import type { Judgement } from '../../../shared/library/judgement.ts'

/** The judgement with what a change gives. */
export function changeJudgement(was: Judgement, change: Omit<JudgementChange, 'fileIds'>): Judgement {
  return {
    rating: change.rating ?? was.rating,
    flag: change.flag ?? was.flag,
    isFavorite: change.isFavorite ?? was.isFavorite,
    label: change.label ?? was.label,
  }
}

/** Files by their judgement, one entry for each that occurs. */
export function groupJudged(judgements: ReadonlyMap<string, Judgement>): Judged[] {
  const groups = Map.groupBy(judgements, ([, { rating, flag, isFavorite, label }]) =>
    JSON.stringify([rating, flag, isFavorite, label]),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first ? [{ fileIds: group.map(([fileId]) => fileId), judgement: first[1] }] : []
  })
}
