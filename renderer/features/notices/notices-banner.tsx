import { TriangleAlert } from 'lucide-react'
import { useAtelier, useStudio } from '../../shell/atelier-context.tsx'
import { Button } from '../../ui/button.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useWords, type Words } from '../../words/words-context.tsx'
import styles from './notices-banner.module.css'
import { type Notice, readNotices } from './read-notices.ts'

/** The most urgent notice with its one action, and the number of others. */
export function NoticesBanner() {
  const words = useWords()
  const { studio, router } = useAtelier()
  const notify = useNotify()
  const status = useStudio((state) => state.status)
  const connected = useStudio((state) => state.connected)
  const failure = useStudio((state) => state.failure)
  const [first, ...others] = readNotices({ status, connected, failure })

  async function act(action: Notice['action']) {
    if (action === 'settings') return router.go('settings')
    if (action === 'results') return router.go('settings', 'results')
    // Each failed attempt to open a service is a banner of its own.
    if (action === 'reopen') return void (await studio.reopen())
    const result = await studio.resume()
    if (!result.ok) notify(words.failures.sentence(result.error), 'danger')
  }

  return (
    <div role="status" aria-label={words.notices.region} className={styles.region}>
      {first && (
        <div className={styles.banner} data-tone={first.tone}>
          <TriangleAlert aria-hidden="true" />
          <p className={styles.text}>
            <strong>{words.notices[first.kind].title}</strong>{' '}
            {[...emptyBalanceWords(first, words), bodyOf(first, words)].join(' ')}
            {others.length > 0 && <span className={styles.more}> {words.notices.more(others.length)}</span>}
          </p>
          <NoticeAction notice={first} onAct={act} />
        </div>
      )}
    </div>
  )
}

function NoticeAction({
  notice,
  onAct,
}: {
  readonly notice: Notice
  readonly onAct: (action: Notice['action']) => void
}) {
  const { notices } = useWords()
  const words = notices[notice.kind]
  if (notice.action === null || !('action' in words)) return null
  const isTrying = notice.hold?.isTrying === true && 'trying' in words
  return (
    <Button disabled={isTrying} focusableWhenDisabled onClick={() => onAct(notice.action)}>
      {isTrying ? words.trying : words.action}
    </Button>
  )
}

/** What an empty balance holds, and what the service says of it. */
function emptyBalanceWords({ kind, hold }: Notice, { notices }: Words): readonly string[] {
  if (kind !== 'insufficientBalance' || hold === null) return []
  const { message = '', waiting } = hold
  return [
    ...(message === '' ? [] : [notices.serviceSays(message)]),
    ...(waiting ? [notices.waiting(waiting)] : []),
  ]
}

function bodyOf(notice: Notice, words: Words): string {
  const { body } = words.notices[notice.kind]
  if (typeof body === 'string') return body
  const { reason, until } = notice
  return body(
    reason === null || typeof reason === 'string' ? (reason ?? until) : words.reasons.sentence(reason),
  )
}
