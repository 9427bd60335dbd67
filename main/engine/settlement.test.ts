import { expect, test } from 'vitest'
import type { Estimate } from '../../shared/pricing/estimate.ts'
import { microUsd, usd } from '../../shared/pricing/money.ts'
import { settleWithoutResult } from '../../shared/pricing/settle.ts'
import { openLibrary } from '../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../testing/sample-submission.ts'
import { createSpyLog } from '../testing/spy-log.ts'
import { createSettlement } from './settlement.ts'
import type { Submission } from './submissions/submission.ts'

const rate: Estimate = { kind: 'rate', microUsdPerSecond: usd(0.07) }
const model = {
  pricing: { unit: 'second' as const, points: [{ microUsd: usd(0.07), dimensions: {} }] },
  schema: {},
}

/** A file of a video of so many seconds, with nothing in it but its header. */
function videoOf(seconds: number): Buffer {
  const header = Buffer.alloc(108)
  header.writeUInt32BE(1000, 12)
  header.writeUInt32BE(seconds * 1000, 16)
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(content.length + 8)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, content])
  }
  return Buffer.concat([box('ftyp', Buffer.from('isom')), box('moov', box('mvhd', header))])
}

async function open() {
  const { journal, files } = await openLibrary()
  const onDisk = new Map<string, Buffer>()
  const shown: Submission[] = []
  const log = createSpyLog()
  let closed = 0
  let older = 0
  const settlement = createSettlement({
    log,
    journal,
    files,
    store: {
      async open(path) {
        const bytes = onDisk.get(path)
        if (!bytes) return null
        return {
          bytes: bytes.length,
          read: async (offset, length) => bytes.subarray(offset, offset + length),
          stream: () => new ReadableStream(),
          async close() {
            closed += 1
          },
        }
      },
    },
    modelOf: () => model,
    onChanged: (submission) => shown.push(submission),
    onOlderChanged: () => {
      older += 1
    },
  })

  /** A completed run with so many files, none of them here. */
  function complete(estimate: Estimate, count = 1): { run: Submission; fileIds: string[] } {
    const submission = sampleSubmission({ kind: 'video', modelId: 'v10', estimate })
    journal.insert([submission])
    const job = sampleJob({ status: 'completed', completed_at: '2026-11-20T12:00:00Z' })
    const run: Submission = { ...submission, state: 'accepted', job, settled: settleWithoutResult(estimate) }
    const fileIds = Array.from({ length: count }, () => crypto.randomUUID())
    const added = fileIds.map((fileId, ordinal) => ({
      fileId,
      ordinal,
      url: 'https://x.example',
      name: fileId,
    }))
    journal.saveEnd(run, added)
    return { run, fileIds }
  }

  function save(fileId: string, bytes: Buffer | null): void {
    const path = `media/${fileId}.mp4`
    if (bytes) onDisk.set(path, bytes)
    files.setSaved(fileId, {
      path,
      name: fileId,
      kind: 'video',
      mediaType: 'video/mp4',
      bytes: bytes?.length ?? 1,
      sha256: fileId,
      savedAt: 1,
      measures: { width: null, height: null, durationSeconds: null },
    })
  }

  const settled = ({ submissionId }: Submission) => journal.get(submissionId)?.settled
  return {
    settlement,
    journal,
    complete,
    save,
    settled,
    shown,
    log,
    closedFiles: () => closed,
    older: () => older,
  }
}

const atFiveSeconds = {
  kind: 'exact',
  microUsd: usd(0.35),
  working: { seconds: 5, microUsdPerSecond: usd(0.07) },
  read: { duration: 5 },
}

test('[SPEND5] a run is settled once its file is here, and shown', async () => {
  const { settlement, complete, save, settled, shown, closedFiles } = await open()
  const { run, fileIds } = complete(rate)
  expect(settled(run)).toEqual({ kind: 'up_to', microUsd: usd(1.05), fields: ['duration'] })
  save(fileIds[0] ?? '', videoOf(5))
  await settlement.fileSaved(fileIds[0] ?? '')
  expect(settled(run)).toEqual(atFiveSeconds)
  expect(shown.map((one) => one.settled)).toEqual([atFiveSeconds])
  expect(closedFiles()).toBe(1)
})

test('[SPEND5] a price that was exact, or was settled, stays as it is', async () => {
  const { settlement, complete, save, settled, shown } = await open()
  const exact: Estimate = { kind: 'exact', microUsd: microUsd(7) }
  const { run, fileIds } = complete(exact)
  save(fileIds[0] ?? '', videoOf(5))
  await settlement.fileSaved(fileIds[0] ?? '')
  await settlement.fileSaved('unknown')
  expect([settled(run), shown]).toEqual([exact, []])
})

