import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { takeDataFolder } from '../../main/infra/data-folder.ts'
import { createDiskFreeSpace } from '../../main/infra/disk-free-space.ts'
import { createHttpFileFetcher } from '../../main/infra/http-file-fetcher.ts'
import { startProgram } from '../../tools/start-program.ts'
import { downloadByHand } from '../baselines/download-by-hand.ts'
import type { Row } from '../row.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const rounds = 7
const place = 'media/2026-11/f1.png'
const bytes = 192 * 1024 ** 2

interface Round {
  readonly milliseconds: number
  /** The 99th percentile of the event loop's delay, in milliseconds. */
  readonly delay: number
}

const row = {
  baselineIs: 'a bare socket read, hashed, written and flushed, one after the other, by hand',
  oursIs: 'a file of the same bytes fetched, hashed, checked, flushed and put in its place',
}

/** At least 0.85 of the throughput of fetching one after the other. */
export const download: Row = {
  ...row,
  what: 'download, SHA-256, fsync, 192 MiB',
  unit: 'ms',
  aim: { kind: 'ratio', atMost: 1.18 },
  measure: () => measureRounds(({ milliseconds }) => milliseconds),
}

/** Whether the studio still responds while a file is downloaded. */
export const downloadDelay: Row = {
  ...row,
  what: 'event loop p99 during a download',
  unit: 'ms',
  aim: { kind: 'limit', atMost: 10 },
  measure: () => measureRounds(({ delay }) => delay),
}

async function measureRounds(read: (round: Round) => number) {
  const server = await startProgram(['bench/baselines/result-server.ts', String(bytes)], {
    isReady: (line) => line.startsWith('http'),
  })
  try {
    return await inTemporaryFolder(async (path) => {
      const folder = await takeDataFolder(path)
      const fetch = createFetch(folder, server.ready)
      const times = { baseline: [] as number[], ours: [] as number[] }
      for (let round = 0; round <= rounds; round++) {
        const byHand = await time(() => downloadByHand(new URL(server.ready), join(path, 'by-hand')))
        const own = await time(fetch)
        rmSync(join(path, 'by-hand'))
        rmSync(join(path, place))
        if (byHand.sha256 !== own.sha256) throw new Error('The two files differ.')
        // The first round is a warm-up for both.
        if (round === 0) continue
        times.baseline.push(read(byHand))
        times.ours.push(read(own))
      }
      folder.release()
      return times
    })
  } finally {
    await server.stop()
  }
}

function createFetch(folder: Awaited<ReturnType<typeof takeDataFolder>>, url: string) {
  const fetcher = createHttpFileFetcher({
    folder,
    freeSpace: createDiskFreeSpace(folder.path),
  })
  return async () => {
    const outcome = await fetcher.fetch({
      fileId: 'f1',
      url,
      reach: { origin: new URL(url).origin, addressClass: 'loopback', key: null },
      refused: [],
      expectedBytes: null,
      signal: new AbortController().signal,
      onProgress() {},
    })
    if (outcome.type !== 'fetched') throw new Error(`The download came to ${outcome.type}.`)
    await outcome.commit(place)
    return outcome.sha256
  }
}

async function time(work: () => Promise<string>): Promise<Round & { readonly sha256: string }> {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const start = performance.now()
  const sha256 = await work()
  const milliseconds = performance.now() - start
  delays.disable()
  return { milliseconds, delay: delays.percentile(99) / 1e6, sha256 }
}
