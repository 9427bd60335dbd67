import { z } from 'zod'
import { mediaKinds } from '../../../shared/api/media.ts'
import { flags, mostStars } from '../../../shared/library/judgement.ts'
import { makeContactSheet, mostCells } from './contact-sheet.ts'
import { placesOf } from './places.ts'
import { answer, failed } from './tool-results.ts'
import { agentTools as words } from './tool-words.ts'
import { defineTool, reading } from './tools.ts'

const fileIds = (most: number) => z.array(z.uuid()).min(1).max(most)

export const libraryTools = [
  defineTool({
    name: 'search_library',
    ...words.searchLibrary,
    input: z.strictObject({
      search: z.string().max(500).optional(),
      kind: z.enum(mediaKinds).optional(),
      rating: z.int().min(1).max(mostStars).optional(),
      cursor: z.string().max(200).optional(),
      limit: z.int().min(1).max(100).default(20),
    }),
    annotations: reading,
    async run({ search = '', kind, rating, ...page }, { call }) {
      const terms = [...(kind ? [`kind:${kind}`] : []), ...(rating ? [`rating:>=${rating}`] : [])]
      const filter = [...terms, search].join(' ')
      const [read, sum] = await Promise.all([
        call('library.list', { ...page, filter }),
        call('library.sum', { filter }),
      ])
      if (!read.ok) return failed(read.error)
      if (!sum.ok) return failed(sum.error)
      const { items, nextCursor } = read.value
      const places = await placesOf(
        call,
        items.map(({ fileId }) => fileId),
      )
      const files = items.map((item) => ({
        file_id: item.fileId,
        submission_id: item.submissionId,
        kind: item.kind,
        model_id: item.modelId,
        prompt: item.prompt.slice(0, 500),
        rating: item.judgement.rating,
        flag: item.judgement.flag,
        saved_at: item.savedAt,
        path: places.get(item.fileId)?.path ?? null,
        media_type: places.get(item.fileId)?.mediaType ?? null,
      }))
      return answer({ files, next_cursor: nextCursor, total: sum.value.entries }, places)
    },
  }),
  defineTool({
    name: 'contact_sheet',
    ...words.contactSheet,
    input: z.strictObject({ file_ids: fileIds(mostCells) }),
    annotations: reading,
    async run({ file_ids: ids }, { call, signal }) {
      const places = await placesOf(call, ids)
      const { png, isShown } = await makeContactSheet(
        ids.map((id) => [places.get(id)?.thumbnail ?? null, places.get(id)?.path ?? null]),
        signal,
      )
      const cells = ids.map((id, index) => ({
        number: index + 1,
        file_id: id,
        is_shown: isShown[index] ?? false,
      }))
      return {
        content: [
          { type: 'image', data: png.toString('base64'), mimeType: 'image/png' },
          { type: 'text', text: cells.map((one) => words.cell(one.number, one.file_id)).join('\n') },
        ],
        structuredContent: { cells },
      }
    },
  }),
  defineTool({
    name: 'rate',
    ...words.rate,
    input: z.strictObject({
      file_ids: fileIds(500),
      rating: z.int().min(0).max(mostStars).optional(),
      flag: z.enum(flags).optional(),
    }),
    annotations: { ...reading, readOnlyHint: false },
    async run({ file_ids: ids, rating, flag }, { call }) {
      const judged = await call('library.judge', { changes: [{ fileIds: ids, rating, flag }] })
      if (!judged.ok) return failed(judged.error)
      const after = judged.value.after.flatMap(({ fileIds: of, judgement }) =>
        of.map((id) => ({ file_id: id, rating: judgement.rating, flag: judgement.flag })),
      )
      return answer({ files: after })
    },
  }),
  defineTool({
    name: 'spend',
    ...words.spend,
    input: z.strictObject({ from: z.iso.date(), to: z.iso.date() }),
    annotations: reading,
    async run({ from, to }, { call }) {
      const read = await call('spend.summary', { from, to })
      if (!read.ok) return failed(read.error)
      const { account, totals, pending, models } = read.value
      const own = totals.find((one) => one.account === account)
      return answer({
        account,
        settled_micro_usd: own?.microUsd ?? 0,
        up_to_micro_usd: own?.upToMicroUsd ?? 0,
        unlisted_jobs: own?.unlistedJobs ?? 0,
        jobs: own?.jobs ?? 0,
        pending_micro_usd: pending.running.microUsd + pending.waiting.microUsd + pending.unknown.microUsd,
        models: models.map((model) => ({
          model_id: model.modelId,
          jobs: model.jobs,
          settled_micro_usd: model.microUsd,
          up_to_micro_usd: model.upToMicroUsd,
        })),
      })
    },
  }),
]
