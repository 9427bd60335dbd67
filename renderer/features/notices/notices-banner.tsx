import { ChevronDown, Info, TriangleAlert } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { CodedReason } from '../../../shared/failures/reason.ts'
import { useAtelier, useStudio } from '../../shell/atelier-context.tsx'
import { useAccountLabel } from '../../shell/use-account-label.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { AccountLabel } from '../../words/account-label.ts'
import { type NoticeWords, useNoticeWords } from '../../words/notice-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { AgentRequests } from './agent-requests.tsx'
import styles from './notices-banner.module.css'
import { type Notice, readNotices, readOutage } from './read-notices.ts'
import { useCalmHeight } from './use-calm-height.ts'
import { useTriedBalance } from './use-tried-balance.ts'

/** The most urgent notice with its one action; the others, each with its own, where the person opens them. */
export function NoticesBanner() {
  const notices = useNoticeWords()
  const status = useStudio((state) => state.status)
  const connected = useStudio((state) => state.connected)
  const failure = useStudio((state) => state.failure)
  const now = useNow(readOutage(status) !== null)
  const { collecting } = useAtelier()
  const unfinished = useStore(collecting, (state) => state.unfinished)
  const [isOpen, setOpen] = useState(false)
  const othersId = useId()
  const act = useAct()
  useTriedBalance()
  const [first, ...others] = readNotices({ status, connected, failure, now, unfinished })
  const showsOthers = isOpen && others.length > 0

  const { room, content } = useCalmHeight()

  return (
    <div ref={room} className={styles.room}>
      <div ref={content} className={styles.content}>
        <div role="status" aria-label={notices.region} className={styles.region}>
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
                  {notices.more(others.length)}
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
        <AgentRequests />
      </div>
    </div>
  )
}

function useAct(): (action: Notice['action']) => Promise<void> {
  const { failures } = useWords()
  const { studio, router, changes, collecting } = useAtelier()
  const notify = useNotify()
  return async (action) => {
    if (action === 'changes') return changes.setState({ isShown: true })
    if (action === 'exports') return collecting.setState({ isContinuing: true })
    if (action === 'settings') return router.go('settings')
    if (action === 'key') return router.go('settings', 'key')
    if (action === 'results') return router.go('settings', 'results')
    // Each failed attempt to open a service is a banner of its own.
    if (action === 'reopen') return void (await studio.reopen())
    const result = await (action === 'space'
      ? studio.retryForSpace()
      : action === 'poll'
        ? studio.pollNow()
        : studio.resume())
    if (!result.ok) notify(failures.sentence(result.error), 'danger')
  }
}

function NoticeText({ notice }: { readonly notice: Notice }) {
  const notices = useNoticeWords()
  const { reasons } = useWords()
  const accountId = useStudio(({ status }) => status?.service.accountId)
  const labelOf = useAccountLabel()
  const pending = pendingWords(notice, notices, accountId === undefined ? null : labelOf(accountId))
  const [title, ...more] = headOf(notice, notices)
  const [isOpen, setOpen] = useState(false)
  const { text, isCut } = useCutText()
  return (
    <>
      {notice.tone === 'calm' ? <Info aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      <p
        ref={text}
        data-verbatim
        data-open={isOpen || undefined}
        className={styles.text}
        title={inFull(notice, notices)}
      >
        <strong>{title}</strong> {[...more, ...pending, bodyOf(notice, notices, reasons.sentence)].join(' ')}
      </p>
      {(isCut || isOpen) && (
        <IconButton
          label={notices.details}
          icon={<ChevronDown />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      )}
    </>
  )
}

/** Whether a text has lines that its element doesn't show, as in a low window. */
function useCutText() {
  const text = useRef<HTMLParagraphElement>(null)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const element = text.current
    if (!element) return
    const read = () => setCut(element.scrollHeight > element.clientHeight + 1)
    const observer = new ResizeObserver(read)
    observer.observe(element)
    read()
    return () => observer.disconnect()
  })
  return { text, isCut }
}

function NoticeAction({
  notice,
  onAct,
}: {
  readonly notice: Notice
  readonly onAct: (action: Notice['action']) => Promise<void>
}) {
  const words = useNoticeWords()[notice.kind]
  if (notice.action === null || !('action' in words)) return null
  const isTrying = notice.hold?.isTrying === true && 'trying' in words
  const isAlone = notice.hold?.waiting?.runs === 0 && 'actionAlone' in words
  const name = isAlone ? words.actionAlone : words.action
  return (
    <Button disabled={isTrying} focusableWhenDisabled onClick={() => void onAct(notice.action)}>
      {isTrying ? words.trying : name}
    </Button>
  )
}

/** The title and, of an empty balance, the service's words, unless they say what the title does. */
function headOf(notice: Notice, notices: NoticeWords): readonly string[] {
  const { title } = notices[notice.kind]
  const message = messageOf(notice)
  return message === '' || message.includes(title) ? [title] : [title, notices.serviceSays(message)]
}

function messageOf({ kind, hold }: Notice): string {
  return kind === 'insufficientBalance' ? (hold?.message ?? '') : ''
}

/** The service's words where they are not shown, and the sum of what waits to the micro-dollar, where it is rounded. */
function inFull(notice: Notice, notices: NoticeWords): string | undefined {
  const { kind, hold } = notice
  const message = messageOf(notice)
  const quote = message.includes(notices[kind].title) ? notices.serviceSays(message) : null
  const waiting = kind === 'insufficientBalance' ? hold?.waiting : null
  return [quote, waiting && notices.waitingInFull(waiting)].filter(Boolean).join(' ') || undefined
}

/** Whose empty balance it is, what that holds, and what it may cost. */
function pendingWords(
  { kind, hold }: Notice,
  { waiting }: NoticeWords,
  account: AccountLabel | null,
): readonly string[] {
  return kind === 'insufficientBalance' && hold?.waiting ? [waiting(hold.waiting, account)] : []
}

function bodyOf(
  { kind, reason, until, changed, waiting }: Notice,
  notices: NoticeWords,
  sentence: (reason: CodedReason) => string,
): string {
  if (kind === 'changed') return notices.changed.body(changed ?? { models: 0, ofMoney: 0 })
  if (kind === 'waitingForSpace')
    return notices.waitingForSpace.body(waiting ?? { files: 0, missingBytes: 0 })
  const { body } = notices[kind]
  if (typeof body === 'string') return body
  return body(reason === null || typeof reason === 'string' ? (reason ?? until) : sentence(reason))
}
