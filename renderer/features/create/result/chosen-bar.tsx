import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { ActionBar } from '../../../actions/action-bar.tsx'
import type { ActionItem } from '../../../actions/use-actions.ts'
import frame from '../../../sheets/sheet-frame.module.css'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import { savedFiles } from '../runs/run-phase.ts'
import styles from './sheet-stage.module.css'

interface ChosenBarProps {
  readonly run: SubmissionView
  readonly captions: readonly string[]
  readonly items: readonly ActionItem[]
}

/** Which run of a sheet is chosen, and its actions. */
export function ChosenBar({ run, captions, items }: ChosenBarProps) {
  const { sheet } = stageWordsOf(useWords())
  return (
    <section
      className={frame.chosen}
      aria-label={sheet.chosenActions}
      data-submission={run.submissionId}
      data-file={savedFiles(run)[0]?.fileId}
    >
      <p className={styles.caption} title={captions.join(', ')}>
        {captions.join(' · ')}
      </p>
      <ActionBar items={items} kind={run.kind} />
    </section>
  )
}
