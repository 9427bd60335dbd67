import { settingsSchema } from '../../shared/settings/settings.ts'
import type { StudioProcess } from '../studio-process.ts'
import { until } from '../until.ts'
import { modelPath } from './job-service.ts'

const modelId = 'i3'

/** Tells the studio where the model is, and to have as many jobs under way as it may. */
export async function prepare(studio: StudioProcess): Promise<void> {
  await studio.want('settings.change', { modelPaths: { [modelId]: modelPath }, jobsInFlight: 100 })
}

/** Turns the receiver on, at any free port, which is answered. */
export async function receiveWebhooks(studio: StudioProcess): Promise<number> {
  const { webhooks } = settingsSchema.parse({})
  await studio.want('settings.change', { webhooks: { ...webhooks, enabled: true, port: 0 } })
  return receiverPort(studio)
}

/** Where a receiver that is turned on listens. */
export function receiverPort(studio: StudioProcess): Promise<number> {
  return until('the receiver listens', async () => (await studio.want('studio.status', {})).receiver.port)
}

/** Confirms a run for each prompt; returns their submission ids in the same order. */
export async function confirmRuns(studio: StudioProcess, prompts: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const prompt of prompts) {
    const submissionId = crypto.randomUUID()
    ids.push(submissionId)
    await studio.want('jobs.confirm', {
      submissionIds: [submissionId],
      modelId,
      values: { prompt },
      estimate: { kind: 'unlisted' },
    })
  }
  return ids
}
