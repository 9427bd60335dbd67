import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { ModelDetail, ModelSummary } from '../../../shared/bridge/views.ts'
import { changeBounds } from '../../../shared/changes/change-schemas.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Catalogue } from './catalogue.ts'
import type { DateMonitor } from './date-monitor.ts'
import { type DescriptionChanges, digestOf } from './description-changes.ts'

interface CatalogProceduresDeps {
  readonly catalogue: Catalogue
  readonly changes: Pick<DescriptionChanges, 'unseen' | 'see' | 'compared' | 'earlier' | 'hasEarlier'>
  readonly dates: DateMonitor
  /** The account whose service's models are in use. */
  account(): string
  /** The headline of a model, also of one that is not offered; its id where it was never known. */
  labelOf(modelId: string): string
}

type Changes = ProcedureOutput<'catalog.changes'>

/** The catalogue's procedures. */
export function createCatalogProcedures(deps: CatalogProceduresDeps) {
  const { catalogue, changes, dates, labelOf } = deps
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
    async 'catalog.changes'({ back }: ParsedInput<'catalog.changes'>): Promise<BridgeResult<Changes>> {
      const account = deps.account()
      await changes.compared(account)
      const earlier = back === undefined ? null : await changes.earlier(account, back)
      const found = back === undefined ? changes.unseen(account) : (earlier?.models ?? [])
      const models = found.slice(0, changeBounds.shown)
      return respond({
        account,
        models,
        more: found.length - models.length,
        digest: digestOf(found),
        at: earlier && new Date(earlier.at).toISOString(),
        // The last reading's changes are those that are new.
        hasEarlier: changes.hasEarlier(account, back === undefined ? Number(found.length > 0) : back + 1),
      })
    },
    async 'catalog.seeChanges'({
      account,
      digest,
    }: ParsedInput<'catalog.seeChanges'>): Promise<BridgeResult<boolean>> {
      await changes.compared(account)
      if (account !== deps.account() || digest !== digestOf(changes.unseen(account))) return respond(false)
      changes.see(account, null)
      return respond(true)
    },
  }
}
