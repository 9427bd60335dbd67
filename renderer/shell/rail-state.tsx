import type { StudioStatus } from '../../shared/bridge/views.ts'
import { displayHost } from '../../shared/settings/display-host.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import type { AccountLabel } from '../words/account-label.ts'
import { useWords } from '../words/words-context.tsx'
import { useAtelier, useStudio } from './atelier-context.tsx'
import { readDeliveryState, troubledDeliveries } from './delivery-state.ts'
import styles from './rail.module.css'
import type { Screen } from './router.ts'
import { useAccountLabel } from './use-account-label.ts'

interface StateLine {
  readonly name: string
  readonly short: string
  readonly long: string
  /** Whether `short` is a name, of any length. */
  readonly isName?: true
  readonly screen: Screen
  readonly item?: string
  readonly tone: 'calm' | 'live' | 'warn' | 'danger' | 'none' | null
}

/** The service, how results arrive, the running jobs and the month's spend, each a link to its screen. */
export function RailState() {
  const { shell } = useWords()
  const { router } = useAtelier()
  const status = useStudio((state) => state.status)
  const connected = useStudio((state) => state.connected)
  const labelOf = useAccountLabel()
  if (!status) return <div className={styles.state} />
  return (
    <ul aria-label={shell.state} className={styles.state}>
      {stateLines(status, connected, shell, labelOf(status.service.accountId)).map((line) => (
        <li key={line.name}>
          {/* Beside the line it would lie on the way to Generate. */}
          <Tooltip text={line.long} align="start">
            <button
              type="button"
              className={styles.line}
              aria-label={shell.stateLine(line.short, line.long)}
              onClick={() => router.go(line.screen, line.item)}
            >
              {line.tone && <span className={styles.dot} data-tone={line.tone} />}
              <span data-verbatim={line.isName} className={line.isName ? styles.name : styles.short}>
                {line.short}
              </span>
            </button>
          </Tooltip>
        </li>
      ))}
    </ul>
  )
}

function stateLines(
  status: StudioStatus,
  connected: boolean,
  words: ReturnType<typeof useWords>['shell'],
  /** What the account is called whose spend is shown. */
  account: AccountLabel,
): StateLine[] {
  const { jobsRunning, jobsWaiting, spentThisMonth } = status
  const delivery = readDeliveryState(status)
  const serviceLine: StateLine = {
    name: 'service',
    screen: 'settings',
    ...serviceWords(status, connected, words),
  }
  return [
    serviceLine,
    {
      name: 'delivery',
      ...words.deliveries[delivery],
      screen: 'settings',
      item: 'results',
      tone: troubledDeliveries.has(delivery) ? 'warn' : null,
    },
    {
      name: 'running',
      short: words.running(jobsRunning, jobsWaiting),
      long: words.runningLong(jobsRunning, jobsWaiting),
      screen: 'create',
      tone: jobsRunning > 0 ? 'live' : null,
    },
    {
      name: 'spent',
      short: words.spent(spentThisMonth),
      long: words.spentLong({ ...spentThisMonth, account }),
      screen: 'spend',
      tone: null,
    },
  ]
}

/** The service, and whether it can be reached and takes the key. */
function serviceWords(
  { service }: StudioStatus,
  connected: boolean,
  words: ReturnType<typeof useWords>['shell'],
): Pick<StateLine, 'short' | 'long' | 'isName' | 'tone'> {
  if (!connected) return { short: words.offline, long: words.offlineLong, tone: 'danger' }
  if (service.failure !== null) return { ...words.notOpen[service.kind], tone: 'danger' }
  const { state } = service.health
  if (state !== 'fine') return { ...words.health[state], tone: state === 'waiting' ? 'warn' : 'danger' }
  if (service.kind === 'sandbox') return { short: words.sandbox, long: words.sandboxLong, tone: 'calm' }
  const name = service.accountName ?? displayHost(service.baseUrl)
  if (!service.described && service.health.lastSeenAt === null)
    return { short: name, long: words.unheard(name, service.baseUrl), isName: true, tone: 'none' }
  return { short: name, long: words.serviceLong(name, service.baseUrl), isName: true, tone: 'calm' }
}
