import type { JobStatus } from '../../shared/api/job.ts'
import type { MediaKind } from '../../shared/api/media.ts'
import { createRandom } from '../media/random.ts'

/** The state of a running job: its status and its progress from 0 to 1. */
export interface JobStanding {
  readonly status: JobStatus
  readonly progress: number
}

interface Stage {
  readonly status: JobStatus
  /** Its share of the whole duration, before a little variation. */
  readonly weight: number
  /** The probability that a job passes through it. */
  readonly likelihood: number
}

interface KindPath {
  /** Milliseconds at speed 1. */
  readonly shortest: number
  readonly longest: number
  readonly stages: readonly Stage[]
}

const paths: Readonly<Record<MediaKind, KindPath>> = {
  image: {
    shortest: 4000,
    longest: 9000,
    stages: [
      { status: 'backlogged', weight: 0.05, likelihood: 1 },
      { status: 'queued', weight: 0.1, likelihood: 1 },
      { status: 'scheduled', weight: 0.05, likelihood: 0.7 },
      { status: 'processing', weight: 0.15, likelihood: 1 },
      { status: 'sampling', weight: 0.65, likelihood: 1 },
    ],
  },
  video: {
    shortest: 20_000,
    longest: 45_000,
    stages: [
      { status: 'backlogged', weight: 0.03, likelihood: 1 },
      { status: 'queued', weight: 0.07, likelihood: 1 },
      { status: 'scheduled', weight: 0.05, likelihood: 1 },
      { status: 'processing', weight: 0.15, likelihood: 1 },
      { status: 'sampling', weight: 0.55, likelihood: 1 },
      { status: 'intermediate-complete', weight: 0.15, likelihood: 0.5 },
    ],
  },
  audio: {
    shortest: 8000,
    longest: 15_000,
    stages: [
      { status: 'backlogged', weight: 0.05, likelihood: 1 },
      { status: 'queued', weight: 0.1, likelihood: 1 },
      { status: 'processing', weight: 0.35, likelihood: 1 },
      { status: 'sampling', weight: 0.5, likelihood: 1 },
    ],
  },
}

const statusesWithoutProgress: ReadonlySet<JobStatus> = new Set(['backlogged', 'queued', 'scheduled'])

/** How long a job takes once started, in milliseconds; the same for the same job id. */
export function planRunTime(kind: MediaKind, jobId: string, speed: number): number {
  const { shortest, longest } = paths[kind]
  return Math.round(createRandom(`run ${jobId}`).between(shortest, longest) / speed)
}

/**
 * The state of a job of this kind and id after a `share` (0 to 1) of its duration. A pure function, so that a
 * killed sandbox continues every job in its right state; never returns an end status.
 */
export function standingAt(kind: MediaKind, jobId: string, share: number): JobStanding {
  const stages = passedStages(kind, jobId)
  const total = stages.reduce((sum, stage) => sum + stage.weight, 0)
  const waiting = stages.reduce(
    (sum, stage) => sum + (statusesWithoutProgress.has(stage.status) ? stage.weight : 0),
    0,
  )
  const position = Math.min(Math.max(share, 0), 1) * total
  const progress = Math.max(0, (position - waiting) / (total - waiting))
  return { status: stageAt(stages, position), progress: Math.min(0.99, Math.round(progress * 100) / 100) }
}

function passedStages(kind: MediaKind, jobId: string): Stage[] {
  const random = createRandom(`path ${jobId}`)
  return paths[kind].stages.flatMap((stage) => {
    const passed = random.chance(stage.likelihood)
    const weight = stage.weight * random.between(0.7, 1.3)
    return passed ? [{ ...stage, weight }] : []
  })
}

function stageAt(stages: readonly Stage[], position: number): JobStatus {
  let end = 0
  for (const stage of stages) {
    end += stage.weight
    if (position < end) return stage.status
  }
  return stages.at(-1)?.status ?? 'processing'
}
