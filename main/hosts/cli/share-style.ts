import { createBridgeClient } from '../../../shared/bridge/client.ts'
import type { BridgeErrorCode, BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import type { AccountSettings } from '../../engine/service/ports.ts'
import type { AccountOverride } from '../../engine/service/start-account.ts'
import type { MainWords } from '../../words/choose-words.ts'
import { openStudio } from '../open-studio.ts'
import { type Sentence, SetUpError, sayFailed } from '../setup-error.ts'
import { logOn, type Terminal } from './terminal.ts'

interface ShareOptions {
  readonly styleId: string
  readonly dataFolder: string | undefined
  chooseAccount(settings: AccountSettings): AccountOverride
  readonly allowsHttp: boolean
  readonly words: MainWords
  readonly terminal: Terminal
}

/** How a share that was sent, or may have been, failed: its exit code, and `success` for scripts. */
const sentFailures: Readonly<
  Partial<Record<BridgeErrorCode, { readonly exitCode: number; readonly success: false | null }>>
> = {
  share_refused: { exitCode: 1, success: false },
  share_unknown: { exitCode: 3, success: null },
}

/**
 * Shares a style with the workspace of the service's key, by one request. Throws `SetUpError` where nothing was sent.
 */
export async function shareStyle({ styleId, words, terminal, ...place }: ShareOptions) {
  const opened = await openStudio({
    host: 'cli',
    dataFolder: place.dataFolder,
    chooseAccount: place.chooseAccount,
    allowsHttp: place.allowsHttp,
    environment: terminal.environment,
    log: logOn(terminal),
    keyMask: terminal.keyMask,
  })
  try {
    const connected = await opened.studio.connected
    if (!connected.ok) throw new SetUpError((said) => sayFailed(connected.error, said))
    const shared = await createBridgeClient(opened.studio.procedures).call('styles.share', { styleId })
    if (shared.ok) {
      const { id, name } = shared.value.workspace
      return { json: shared.value, lines: [words.cli.styleShared(styleId, name, id)], exitCode: 0 }
    }
    const { code } = shared.error
    const sent = sentFailures[code]
    if (!sent) throw new SetUpError(sentenceOf(shared.error))
    const message = sayFailed(shared.error, words)
    terminal.warn(`Atelier: ${message}`)
    const json = { success: sent.success, style_id: styleId, workspace: null, error: { code, message } }
    return { json, lines: [], exitCode: sent.exitCode }
  } finally {
    await opened.close()
  }
}

function sentenceOf(failure: BridgeFailure): Sentence {
  if (failure.code === 'no_key') return ({ cli }) => cli.keyMissing
  return (words) => sayFailed(failure, words) || words.failures.sentence(failure)
}
