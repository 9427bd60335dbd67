import type { Carried } from '../../shared/library/carried.ts'
import { microUsd } from '../../shared/pricing/money.ts'

/** What an exported file carries, with each member filled. */
export function sampleCarried(changes: Partial<Carried> = {}): Carried {
  return {
    version: 1,
    modelId: 'v1',
    modelLabel: 'V1 Flagship',
    path: '/generate/v1',
    values: { prompt: 'A boat <at> dawn & “fog”\n漢字', seed: 42, negative_prompt: 'blur' },
    prompt: 'A boat <at> dawn & “fog”\n漢字',
    account: { kind: 'service', host: 'api.example.com' },
    settled: { kind: 'exact', microUsd: microUsd(1_517_000) },
    rating: 4,
    flag: 'pick',
    isFavorite: true,
    label: 8,
    score: 73,
    tags: ['sea', 'ink & "gold"'],
    note: 'For the cover.',
    confirmedAt: '2026-11-20T10:00:00.000Z',
    completedAt: '2026-11-20T10:01:00.000Z',
    savedAt: '2026-11-20T10:01:05.000Z',
    fileId: '0198c000-0000-7000-8000-000000000001',
    submissionId: '0198c000-0000-7000-8000-000000000002',
    sha256: 'ab'.repeat(32),
    ...changes,
  }
}
