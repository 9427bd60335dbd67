import { join } from 'node:path'
import { samplePng } from '../../main/testing/sample-media.ts'
import { payloadOf } from '../../main/testing/signed-delivery.ts'
import { type StudioProcess, startStudioProcess } from '../studio-process.ts'
import { until } from '../until.ts'
import { createSender, type Sender } from './delivery.ts'
import { createLogReader, type DeliveryLogReader } from './delivery-log.ts'
import {
  acceptJob,
  type JobService,
  type JobServiceScript,
  openJobService,
  type Posted,
  respondJson,
} from './job-service.ts'
import { createKeyRing, type KeyRing } from './key-ring.ts'
import { confirmRuns, prepare, receiverPort, receiveWebhooks } from './runs.ts'

/** A studio with a receiver, its service, and runs whose responses were lost. */
export interface WebhookStage {
  readonly keys: KeyRing
  readonly service: JobService
  readonly dataFolder: string
  readonly studio: StudioProcess
  readonly sender: Sender
  readonly log: DeliveryLogReader
  /** Confirms runs with these prompts; returns them when each is in this state. */
  runs(prompts: readonly string[], state: 'unknown' | 'accepted'): Promise<StagedRun[]>
  /** Kills the studio and restarts it over the same data. */
  crash(): Promise<void>
  close(): Promise<void>
}

export interface StagedRun extends Posted {
  readonly submissionId: string
  /** The path of its deliveries. */
  readonly path: string
  /** The service's report of its end. */
  readonly body: Buffer
}

export interface StageOptions {
  readonly folder: string
  readonly script?: JobServiceScript
}

/** Prompts that begin so never get a response; their runs are unknown. */
export const lostPrompt = 'lost'

export async function openWebhookStage({ folder, script }: StageOptions): Promise<WebhookStage> {
  const keys = createKeyRing()
  const service = await openJobService({
    respondToPost(posted, response) {
      if (posted.prompt.startsWith(lostPrompt)) response.destroy()
      else acceptJob(posted, response)
    },
    respondWithKeys: (response) => respondJson(response, 200, keys.published),
    other: (_, response) => response.end(samplePng()),
    ...script,
  })
  const dataFolder = join(folder, 'data')
  let studio = await startOrClose(dataFolder, service)
  await prepare(studio)
  let sender = createSender(await receiveWebhooks(studio))
  return {
    keys,
    service,
    dataFolder,
    get studio() {
      return studio
    },
    get sender() {
      return sender
    },
    log: createLogReader(() => studio),
    async runs(prompts, state) {
      const ids = await confirmRuns(studio, prompts)
      for (const submissionId of ids) await untilState(studio, submissionId, state)
      return ids.map((submissionId, index) => stageRun(service.postOf(prompts[index] ?? ''), submissionId))
    },
    async crash() {
      await studio.kill()
      sender.close()
      studio = await startStudioProcess({ dataFolder, service })
      sender = createSender(await receiverPort(studio))
    },
    async close() {
      sender.close()
      await studio.stop()
      await service.close()
    },
  }
}

/** Where the studio can't be started, the service must not keep the trial from ending. */
async function startOrClose(dataFolder: string, service: JobService): Promise<StudioProcess> {
  try {
    return await startStudioProcess({ dataFolder, service })
  } catch (error) {
    await service.close()
    throw error
  }
}

export function stageRun(posted: Posted, submissionId: string): StagedRun {
  if (posted.webhookUrl === null) throw new Error('The service received no address.')
  const path = new URL(posted.webhookUrl).pathname
  return { ...posted, submissionId, path, body: Buffer.from(payloadOf(posted.jobId)) }
}

export async function untilState(studio: StudioProcess, submissionId: string, state: string): Promise<void> {
  await until(`a run is ${state}`, async () =>
    (await studio.want('jobs.get', { submissionId })).state === state ? true : null,
  )
}
