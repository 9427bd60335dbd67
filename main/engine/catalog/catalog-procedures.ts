import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput } from '../../../shared/bridge/procedures.ts'
import type { ModelDetail, ModelSummary } from '../../../shared/bridge/views.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Catalogue } from './catalogue.ts'
import type { DateMonitor } from './date-monitor.ts'

interface CatalogProceduresDeps {
  readonly catalogue: Catalogue
  readonly dates: DateMonitor
  /** The headline of a model, also of one that is not offered; its id where it was never known. */
  labelOf(modelId: string): string
}

/** The catalogue's procedures. */
export function createCatalogProcedures({ catalogue, dates, labelOf }: CatalogProceduresDeps) {
  return {
    'catalog.list'(): BridgeResult<ModelSummary[]> {
      const listed = catalogue.list()
      dates.watch(listed)
      return respond(listed)
    },
    'catalog.model'({ modelId }: ParsedInput<'catalog.model'>): BridgeResult<ModelDetail> {
      const model = catalogue.find(modelId)
      if (model) return respond(model)
      return refuse('unknown_model', { code: 'model_unknown', model: labelOf(modelId) })
    },
  }
}
