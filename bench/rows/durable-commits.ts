import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isHome, openTestService, openTestStudio } from '../../main/testing/test-studio.ts'
import type { SubmissionView } from '../../shared/bridge/views.ts'
import type { Row } from '../row.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const runs = 5
const walHeaderLength = 32
const frameHeaderLength = 24

/** The writes of a paid run: it is written, it is being sent, it is accepted. */
export const commitsUntilAccepted: Row = {
  what: 'commits, confirmed to accepted',
  unit: 'commits',
  baselineIs: 'one for each of the three states that must be durable',
  oursIs: 'the commits in the log of the library while one run is confirmed',
  aim: { kind: 'limit', atMost: 3 },
  measure: () => countCommits(3, ({ state }) => state === 'accepted'),
}

/** And its end with its files, and each downloaded file. */
export const commitsUntilHome: Row = {
  what: 'commits, confirmed to home',
  unit: 'commits',
  baselineIs: 'the same with one for the end and one for its file',
  oursIs: 'the commits in the log of the library until the run’s one file is in it',
  aim: { kind: 'limit', atMost: 5 },
  measure: () => countCommits(5, isHome),
}

async function countCommits(expected: number, fits: (view: SubmissionView) => boolean) {
  const service = await openTestService()
  const ours = await inTemporaryFolder(async (folder) => {
    const studio = await openTestStudio({ folder, service })
    const counts: number[] = []
    for (let run = 0; run < runs; run += 1) {
      const submissionId = crypto.randomUUID()
      const before = commitsIn(folder)
      const after = new Promise<number>((resolve) => {
        const undo = studio.studio.events.subscribe((event) => {
          if (event.name !== 'submission.changed' || !isReached(event.payload)) return
          undo()
          resolve(commitsIn(folder))
        })
      })
      const isReached = (view: SubmissionView) => view.submissionId === submissionId && fits(view)
      const values = { prompt: 'a quiet sea at dusk' }
      const estimate = { kind: 'unlisted' } as const
      await studio.call('jobs.confirm', { submissionIds: [submissionId], modelId: 'i3', values, estimate })
      counts.push((await after) - before)
      await studio.until(submissionId, isHome)
    }
    await studio.close()
    return counts
  })
  await service.close()
  return { baseline: [expected], ours }
}

/** A frame that ends a transaction holds the database's new size (sqlite.org/fileformat2.html, the WAL). */
function commitsIn(folder: string): number {
  const log = readFileSync(join(folder, 'library.sqlite-wal'))
  const frameLength = frameHeaderLength + log.readUInt32BE(8)
  const salts = log.subarray(16, 24)
  let commits = 0
  for (let at = walHeaderLength; at + frameLength <= log.length; at += frameLength) {
    if (!log.subarray(at + 8, at + 16).equals(salts)) break
    if (log.readUInt32BE(at + 4) > 0) commits += 1
  }
  return commits
}
