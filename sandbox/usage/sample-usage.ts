import { createRandom, type Random } from '../media/random.ts'
import type { AppJob } from '../store/usage-store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Made-up people who use the web app. */
const members = [
  { userId: 'user_01', userEmail: 'mira@studio.example' },
  { userId: 'user_02', userEmail: 'jonas@studio.example' },
  { userId: 'user_03', userEmail: 'aiko@studio.example' },
  { userId: 'user_04', userEmail: 'sam@studio.example' },
] as const

/** The names of the app’s jobs, and the minimum and maximum compute units of each. */
const types: readonly (readonly [string, number, number])[] = [
  ['image_generation', 4, 30],
  ['image_edit', 6, 40],
  ['video_generation', 80, 900],
  ['upscale', 10, 120],
  ['style_training', 1500, 4000],
]

export interface SampleInput {
  readonly key: string
  readonly count: number
  /** The last jobs end here; milliseconds, UTC. */
  readonly now: number
  readonly days: number
}

/** Jobs of the web app over some days, the oldest first; a few of each sort that a report omits. */
export function sampleUsage({ key, count, now, days }: SampleInput): AppJob[] {
  const random = createRandom(`usage ${key}`)
  return Array.from({ length: count }, (_, index) => {
    const completedAt = Math.round(now - days * dayMs * (1 - (index + random.next()) / count))
    return createAppJob(random, { jobId: createId(random), completedAt })
  })
}

function createAppJob(random: Random, { jobId, completedAt }: Pick<AppJob, 'jobId' | 'completedAt'>): AppJob {
  const [type, least, most] = types[Math.floor(random.next() ** 1.8 * types.length)] ?? [
    'image_generation',
    4,
    30,
  ]
  const member = random.chance(0.02) ? { userId: null, userEmail: null } : random.pick(members)
  return {
    jobId,
    ...member,
    type: random.chance(0.02) ? null : type,
    status: random.chance(0.03) ? 'failed' : 'completed',
    source: 'app',
    metered: !random.chance(0.03),
    computeUnits: random.chance(0.02) ? null : Math.round(random.between(least, most) * 100) / 100,
    completedAt,
    ingestedAt: completedAt + Math.round(random.between(0.5, 4) * minuteMs),
  }
}

function createId(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.whole(0, 15).toString(16)).join('')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20)}`
}
