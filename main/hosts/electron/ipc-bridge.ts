import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import { ipcChannels } from '../../../shared/bridge/carrier.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import type { Studio } from '../../studio.ts'
import { pageOrigin } from './page-scheme.ts'

const stranger: BridgeResult<never> = {
  ok: false,
  error: { code: 'not_possible_now', cause: reasonOf('page_not_trusted') },
}

export interface IpcBridgeDeps {
  readonly ipcMain: IpcMain
  readonly studio: Pick<Studio, 'procedures' | 'events'>
  /** The page that receives events; null while there is no window. */
  page(): WebContents | null
}

/**
 * The studio's end of Electron's carrier: one channel for calls, one for events. A call counts only from the
 * top frame of our own window at our own origin. Returns a close function.
 */
export function connectIpcBridge({ ipcMain, studio, page }: IpcBridgeDeps): () => void {
  ipcMain.handle(ipcChannels.call, (event, procedure: unknown, input: unknown) => {
    if (!isOurPage(event, page()) || typeof procedure !== 'string') return stranger
    return studio.procedures(procedure, input)
  })
  const unsubscribe = studio.events.subscribe((event) => {
    const contents = page()
    if (contents && !contents.isDestroyed()) contents.send(ipcChannels.event, event)
  })
  return () => {
    unsubscribe()
    ipcMain.removeHandler(ipcChannels.call)
  }
}

function isOurPage({ sender, senderFrame }: IpcMainInvokeEvent, page: WebContents | null): boolean {
  return (
    page !== null &&
    sender === page &&
    senderFrame !== null &&
    senderFrame === sender.mainFrame &&
    senderFrame.parent === null &&
    senderFrame.origin === pageOrigin
  )
}
