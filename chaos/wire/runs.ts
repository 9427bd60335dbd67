import { settingsSchema } from '../../shared/settings/settings.ts'
import type { StudioProcess } from '../studio-process.ts'
import { until } from '../until.ts'
import { modelPath } from './job-service.ts'

const modelId = 'i3'

/** Sets the model's path in the studio, and the maximum number of jobs under way. */
export async function prepare(studio: StudioProcess): Promise<void> {
  await studio.want('settings.change', { modelPaths: { [modelId]: modelPath }, jobsInFlight: 100 })
}

/** Turns the receiver on, at any free port, and returns that. */
export async function receiveWebhooks(studio: StudioProcess): Promise<number> {
  const { webhooks } = settingsSchema.parse({})
  await studio.want('settings.change', { webhooks: { ...webhooks, enabled: true, port: 0 } })
  return receiverPort(studio)
}

/** The address of an enabled receiver. */
export function receiverPort(studio: StudioProcess): Promise<number> {
  return until('the receiver listens', async () => (await studio.want('studio.status', {})).receiver.port)
}

/**
 * Confirms a run for each prompt, where a person agrees to these questions; returns their submission ids in the same
 * order.
 */
export async function confirmRuns(
  studio: StudioProcess,
  prompts: readonly string[],
  agreed: readonly 'changed'[] = [],
): Promise<string[]> {
  const ids: string[] = []
  for (const prompt of prompts) {
    const submissionId = crypto.randomUUID()
    ids.push(submissionId)
    await studio.want('jobs.confirm', {
      submissionIds: [submissionId],
      modelId,
      values: { prompt },
      estimate: { kind: 'unlisted' },
      agreed: [...agreed],
    })
  }
  return ids
}
