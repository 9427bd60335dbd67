import { ChevronDown, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { useAtelier, useStudio } from '../../shell/atelier-context.tsx'
import { Button } from '../../ui/button.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useWords, type Words } from '../../words/words-context.tsx'
import styles from './notices-banner.module.css'
import { type Notice, readNotices, readOutage } from './read-notices.ts'

/** The most urgent notice with its one action; the others, each with its own, where the person opens them. */
export function NoticesBanner() {
  const words = useWords()
  const status = useStudio((state) => state.status)
  const connected = useStudio((state) => state.connected)
  const failure = useStudio((state) => state.failure)
  const now = useNow(readOutage(status) !== null)
  const [isOpen, setOpen] = useState(false)
  const othersId = useId()
  const act = useAct()
  const [first, ...others] = readNotices({ status, connected, failure, now })
  const showsOthers = isOpen && others.length > 0

  return (
    <div role="status" aria-label={words.notices.region} className={styles.region}>
      {first && (
        <div className={styles.banner} data-tone={first.tone}>
          <NoticeText notice={first} />
          {others.length > 0 && (
            <button
              type="button"
              className={styles.more}
              aria-expanded={showsOthers}
              aria-controls={showsOthers ? othersId : undefined}
              onClick={() => setOpen(!showsOthers)}
            >
              {words.notices.more(others.length)}
              <ChevronDown aria-hidden="true" />
            </button>
          )}
          <NoticeAction notice={first} onAct={act} />
        </div>
      )}
      {showsOthers && (
        <ul id={othersId} className={styles.others}>
          {others.map((notice) => (
            <li key={notice.kind} className={styles.banner} data-tone={notice.tone}>
              <NoticeText notice={notice} />
              <NoticeAction notice={notice} onAct={act} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function useAct(): (action: Notice['action']) => Promise<void> {
  const { failures } = useWords()
  const { studio, router } = useAtelier()
  const notify = useNotify()
  return async (action) => {
    if (action === 'settings') return router.go('settings')
    if (action === 'results') return router.go('settings', 'results')
    // Each failed attempt to open a service is a banner of its own.
    if (action === 'reopen') return void (await studio.reopen())
    const result = await (action === 'poll' ? studio.pollNow() : studio.resume())
    if (!result.ok) notify(failures.sentence(result.error), 'danger')
  }
}

function NoticeText({ notice }: { readonly notice: Notice }) {
  const words = useWords()
  return (
    <>
      <TriangleAlert aria-hidden="true" />
      <p data-verbatim className={styles.text}>
        <strong>{words.notices[notice.kind].title}</strong>{' '}
        {[...emptyBalanceWords(notice, words), bodyOf(notice, words)].join(' ')}
      </p>
    </>
  )
}

function NoticeAction({
  notice,
  onAct,
}: {
  readonly notice: Notice
  readonly onAct: (action: Notice['action']) => Promise<void>
}) {
  const { notices } = useWords()
  const words = notices[notice.kind]
  if (notice.action === null || !('action' in words)) return null
  const isTrying = notice.hold?.isTrying === true && 'trying' in words
  return (
    <Button disabled={isTrying} focusableWhenDisabled onClick={() => void onAct(notice.action)}>
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