test('[SPEND5] a start settles what was left open, also where a file is gone, and only once', async () => {
  const { settlement, journal, complete, save, settled, shown } = await open()
  const [first, second] = [complete(rate), complete(rate)]
  save(first.fileIds[0] ?? '', videoOf(5))
  save(second.fileIds[0] ?? '', null)
  expect(journal.unsettled(10)).toHaveLength(2)
  await settlement.catchUp()
  expect([settled(first.run), settled(second.run)?.kind]).toEqual([atFiveSeconds, 'up_to'])
  expect([journal.unsettled(10), shown.length]).toEqual([[], 1])
})

test('[SPEND5] a start shows the newest settled runs, and of the older ones that sums have changed', async () => {
  const { settlement, journal, complete, save, shown, older } = await open()
  const runs = Array.from({ length: 60 }, () => complete(rate))
  for (const { fileIds } of runs) save(fileIds[0] ?? '', videoOf(5))
  await settlement.catchUp()
  expect(journal.unsettled(10)).toEqual([])
  const newest = runs.slice(10).map(({ run }) => run.submissionId)
  expect(shown.map(({ submissionId }) => submissionId).sort()).toEqual(newest.sort())
  expect(older()).toBe(10)
})

test('[SPEND5] a file that is saved while a start settles older runs waits for one of them at most', async () => {
  const { settlement, journal, complete, save } = await open()
  for (const { fileIds } of Array.from({ length: 20 }, () => complete(rate)))
    save(fileIds[0] ?? '', videoOf(5))
  const caughtUp = settlement.catchUp()
  const { run, fileIds } = complete({ kind: 'exact', microUsd: microUsd(7) })
  save(fileIds[0] ?? '', videoOf(5))
  await settlement.fileSaved(fileIds[0] ?? '')
  expect(journal.get(run.submissionId)?.settled?.kind).toBe('exact')
  expect(journal.unsettled(100).length).toBeGreaterThanOrEqual(19)
  const late = complete(rate)
  journal.saveSettled(late.run.submissionId, { kind: 'up_to', microUsd: usd(1.05), fields: ['duration'] })
  save(late.fileIds[0] ?? '', videoOf(5))
  await settlement.fileSaved(late.fileIds[0] ?? '')
  expect(journal.get(late.run.submissionId)?.settled).toEqual(atFiveSeconds)
  expect(journal.unsettled(100).length).toBeGreaterThanOrEqual(15)
  await caughtUp
  expect(journal.unsettled(10)).toEqual([])
})

test('[SPEND5] a run that cannot be settled at a start keeps no other from it', async () => {
  const { settlement, journal, complete, save, settled, log } = await open()
  const [first, broken, last] = [complete(rate), complete(rate), complete(rate)]
  for (const { fileIds } of [first, broken, last]) save(fileIds[0] ?? '', videoOf(5))
  const { saveSettled } = journal
  Object.assign(journal, {
    saveSettled(...[submissionId, price]: Parameters<typeof saveSettled>) {
      if (submissionId === broken.run.submissionId) throw new Error('The row is locked.')
      saveSettled(submissionId, price)
    },
  })
  await settlement.catchUp()
  expect([settled(first.run), settled(last.run)]).toEqual([atFiveSeconds, atFiveSeconds])
  expect(journal.unsettled(10).map(({ submissionId }) => submissionId)).toEqual([broken.run.submissionId])
  expect(log.sentences).toHaveLength(1)
})

test('[SPEND5] two files that differ settle nothing; the error of one run is logged and stops no other', async () => {
  const { settlement, journal, complete, save, settled, log } = await open()
  const { run, fileIds } = complete(rate, 2)
  for (const [index, fileId] of fileIds.entries()) save(fileId, videoOf(5 + index))
  await Promise.all(fileIds.map((fileId) => settlement.fileSaved(fileId)))
  expect(settled(run)).toMatchObject({ kind: 'up_to', microUsd: usd(1.05) })
  const next = complete(rate)
  save(next.fileIds[0] ?? '', videoOf(5))
  const { saveSettled } = journal
  Object.assign(journal, {
    saveSettled() {
      throw new Error('The disk is full.')
    },
  })
  await settlement.fileSaved(next.fileIds[0] ?? '')
  expect(log.sentences).toHaveLength(1)
  Object.assign(journal, { saveSettled })
  await settlement.fileSaved(next.fileIds[0] ?? '')
  expect(settled(next.run)).toEqual(atFiveSeconds)
})

test('[SPEND5] nothing is settled after the close', async () => {
  const { settlement, journal, complete, save } = await open()
  save(complete(rate).fileIds[0] ?? '', videoOf(5))
  await settlement.close()
  await settlement.catchUp()
  expect(journal.unsettled(10)).toHaveLength(1)
})
