import type { AccountSettings } from '../../engine/service/ports.ts'
import type { AccountOverride } from '../../engine/service/start-account.ts'
import { openStudio } from '../open-studio.ts'
import { SetUpError } from '../setup-error.ts'
import { hasUnfinishedJobs } from './list-jobs.ts'
import { logOn, type Terminal } from './terminal.ts'

const quietMs = 2_500

/**
 * Opens the studio until the running jobs have ended, or nothing has changed for a moment. Does nothing where
 * another Atelier has the data folder, which follows them itself.
 */
export async function catchUpWithService(options: {
  dataFolder: string | undefined
  chooseAccount(settings: AccountSettings): AccountOverride
  allowsHttp: boolean
  terminal: Terminal
}): Promise<void> {
  const opened = await openStudio({
    host: 'cli',
    dataFolder: options.dataFolder,
    chooseAccount: options.chooseAccount,
    allowsHttp: options.allowsHttp,
    environment: options.terminal.environment,
    log: logOn(options.terminal),
    keyMask: options.terminal.keyMask,
  }).catch((error: unknown) => {
    if (error instanceof SetUpError) return null
    throw error
  })
  if (!opened) return
  await opened.studio.connected
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, quietMs)
  const unsubscribe = opened.studio.events.subscribe(() => {
    timer.refresh()
    if (!hasUnfinishedJobs(options)) resolve()
  })
  await promise
  clearTimeout(timer)
  unsubscribe()
  await opened.close()
}
