import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Judged } from '../../shared/bridge/judgement-schemas.ts'
import { flags, labels, unjudged } from '../../shared/library/judgement.ts'
import type { Judgements } from '../engine/library/ports.ts'

/** What is opened has the files `fileIds`, at least three. */
export function describeJudgements(
  name: string,
  open: () => Promise<{ readonly judgements: Judgements; readonly fileIds: readonly string[] }>,
): void {
  const asChanges = (judged: readonly Judged[]) =>
    judged.map(({ fileIds, judgement }) => ({ fileIds: [...fileIds], ...judgement }))

  describe(`${name} keeps what the person thinks of files`, () => {
    test('[JUDGE1] what a change gives is set, the rest stays, and each writing keeps its time', async () => {
      const { judgements, fileIds } = await open()
      const [first = '', second = ''] = fileIds
      judgements.judge([{ fileIds: [first, second], rating: 4, label: 7 }], 10)
      judgements.judge([{ fileIds: [second], flag: 'pick', isFavorite: true }], 20)
      expect(judgements.of(fileIds)).toEqual(
        new Map([
          [first, { ...unjudged, rating: 4, label: 7 }],
          [second, { rating: 4, flag: 'pick', isFavorite: true, label: 7 }],
        ]),
      )
      expect(fileIds.slice(0, 3).map((one) => judgements.writtenAt(one))).toEqual([10, 20, null])
    })

    test('[JUDGE2] the judgements before are returned by value, and restore exactly what was', async () => {
      const { judgements, fileIds } = await open()
      const change = fc.record({
        fileIds: fc.uniqueArray(fc.constantFrom(...fileIds), { minLength: 1 }),
        rating: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
        flag: fc.option(fc.constantFrom(...flags), { nil: undefined }),
        isFavorite: fc.option(fc.boolean(), { nil: undefined }),
        label: fc.option(fc.constantFrom(...labels), { nil: undefined }),
      })
      fc.assert(
        fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
          const was = judgements.of(fileIds)
          const { before, after } = judgements.judge(changes, 1)
          for (const { fileIds: judged, judgement } of after)
            for (const fileId of judged)
              expect(judgements.of([fileId]).get(fileId) ?? unjudged).toEqual(judgement)
          judgements.judge(asChanges(before), 2)
          expect(judgements.of(fileIds)).toEqual(was)
          judgements.judge(changes, 3)
        }),
        { numRuns: 60 },
      )
    }, 60_000)

    test('[JUDGE3] a file whose last mark is removed is like one that nobody judged', async () => {
      const { judgements, fileIds } = await open()
      const [first = ''] = fileIds
      judgements.judge([{ fileIds: [first], rating: 2, flag: 'reject' }], 1)
      judgements.judge([{ fileIds: [first], rating: 0, flag: 'none' }], 2)
      expect([judgements.of(fileIds).size, judgements.writtenAt(first)]).toEqual([0, null])
    })

    test('[JUDGE4] files that the library doesn’t have are omitted, and the others are judged', async () => {
      const { judgements, fileIds } = await open()
      const [first = ''] = fileIds
      const gone = '00000000-0000-7000-8000-ffffffffffff'
      const { before, after } = judgements.judge([{ fileIds: [gone, first], rating: 1 }], 1)
      expect(before).toEqual([{ fileIds: [first], judgement: unjudged }])
      expect(after).toEqual([{ fileIds: [first], judgement: { ...unjudged, rating: 1 } }])
      expect(judgements.of([gone, first]).size).toBe(1)
    })
  })
}
