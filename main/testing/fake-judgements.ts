import { isUnjudged, type Judgement, unjudged } from '../../shared/library/judgement.ts'
import { changeJudgement, groupJudged } from '../engine/library/judged.ts'
import type { Judgements } from '../engine/library/ports.ts'

/** What the person thinks of these files, in memory. */
export function createFakeJudgements(files: ReadonlySet<string>): Judgements {
  const kept = new Map<string, { readonly judgement: Judgement; readonly at: number }>()
  return {
    of: (fileIds) =>
      new Map(
        fileIds.flatMap((fileId) => {
          const known = kept.get(fileId)
          return known ? [[fileId, known.judgement] as const] : []
        }),
      ),
    judge(changes, at) {
      const before = new Map<string, Judgement>()
      const after = new Map<string, Judgement>()
      for (const { fileIds, ...change } of changes)
        for (const fileId of fileIds.filter((one) => files.has(one))) {
          const was = kept.get(fileId)?.judgement ?? unjudged
          const judgement = changeJudgement(was, change)
          if (isUnjudged(judgement)) kept.delete(fileId)
          else kept.set(fileId, { judgement, at })
          if (!before.has(fileId)) before.set(fileId, was)
          after.set(fileId, judgement)
        }
      return { before: groupJudged(before), after: groupJudged(after) }
    },
    writtenAt: (fileId) => kept.get(fileId)?.at ?? null,
  }
}
