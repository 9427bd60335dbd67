import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput } from '../../../shared/bridge/procedures.ts'
import type { LoggedDelivery, WebhookTest } from '../../../shared/bridge/webhook-views.ts'
import { respond } from '../bridge-result.ts'
import type { DeliveryLog } from './ports.ts'
import type { Webhooks } from './webhooks.ts'

export interface WebhookProceduresDeps {
  readonly deliveryLog: DeliveryLog
  readonly webhooks: Pick<Webhooks, 'test'>
}

/** The procedures for the receiver. */
export function createWebhookProcedures({ deliveryLog, webhooks }: WebhookProceduresDeps) {
  return {
    'webhooks.log': ({ limit }: ParsedInput<'webhooks.log'>): BridgeResult<LoggedDelivery[]> =>
      respond([...deliveryLog.list(limit)]),
    'webhooks.test': async (): Promise<BridgeResult<WebhookTest>> => respond(await webhooks.test()),
  }
}
