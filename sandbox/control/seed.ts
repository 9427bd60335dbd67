import { randomUUID } from 'node:crypto'
import type { SandboxClock } from '../clock.ts'
import { createRandom } from '../media/random.ts'
import { servedModels } from '../models/served-models.ts'
import type { JobStore } from '../store/job-store.ts'
import type { StyleStore } from '../store/style-store.ts'
import type { UsageStore } from '../store/usage-store.ts'
import { sampleUsage } from '../usage/sample-usage.ts'

export interface SeedPorts {
  readonly clock: SandboxClock
  readonly jobs: Pick<JobStore, 'addEnded'>
  readonly usage: Pick<UsageStore, 'add'>
  readonly styles: Pick<StyleStore, 'add'>
}

export interface SeedInput {
  readonly workspaceId: string
  readonly jobs: number
  readonly usageJobs: number
  readonly usageDays: number
  readonly styles: number
}

const minuteMs = 60_000

const prompts = [
  'a lighthouse above a quiet sea',
  'paper mountains at dawn',
  'a night city in neon rain',
  'wild flowers, botanical plate',
  'desert dunes at golden hour',
  'portrait of a violinist',
  'a forest in morning fog',
  'planets and a comet',
  'silk in the wind',
  'calm piano for a rainy evening',
] as const

/** Fills a workspace: completed jobs, jobs of the web app, and styles of the API. */
export function seed({ workspaceId, jobs, usageJobs, usageDays, styles }: SeedInput, ports: SeedPorts): void {
  const now = ports.clock.now()
  const random = createRandom(`seed ${now}`)
  ports.jobs.addEnded(
    Array.from({ length: jobs }, (_, index) => {
      const model = random.pick(servedModels)
      const createdAt = now - (jobs - index) * minuteMs
      return {
        id: randomUUID(),
        workspaceId,
        modelId: model.id,
        kind: model.kind,
        prompt: `${random.pick(prompts)}, ${index + 1}`,
        seed: index + 1,
        createdAt,
      }
    }),
  )
  const key = `${workspaceId} ${now}`
  ports.usage.add(workspaceId, sampleUsage({ key, count: usageJobs, now, days: usageDays }))
  ports.styles.add(
    Array.from({ length: styles }, (_, index) => ({
      id: `seeded-${now}-${index + 1}`,
      workspaceId,
      owner: 'api',
      shared: false,
    })),
  )
}
