import { TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { useStore } from 'zustand'
import type { UsageCoverage, UsageWorkspaceView } from '../../../shared/bridge/usage-views.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { useUsageWords } from '../../words/usage-words.ts'
import { shownWorkspaces } from './shown-workspaces.ts'
import type { UsageStore } from './usage-store.ts'
import styles from './usage-view.module.css'

interface PullStatesProps {
  readonly usage: UsageStore
}

/** Of the sentence that says which days the dates are. */
export const datesNoteId = 'usage-dates-note'

/** How the reading of each workspace goes, and which window its reports cover. */
export const PullStates = memo(function PullStates({ usage: usageStore }: PullStatesProps) {
  const usage = useUsageWords()
  const workspaces = useStore(usageStore.store, (state) => state.workspaces)
  const chosen = useStore(usageStore.store, (state) => state.chosen)
  const coverage = useStore(usageStore.store, ({ summary }) => summary?.coverage)
  const shown = shownWorkspaces({ workspaces, chosen })
  return (
    <section aria-label={usage.workspace} className={styles.states}>
      {shown.map((workspace) => (
        <PullState
          key={workspace.accountId}
          usage={usageStore}
          workspace={workspace}
          isNamed={(workspaces?.length ?? 0) > 1}
          coverage={coverage?.find(({ accountId }) => accountId === workspace.accountId) ?? null}
        />
      ))}
      <p id={datesNoteId} className={styles.note}>
        {usage.utc}
      </p>
      {coverage?.some(({ effective }) => effective) && <p className={styles.note}>{usage.notFinal}</p>}
    </section>
  )
})

interface PullStateProps {
  readonly usage: UsageStore
  readonly workspace: UsageWorkspaceView
  /** Whether there are others to tell it from. */
  readonly isNamed: boolean
  readonly coverage: UsageCoverage | null
}

function PullState({ usage: usageStore, workspace, isNamed, coverage }: PullStateProps) {
  const usage = useUsageWords()
  const { accountId, name, hasKey, pull } = workspace
  const { phase, gaps, unreadableRows } = pull
  const isBusy = phase === 'pulling' || phase === 'waiting'
  return (
    <div className={styles.state}>
      {isNamed && <h2 className={styles.stateName}>{usage.workspaceName(name)}</h2>}
      {isBusy && (
        <div className={styles.busy}>
          <span role="status">{usage.pulling(pull)}</span>
          {phase === 'pulling' ? <Progress label={usage.loading} value={null} /> : <span />}
          <Button onClick={() => void usageStore.cancel([accountId])}>{usage.cancel}</Button>
        </div>
      )}
      <Trouble usage={usageStore} workspace={workspace} />
      {coverage && (coverage.effective || (hasKey && !isBusy)) && (
        <p className={styles.covered} data-coverage="">
          {usage.effective(coverage)} {coverage.isStartClamped && usage.clampedStart}{' '}
          {coverage.isEndClamped && usage.clampedEnd}{' '}
          {coverage.effective && !coverage.isWhole && !isBusy && usage.incomplete}{' '}
          {coverage.readAt !== null && usage.readAt(coverage.readAt)}
        </p>
      )}
      {unreadableRows > 0 && <p className={styles.warn}>{usage.unreadableRows(unreadableRows)}</p>}
      {gaps.length > 0 && (
        <details className={styles.warn}>
          <summary>{usage.gaps(gaps)}</summary>
          <ul>
            {gaps.map((gap) => (
              <li key={gap.start}>{usage.gap(gap)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Why the report could not be read, and what to do. */
function Trouble({ usage: usageStore, workspace }: Pick<PullStateProps, 'usage' | 'workspace'>) {
  const usage = useUsageWords()
  const { router } = useAtelier()
  const { accountId, hasKey, pull } = workspace
  const failure = pull.failure ?? (hasKey ? null : noKey)
  if (!failure) return null
  const { title, body } = usage.failure(failure)
  const detail = usage.failureDetail(failure)
  const isAboutKey = ['no_key', 'key_refused', 'not_allowed', 'workspace_unknown'].includes(failure.kind)
  return (
    <div className={styles.trouble} role="alert" data-failure={failure.kind}>
      <TriangleAlert aria-hidden="true" />
      <div>
        <p className={styles.troubleTitle}>{title}</p>
        <p>{body}</p>
        {detail !== '' && <p className={styles.words}>{detail}</p>}
        {pull.retryAt !== null && <p>{usage.waiting(pull.retryAt)}</p>}
      </div>
      <span className={styles.actions}>
        {isAboutKey && <Button onClick={() => router.go('settings')}>{usage.settings}</Button>}
        {failure.kind !== 'no_key' && (
          <Button onClick={() => void usageStore.pull({ accountIds: [accountId] })}>{usage.retry}</Button>
        )}
      </span>
    </div>
  )
}

const noKey = { kind: 'no_key', status: null, words: null } as const
