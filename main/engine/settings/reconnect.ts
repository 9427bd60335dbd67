import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { refuse, respond } from '../bridge-result.ts'
import { reasonIn } from '../reason-error.ts'
import type { ConnectionManager } from '../service/connection.ts'

export interface ReconnectDeps {
  readonly connection: Pick<ConnectionManager, 'open'>
  status(): StudioStatus
  /** What waits for the connection resumes. */
  onReconnected(): void
}

/** Connects the account that is chosen now. */
export type Reconnect = () => Promise<BridgeResult<StudioStatus>>

export function createReconnect({ connection, status, onReconnected }: ReconnectDeps): Reconnect {
  return async () => {
    const opened = await connection.open()
    if (!opened.ok) return refuse('service_unreachable', reasonIn(opened.error))
    onReconnected()
    return respond(status())
  }
}
