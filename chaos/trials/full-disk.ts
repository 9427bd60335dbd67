import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Reason } from '../../shared/failures/reason.ts'
import { type StudioProcess, startStudioProcess } from '../studio-process.ts'
import type { Trial, TrialOutcome } from '../trial.ts'
import { until } from '../until.ts'
import { digestOf } from '../wire/digest-of.ts'
import { openJobService } from '../wire/job-service.ts'
import { findParts, watchMedia } from '../wire/media-monitor.ts'
import { confirmRuns, prepare } from '../wire/runs.ts'
import { createServedFile, type ServedFile } from '../wire/served-file.ts'
import { mountSmallDisk, type SmallDisk } from '../wire/small-disk.ts'

/** Above the studio's own reserve, and its default for a file of unknown length. */
const diskMebibytes = 256
const fileBytes = 3 * 1024 ** 2
/** How long the disk stays full, in milliseconds. */
const fullForMs = 400

/**
 * Fills the disk to its last byte during downloads, repeatedly. No partial file is visible, the studio keeps
 * running, and once there is room everything is downloaded. Needs root, for a disk of its own; without it
 * nothing is counted.
 */
export const fullDiskTrial: Trial = {
  promise: 8,
  what: 'full disks',
  bar: { fills: { full: 8, short: 0 } },
  async run({ folder, atLeast }) {
    const disk = mountSmallDisk(join(folder, 'disk'), diskMebibytes)
    if (!disk) return { counted: { fills: 0 }, breaches: [] }
    try {
      return await fillAmid(disk, Math.max(1, atLeast.fills ?? 0))
    } finally {
      disk.close()
    }
  },
}

async function fillAmid(disk: SmallDisk, wanted: number): Promise<TrialOutcome> {
  const files = Array.from({ length: wanted * 2 }, () => createServedFile(fileBytes, 0))
  let fills = 0
  function reply({ url }: IncomingMessage, response: ServerResponse): void {
    const { bytes, tag } = files[Number(url?.split('/').at(-1))] ?? createServedFile(fileBytes, 0)
    response.writeHead(200, { ETag: tag, 'Content-Length': bytes.length })
    response.write(bytes.subarray(0, fileBytes / 2), () => {
      if (fills < wanted && !disk.isFull()) {
        fills += 1
        disk.fill()
      }
      response.end(bytes.subarray(fileBytes / 2))
    })
  }
  const service = await openJobService({
    job: () => ({ result: { urls: files.map((_, index) => `${service.url}/files/${index}`) } }),
    other: reply,
  })
  const dataFolder = join(disk.path, 'data')
  const studio = await startStudioProcess({ dataFolder, service })
  const watch = watchMedia(dataFolder, (sha256) => files.some(({ digests }) => digests.has(sha256)))
  try {
    const breaches = await bringHome(studio, disk, files)
    await studio.stop()
    await watch.stop()
    breaches.push(...(await findParts(dataFolder)))
    return {
      counted: { fills, files: files.length, looks: watch.looks() },
      breaches: [...breaches, ...watch.breaches],
    }
  } finally {
    await studio.stop()
    await watch.stop()
    await service.close()
  }
}

/** Retries waiting files as soon as there is room again, as a person does. */
async function bringHome(
  studio: StudioProcess,
  disk: SmallDisk,
  files: readonly ServedFile[],
): Promise<string[]> {
  await prepare(studio)
  const refused = new Set<string>()
  const [submissionId = ''] = await confirmRuns(studio, ['run'])
  const home = await until(
    'every file is home',
    async () => {
      if (disk.isFull()) {
        await pause(fullForMs)
        disk.clear()
      }
      const view = await studio.want('jobs.get', { submissionId })
      for (const { failure, fileId } of view.files) if (isDiskFull(failure)) refused.add(fileId)
      const missing = view.files.filter(({ state }) => state !== 'saved')
      // A file that can't be written yet is requested again.
      for (const { fileId } of missing) await studio.call('library.fetchAgain', { fileId })
      return view.files.length === files.length && missing.length === 0 ? view.files : null
    },
    120_000,
  )
  const breaches = refused.size > 0 ? [] : ['No file said that the disk was full, so nothing was tried.']
  for (const [ordinal, { fileId }] of home.entries())
    if (!files[ordinal]?.digests.has(await digestOf(studio, fileId)))
      breaches.push('A file is in the library with other bytes.')
  return breaches
}

function isDiskFull(failure: Reason | null): boolean {
  if (failure === null || typeof failure === 'string') return false
  return failure.code === 'disk_full' || (failure.code === 'storage' && failure.kind === 'full')
}
