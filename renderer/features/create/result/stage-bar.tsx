import { Download, Ellipsis, Images, ListOrdered, RotateCcw } from 'lucide-react'
import { downloadRoute } from '../../../../shared/bridge/media-routes.ts'
import type { FileView, SubmissionView } from '../../../../shared/bridge/views.ts'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { Button, IconButton, LinkButton } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useWords } from '../../../words/words-context.tsx'
import { isUnsent } from '../runs/batch-standing.ts'
import { isAtRest, promptOf, type RunPhase } from '../runs/run-phase.ts'
import { cancelWords, noteWords, priceSum, priceWords, timeWords } from '../runs/run-words.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import { BatchActions } from './batch-actions.tsx'
import type { RetryStore } from './retry-store.ts'
import styles from './stage.module.css'

interface StageBarProps {
  readonly run: SubmissionView
  readonly phase: RunPhase
  readonly file: FileView | null
  /** All runs confirmed with it. */
  readonly batch: readonly SubmissionView[]
  readonly runs: RunsStore
  readonly retries: RetryStore
}

/** What is on the stage, and its actions. */
export function StageBar({ run, phase, file, batch, runs, retries }: StageBarProps) {
  const words = useWords()
  const { create, failures } = words
  const { router, recipes } = useAtelier()
  const notify = useNotify()
  const now = useNow(!isAtRest(phase))
  const prompt = promptOf(run)
  const size = file?.width && file.height ? words.library.pixels(file.width, file.height) : null
  const length = file?.durationSeconds ? words.format.seconds(file.durationSeconds) : null
  const note = noteWords(run, words)
  const cancels = cancelWords(batch, words)
  const facts = [size, length]
  if (file) facts.push(timeWords(run, phase, now, words), priceWords(run, phase, words), priceSum(run, words))

  async function cancel() {
    const result = await runs.withdraw(run.submissionId)
    if (!result.ok) notify(failures.sentence(result.error), 'danger')
  }

  async function move(to: 'first' | 'last') {
    const result = await runs.moveBatch(run.batchId, to)
    if (result.ok) notify(create.actions.moved[to])
    else notify(failures.sentence(result.error), 'danger')
  }

  async function copyPrompt() {
    await navigator.clipboard.writeText(prompt)
    notify(create.actions.copied)
  }

  return (
    <div className={styles.bar}>
      <div className={styles.about}>
        <p className={styles.prompt} title={prompt}>
          {prompt || create.noPrompt}
        </p>
        <p className={styles.facts}>
          <span className={styles.model}>{run.modelLabel}</span>
          <span className={styles.rest}>{facts.filter(Boolean).map((fact) => ` · ${fact}`)}</span>
        </p>
        {note && <p className={styles.note}>{note}</p>}
        {cancels && <p className={styles.note}>{cancels}</p>}
      </div>
      <div className={styles.actions}>
        <BatchActions batch={batch} shown={run} runs={runs} retries={retries} />
        {isUnsent(phase) && (
          <>
            <Menu
              label={create.actions.order}
              icon={<ListOrdered />}
              items={[
                { label: create.actions.sendFirst, run: () => void move('first') },
                { label: create.actions.sendLast, run: () => void move('last') },
              ]}
            />
            <Button onClick={cancel}>{create.actions.cancel}</Button>
          </>
        )}
        <IconButton
          label={create.actions.remix}
          icon={<RotateCcw />}
          onClick={() => recipes.offer({ modelId: run.modelId, values: run.values })}
        />
        {file && (
          <>
            <IconButton
              label={create.actions.open}
              icon={<Images />}
              onClick={() => router.go('library', file.fileId)}
            />
            <Menu
              label={create.actions.more}
              icon={<Ellipsis />}
              items={[{ label: create.actions.copyPrompt, run: () => void copyPrompt() }]}
            />
            <LinkButton href={downloadRoute(file.fileId)} download icon={<Download />}>
              {create.actions.download}
            </LinkButton>
          </>
        )}
      </div>
    </div>
  )
}
