import type { Reason } from '../../shared/failures/reason.ts'
import type { FetchOutcome, FileFetcher } from '../engine/library/ports.ts'
import type { AccountReach } from '../engine/service/accounts.ts'

/** A fetcher that responds by script and records the files it placed. */
export interface FakeFileFetcher extends FileFetcher {
  /** The URL of every fetch, in order. */
  readonly fetched: string[]
  /** What each fetch was allowed to reach, and what it must not request. */
  readonly reaches: { readonly reach: AccountReach; readonly refused: readonly string[] }[]
  /** The length passed to each fetch. */
  readonly expected: (number | null)[]
  /** How many bytes the next fetches report, in order; when it is empty, 200 of 400. */
  readonly steps: number[]
  /** The placed files, by path. */
  readonly placed: string[]
  /** How many are being fetched, and the most at once. */
  readonly atOnce: { now: number; most: number }
  /** The outcomes of the next fetches, in order; when it is empty, each brings an image. */
  readonly outcomes: (Partial<FetchOutcome> | Promise<Partial<FetchOutcome>>)[]
}

export function createFakeFileFetcher(): FakeFileFetcher {
  const fake: FakeFileFetcher = {
    fetched: [],
    reaches: [],
    expected: [],
    steps: [],
    placed: [],
    atOnce: { now: 0, most: 0 },
    outcomes: [],
    async fetch({ url, reach, refused, expectedBytes, signal, onProgress }) {
      fake.reaches.push({ reach, refused })
      fake.fetched.push(url)
      fake.expected.push(expectedBytes)
      fake.atOnce.now += 1
      fake.atOnce.most = Math.max(fake.atOnce.most, fake.atOnce.now)
      onProgress(fake.steps.shift() ?? 200, 400)
      const aborted = new Promise<FetchOutcome>((resolve) =>
        signal.addEventListener('abort', () => resolve(failure('Aborted.')), { once: true }),
      )
      const outcome = await Promise.race([fake.outcomes.shift() ?? {}, aborted])
      fake.atOnce.now -= 1
      if (outcome.type === 'no_room') return outcome as FetchOutcome
      return outcome.type === 'failed' ? failure(outcome.cause ?? 'It failed.', outcome) : bring(outcome)
    },
    async sweep() {},
  }

  function bring(changes: Partial<FetchOutcome>): FetchOutcome {
    return {
      type: 'fetched',
      bytes: 400,
      sha256: 'a'.repeat(64),
      media: { kind: 'image', mediaType: 'image/png', extension: '.png' },
      measures: { width: 640, height: 360, durationSeconds: null },
      commit: async (path) => void fake.placed.push(path),
      ...changes,
    } as FetchOutcome
  }
  return fake
}

function failure(
  cause: Reason,
  { isFinal = false, refusedUrl = null }: { isFinal?: boolean; refusedUrl?: string | null } = {},
): FetchOutcome {
  return { type: 'failed', cause, isFinal, refusedUrl }
}
