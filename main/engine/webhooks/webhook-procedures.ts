import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput } from '../../../shared/bridge/procedures.ts'
import type { LoggedDelivery, WebhookTest } from '../../../shared/bridge/webhook-views.ts'
import { answer } from '../bridge-result.ts'
import type { DeliveryLog } from './ports.ts'
import type { Webhooks } from './webhooks.ts'

export interface WebhookProceduresDeps {
  readonly deliveries: DeliveryLog
  readonly webhooks: Pick<Webhooks, 'test'>
}

/** What a page may ask of the receiver. */
export function createWebhookProcedures({ deliveries, webhooks }: WebhookProceduresDeps) {
  return {
    'webhooks.log': ({ limit }: ParsedInput<'webhooks.log'>): BridgeResult<LoggedDelivery[]> =>
      answer([...deliveries.list(limit)]),
    'webhooks.test': async (): Promise<BridgeResult<WebhookTest>> => answer(await webhooks.test()),
  }
}
