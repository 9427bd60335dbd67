import { Copy, FolderOpen } from 'lucide-react'
import { Fragment, useEffect, useState } from 'react'
import type { CredentialsView } from '../../../shared/bridge/credentials-procedures.ts'
import type { LibraryItem, SubmissionView } from '../../../shared/bridge/views.ts'
import { priceOf } from '../../../shared/pricing/settle.ts'
import { useStudio } from '../../shell/atelier-context.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { ItemCredentials } from './item-credentials.tsx'
import { ItemLineage } from './item-lineage.tsx'
import { ItemSettings } from './item-settings.tsx'
import { ItemTags } from './item-tags.tsx'
import { timingsOf } from './item-timings.ts'
import styles from './item-viewer.module.css'
import type { LibraryStore } from './library-store.ts'

interface ItemFacts {
  readonly item: LibraryItem
  /** Null while it is being read. */
  readonly submission: SubmissionView | null
}

interface ItemDetailsProps extends ItemFacts {
  readonly library: LibraryStore
}

/** How long a file is looked at before more of it is read. */
const restMs = 200

/** Where a file came from: prompt, settings, run, price, file. */
export function ItemDetails({ item, submission, library: model }: ItemDetailsProps) {
  const library = useLibraryWords()
  const { failures, actions } = useWords()
  const notify = useNotify()
  const canReveal = useStudio((state) => state.status?.host === 'desktop')

  const [score, setScore] = useState<number | null>(null)
  useEffect(() => {
    let isCurrent = true
    setScore(null)
    void model.scoreOf(item.fileId).then((read) => isCurrent && setScore(read))
    return () => {
      isCurrent = false
    }
  }, [model, item.fileId])

  const isHere = (item.state === 'saved' || item.state === 'trashed') && item.failure === null
  const [credentials, setCredentials] = useState<CredentialsView | null>(null)
  useEffect(() => {
    let isCurrent = true
    setCredentials(null)
    // Who only passes by has nothing read.
    const timer = isHere
      ? setTimeout(() => {
          void model.credentialsOf(item.fileId).then((read) => isCurrent && setCredentials(read))
        }, restMs)
      : undefined
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [model, item.fileId, isHere])

  async function copyPrompt() {
    try {
      await navigator.clipboard.writeText(item.prompt)
      notify(actions.copied.prompt)
    } catch {
      notify(actions.copyFailed, 'danger')
    }
  }

  async function reveal() {
    const result = await model.reveal(item.fileId)
    if (!result.ok) notify(failures.sentence(result.error), 'danger')
  }

  return (
    <aside aria-label={library.details} className={styles.details}>
      <section>
        <div className={styles.head}>
          <h2>{library.prompt}</h2>
          {item.prompt !== '' && (
            <IconButton
              small
              label={actions.names.copyPrompt}
              icon={<Copy />}
              onClick={() => void copyPrompt()}
            />
          )}
        </div>
        <p data-verbatim className={item.prompt === '' ? styles.quiet : styles.prompt}>
          {item.prompt || library.noPrompt}
        </p>
      </section>
      <ItemTags fileId={item.fileId} />
      <ItemLineage library={model} fileId={item.fileId} />
      {submission && <ItemSettings values={submission.values} account={submission.absentAccount} />}
      <section>
        <h2 className={styles.head}>{library.run}</h2>
        <RunFacts item={item} submission={submission} score={score} />
        {submission?.isFromElsewhere && <p className={styles.quiet}>{library.fromElsewhere}</p>}
        {submission?.repeats && (
          <p className={styles.quiet}>{submission.sheet ? library.triesAgain : library.repeats}</p>
        )}
      </section>
      <section>
        <h2 className={styles.head}>{library.file}</h2>
        <FileFacts item={item} credentials={credentials} />
      </section>
      {credentials && <ItemCredentials credentials={credentials} />}
      {canReveal && (
        <Button icon={<FolderOpen />} onClick={() => void reveal()}>
          {actions.names.reveal}
        </Button>
      )}
    </aside>
  )
}

function workingIn(working: string | null) {
  return working && <small className={styles.working}>{working}</small>
}

function RunFacts({ item, submission, score }: ItemFacts & { readonly score: number | null }) {
  const library = useLibraryWords()
  const { pricing } = useWords()
  const took = submission?.tookSeconds ?? null
  const timings = timingsOf(item, submission)
  return (
    <dl className={styles.facts}>
      <dt>{library.model}</dt>
      <dd>{item.modelLabel}</dd>
      {submission && (
        <>
          <dt>{library.price}</dt>
          <dd>
            {pricing.short(priceOf(submission)) ?? library.priceUnlisted}
            {submission.settled && workingIn(pricing.settledWorking(submission.settled))}
          </dd>
        </>
      )}
      {score !== null && (
        <>
          <dt>{library.score}</dt>
          <dd>{library.scored(score)}</dd>
        </>
      )}
      {timings.map(([name, at], index) => (
        <Fragment key={name}>
          <dt>{library.timings[name]}</dt>
          <dd>{library.momentToSecond(at, timings[index - 1]?.[1])}</dd>
        </Fragment>
      ))}
      {submission?.arrival && (
        <>
          <dt>{library.delivery}</dt>
          <dd>
            {library.deliveredBy[submission.arrival.by]}
            {workingIn(library.momentToSecond(submission.arrival.at, timings.at(-1)?.[1]))}
          </dd>
        </>
      )}
      {took !== null && (
        <>
          <dt>{library.madeIn}</dt>
          <dd>{library.seconds(took)}</dd>
        </>
      )}
      {submission?.agent !== undefined && (
        <>
          <dt>{library.madeBy}</dt>
          <dd data-verbatim>{submission.agent}</dd>
        </>
      )}
      {submission?.job && (
        <>
          <dt>{library.job}</dt>
          <dd data-verbatim>{submission.job.jobId}</dd>
        </>
      )}
    </dl>
  )
}

interface FileFactsProps {
  readonly item: LibraryItem
  readonly credentials: CredentialsView | null
}

function FileFacts({ item, credentials }: FileFactsProps) {
  const library = useLibraryWords()
  const { media } = useWords()
  return (
    <dl className={styles.facts}>
      {item.width && item.height && (
        <>
          <dt>{library.size}</dt>
          <dd>{media.pixels(item.width, item.height)}</dd>
        </>
      )}
      {item.durationSeconds && (
        <>
          <dt>{library.length}</dt>
          <dd>{library.seconds(item.durationSeconds)}</dd>
        </>
      )}
      <dt>{library.format}</dt>
      <dd>{[item.mediaType, library.bytes(item.bytes)].filter(Boolean).join(', ')}</dd>
      <dt>{library.name}</dt>
      <dd data-verbatim>{item.name}</dd>
      {credentials?.state === 'none' && (
        <>
          <dt>{library.credentials.title}</dt>
          <dd>{library.credentials.none}</dd>
        </>
      )}
    </dl>
  )
}
