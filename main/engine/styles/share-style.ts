import type { BridgeFailure, BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { segmentOfStyle } from '../../../shared/styles/style-id.ts'
import { refuse, respond } from '../bridge-result.ts'
import { notifySafely } from '../notify-safely.ts'
import type { Clock, Log } from '../ports.ts'
import type { Connection } from '../service/connection.ts'
import type { StyleService } from '../service/ports.ts'
import type { StyleStanding, StyleStore } from './ports.ts'
import { readShareResponse, type ShareReading } from './share-response.ts'

export interface ShareStyleDeps {
  readonly clock: Clock
  readonly log: Log
  readonly styles: Pick<
    StyleStore,
    'standing' | 'meet' | 'setRemoved' | 'erase' | 'doubtShare' | 'settleShare'
  >
  readonly connection: { settled(): Promise<Sender | null> }
  /** What an account is called, by its id. */
  nameOf(account: string): Promise<string>
  onChanged(): void
}

/** The part of a connection that a share needs. */
type Sender = Pick<Connection, 'serviceId' | 'key'> & { readonly client: Pick<StyleService, 'shareStyle'> }

type Shared = ProcedureOutput<'styles.share'>

/** Null: of the connected account. */
export type ShareStyle = (account: string | null, styleId: string) => Promise<BridgeResult<Shared>>

/** Shares styles with the workspace of the connected account's key (STYLE10 to STYLE17, STYLE40, STYLE41). */
export function createShareStyle(deps: ShareStyleDeps): ShareStyle {
  const { clock, log, styles, connection, onChanged } = deps
  const underWay = new Map<string, Promise<BridgeResult<Shared>>>()

  async function send(at: Sender, styleId: string, segment: string): Promise<BridgeResult<Shared>> {
    const account = at.serviceId
    const before = styles.standing(account, styleId)
    if (before === null) styles.meet(account, [{ styleId, name: '', note: '' }], 'hand', clock.now())
    else if (before.isRemoved) styles.setRemoved(account, styleId, false)
    styles.doubtShare(account, styleId, clock.now())
    onChanged()
    const reading = readShareResponse(await at.client.shareStyle(segment), styleId, clock.now())
    // The request was sent: what can't be written now changes nothing of its end.
    notifySafely(log, () => keep(at.serviceId, styleId, before, reading))
    onChanged()
    switch (reading.type) {
      case 'shared':
        return respond({ success: true, style_id: styleId, workspace: reading.workspace })
      case 'unknown':
        return refuse('share_unknown', reading.cause)
      case 'not_sent':
        return refuse('service_unreachable', reading.cause)
      case 'refused':
        return refuse('share_refused', reading.cause, retryMembers(reading.retryAfterMs, clock.now()))
    }
  }

  /** Writes how the share ended; one that shared nothing leaves what was `before` it. */
  function keep(account: string, styleId: string, before: StyleStanding | null, reading: ShareReading): void {
    if (reading.type === 'unknown') return
    if (reading.type === 'shared') {
      const { id: workspaceId, name: workspaceName } = reading.workspace
      styles.settleShare(account, styleId, { workspaceId, workspaceName, at: clock.now() })
    } else if (before === null) styles.erase(account, styleId)
    else {
      if (reading.type === 'refused') styles.settleShare(account, styleId, null)
      else styles.doubtShare(account, styleId, before.shareDoubtAt)
      if (before.isRemoved) styles.setRemoved(account, styleId, true)
    }
  }

  return async (account, styleId) => {
    const segment = segmentOfStyle(styleId)
    if (segment === null) return refuse('not_possible_now', reasonOf('style_id_unusable'))
    const at = await connection.settled()
    if (!at) return refuse('service_unreachable', reasonOf('service_not_reached'))
    if (account !== null && account !== at.serviceId)
      return refuse('not_possible_now', { code: 'account_away', account: await deps.nameOf(account) })
    if (at.key === null) return refuse('no_key', reasonOf('key_missing'))
    const key = JSON.stringify([at.serviceId, styleId])
    const known = underWay.get(key)
    if (known) return known
    const sending = send(at, styleId, segment).finally(() => underWay.delete(key))
    underWay.set(key, sending)
    return sending
  }
}

function retryMembers(retryAfterMs: number | null, now: number): Pick<BridgeFailure, 'retryAt'> {
  return retryAfterMs === null ? {} : { retryAt: new Date(now + retryAfterMs).toISOString() }
}
