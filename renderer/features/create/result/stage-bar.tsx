import type { FileView, SubmissionView } from '../../../../shared/bridge/views.ts'
import type { Subject } from '../../../actions/action.ts'
import { ActionBar } from '../../../actions/action-bar.tsx'
import { useActionKeys, useActions } from '../../../actions/use-actions.ts'
import { FileMarks } from '../../../media/file-marks.tsx'
import { useAccountLabel } from '../../../shell/use-account-label.ts'
import { useOtherAccount } from '../../../shell/use-other-account.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useWords } from '../../../words/words-context.tsx'
import { isAtRest, promptOf, type RunPhase } from '../runs/run-phase.ts'
import { cancelWords, noteWords, priceWords, shortPriceWorking, timeWords } from '../runs/run-words.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import { BatchActions } from './batch-actions.tsx'
import type { RetryStore } from './retry-store.ts'
import styles from './stage.module.css'
import { hasTroubleCard, readTrouble } from './trouble-rows.ts'

interface StageBarProps {
  readonly run: SubmissionView
  readonly phase: RunPhase
  readonly file: FileView | null
  readonly subject: Subject
  /** All runs confirmed with it. */
  readonly batch: readonly SubmissionView[]
  readonly runs: RunsStore
  readonly retries: RetryStore
}

/** What is on the stage, and its actions. */
export function StageBar({ run, phase, file, subject, batch, runs, retries }: StageBarProps) {
  const words = useWords()
  const labelOf = useAccountLabel()
  const items = useActions(subject)
  useActionKeys(items)
  const now = useNow(!isAtRest(phase))
  const prompt = promptOf(run)
  const size = file?.width && file.height ? words.media.pixels(file.width, file.height) : null
  const length = file?.durationSeconds ? words.format.seconds(file.durationSeconds) : null
  const note = noteWords(run, words)
  const cancels = cancelWords(batch, words)
  const account = useOtherAccount(run.account)
  const facts = [account, size, length]
  const trouble = file === null && hasTroubleCard(phase) ? readTrouble(run, phase, words, labelOf) : null
  if (file)
    facts.push(
      timeWords(run, phase, now, words),
      priceWords(run, phase, words),
      shortPriceWorking(run, words),
    )
  const known = facts.filter(Boolean)

  return (
    <div className={styles.bar}>
      <div className={styles.about}>
        <p data-verbatim className={styles.prompt} title={prompt}>
          {prompt || words.create.noPrompt}
        </p>
        <p className={styles.facts} title={[run.modelLabel, ...known].join(' · ')}>
          {file && <FileMarks judgement={file.judgement} inline />}
          <span className={styles.model}>{run.modelLabel}</span>
          <span className={styles.rest}>{known.map((fact) => ` · ${fact}`)}</span>
        </p>
        {note && <p className={styles.note}>{note}</p>}
        {cancels && <p className={styles.note}>{cancels}</p>}
      </div>
      <div className={styles.actions}>
        <BatchActions batch={batch} shown={run} runs={runs} retries={retries} />
        <ActionBar
          items={items}
          kind={subject.kind}
          inView={trouble?.actions.includes('remix') ? ['remix'] : []}
        />
      </div>
    </div>
  )
}
