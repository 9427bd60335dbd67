import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { FileView, ModelUses } from '../../../shared/bridge/views.ts'
import { respond } from '../bridge-result.ts'
import type { SubmissionJournal } from './ports.ts'
import type { SubmissionViews } from './submission-views.ts'

/** A person who works with more models than these hundreds of runs show has no recent ones. */
const runsConsidered = 500

export interface ModelUsesDeps {
  readonly journal: Pick<SubmissionJournal, 'recentModels'>
  readonly views: Pick<SubmissionViews, 'expectedSeconds'>
  readonly files: { newestOf(modelId: string): FileView | null }
  /** The models that can be chosen now. */
  modelIds(): readonly string[]
  /** The account at which they run; null where there is none. */
  account(): string | null
}

/** What the library knows of each model; a model without a result or a duration is omitted. */
export function createModelUses({ journal, views, files, modelIds, account }: ModelUsesDeps) {
  return {
    'catalog.uses'(): BridgeResult<ModelUses> {
      const serviceId = account()
      const models = modelIds().map((modelId) => ({
        modelId,
        usualSeconds: serviceId === null ? null : views.expectedSeconds({ serviceId, modelId }),
        sample: files.newestOf(modelId),
      }))
      return respond({
        recent: [...journal.recentModels(runsConsidered)],
        models: models.filter(({ usualSeconds, sample }) => usualSeconds !== null || sample !== null),
      })
    },
  }
}
