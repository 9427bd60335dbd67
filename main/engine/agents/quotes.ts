import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ModelDetail } from '../../../shared/bridge/views.ts'
import { renameValues } from '../../../shared/catalog/migrate-values.ts'
import { findProblems } from '../../../shared/form/problems.ts'
import { loadPatterns } from '../../../shared/json-schema/match-pattern.ts'
import { type Estimate, estimate, upperEnd } from '../../../shared/pricing/estimate.ts'
import { type MicroUsd, multiply } from '../../../shared/pricing/money.ts'
import { refuse, respond } from '../bridge-result.ts'

/** The price of a run as an agent received it; it confirms exactly that. Kept in memory: a lost one costs nothing but a new one. */
export interface Quote {
  readonly quoteId: string
  readonly account: string
  readonly modelId: string
  readonly modelLabel: string
  readonly values: Readonly<Record<string, unknown>>
  readonly count: number
  readonly estimate: Estimate
  readonly upToMicroUsd: MicroUsd | null
  readonly until: number
}

/** The request in today's names with its price; refused where it could not be sent. */
export async function priceRequest(
  model: ModelDetail,
  given: Readonly<Record<string, unknown>>,
  count: number,
): Promise<BridgeResult<Pick<Quote, 'values' | 'estimate' | 'upToMicroUsd'>>> {
  const { label, deprecation } = model
  if (deprecation?.state === 'sunset')
    return refuse('model_sunset', {
      code: 'model_ended',
      model: label,
      date: deprecation.sunsetDate,
      replacement: deprecation.replacement?.label ?? null,
      words: deprecation.cause,
    })
  await loadPatterns(model.schema)
  const { values } = renameValues(model, given)
  const problems = findProblems(model.schema, values)
  const [first] = problems
  if (first) {
    const field = String(first.path[0] ?? '')
    const reason = { code: 'values_invalid', field, problem: first.reason.code } as const
    return refuse('invalid_values', reason, { problems: [...problems], field })
  }
  const price = estimate({ pricing: model.pricing, schema: model.schema, values })
  const most = upperEnd(price)
  return respond({ values, estimate: price, upToMicroUsd: most === null ? null : multiply(most, count) })
}
