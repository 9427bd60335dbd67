import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { withoutPassword } from '../../../shared/settings/base-url.ts'
import type { AccountSettings } from '../../engine/service/ports.ts'
import type { AccountOverride } from '../../engine/service/start-account.ts'
import { defaultDataFolder } from '../../infra/default-data-folder.ts'
import { logOn, type Terminal } from '../cli/terminal.ts'
import { openStudio } from '../open-studio.ts'
import { SetUpError } from '../setup-error.ts'
import { boundMessages } from './message-bounds.ts'
import { createAgentServer } from './server.ts'
import { createStudioLink } from './studio-link.ts'

export interface ServeMcpOptions {
  readonly dataFolder: string | undefined
  chooseAccount(settings: AccountSettings): AccountOverride
  readonly allowsHttp: boolean
  /** What the command line names; a studio that is open elsewhere has to be there. */
  readonly account: string | undefined
  readonly service: string | null
  readonly terminal: Terminal
}

/** Serves agents over standard input and output until the client closes them, or the person stops it (AGENT22). */
export async function serveMcp(options: ServeMcpOptions): Promise<void> {
  const { account, service, terminal } = options
  const { dataFolder = defaultDataFolder(process.platform, terminal.environment) } = options
  const log = logOn(terminal)
  /** The account that the names meant first: it may be renamed, and another be called so. */
  let accountId: string | null = null
  const link = createStudioLink({
    dataFolder,
    open: (onYield) =>
      openStudio({
        host: 'cli',
        dataFolder,
        chooseAccount: options.chooseAccount,
        allowsHttp: options.allowsHttp,
        environment: terminal.environment,
        log,
        keyMask: terminal.keyMask,
        onYield,
      }),
    checkOther(at) {
      const isNamed = account !== undefined || service !== null
      const isSame = accountId === null ? isAt(at, { account, service }) : at.accountId === accountId
      if (isNamed && isSame) accountId = at.accountId
      if (!isNamed || isSame) return
      const active = at.accountName ?? at.accountId
      throw new SetUpError(({ cli }) => cli.studioElsewhere(active))
    },
  })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const messages = boundMessages((response) => process.stdout.write(`${JSON.stringify(response)}\n`))
  process.stdin.pipe(messages)
  const served = serveStdio(() => createAgentServer({ call: link.call, log }), {
    transport: new StdioServerTransport(messages),
    onerror: (error) => log.warn(error.message),
  })
  process.stdin.once('end', end)
  process.stdin.once('close', end)
  const forget = terminal.onStop(end)
  await ended
  forget()
  await served.close()
  await link.close()
}

function isAt(
  { accountId, accountName, chosenUrl }: StudioStatus['service'],
  { account, service }: Pick<ServeMcpOptions, 'account' | 'service'>,
): boolean {
  if (service !== null) return chosenUrl === withoutPassword(service)
  if (account === undefined) return true
  const wanted = account.trim().toLowerCase()
  return [accountId, accountName].some((one) => one?.toLowerCase() === wanted)
}
