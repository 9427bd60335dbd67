import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { AdoptionView } from '../../shared/bridge/adoption-procedures.ts'
import { useAtelier } from '../shell/atelier-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Progress } from '../ui/progress.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { type AdoptionWords, useAdoptionWords } from '../words/adoption-words.ts'
import { useWords } from '../words/words-context.tsx'
import styles from './adopt-dialog.module.css'
import {
  type AdoptionState,
  type AdoptionStore,
  countChosen,
  createAdoptionStore,
  type IdsProblem,
  isBusy,
  type Reach,
} from './adoption-store.ts'
import { ForeignJobs } from './foreign-jobs.tsx'

/** Adds jobs that were started elsewhere by the same key to the library. */
export function AdoptDialog() {
  const { collecting } = useAtelier()
  return useStore(collecting, ({ importing }) => importing) === 'jobs' && <OpenDialog />
}

function OpenDialog() {
  const { bridge, collecting } = useAtelier()
  const words = useAdoptionWords()
  const [adoption, setAdoption] = useState<AdoptionStore | null>(null)
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const made = createAdoptionStore(bridge)
    setAdoption(made)
    return made.close
  }, [bridge])
  const close = () => collecting.setState({ importing: null })
  return (
    adoption && (
      <Dialog open wide onClose={close} title={words.title} firstFocus={first}>
        <div ref={first} tabIndex={-1} className={styles.content}>
          <Content adoption={adoption} onClose={close} />
        </div>
      </Dialog>
    )
  )
}

interface PartProps {
  readonly adoption: AdoptionStore
  readonly onClose: () => void
}

function Content({ adoption, onClose }: PartProps) {
  const words = useAdoptionWords()
  const { failures } = useWords()
  const state = useStore(adoption.store)
  const { view, failure } = state
  const step = view === null ? 'search' : isBusy(view) ? 'busy' : 'found'
  const part = useRef<HTMLDivElement>(null)
  // What had the focus is gone with the other part of the dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each part.
  useEffect(() => {
    part.current?.querySelector<HTMLElement>('[data-first]')?.focus()
  }, [step, state.listsJobs === null])
  return (
    <div ref={part} className={styles.content}>
      {step === 'search' && <Search adoption={adoption} state={state} onClose={onClose} />}
      {view && step === 'busy' && <Busy adoption={adoption} view={view} onClose={onClose} />}
      {view && step === 'found' && <Found adoption={adoption} state={state} view={view} onClose={onClose} />}
      {failure && (
        <p role="alert" className={styles.problem}>
          {failure.code === 'not_possible_now' ? words.busy : failures.sentence(failure)}
        </p>
      )}
    </div>
  )
}

interface SearchProps extends PartProps {
  readonly state: AdoptionState
}

/** In the listing of the service, or by ids. */
function Search({ adoption, state, onClose }: SearchProps) {
  const words = useAdoptionWords()
  const { way, days, text, problem, listsJobs } = state
  const reaches: readonly { readonly value: Reach; readonly label: string }[] = [
    { value: 7, label: words.reaches.week },
    { value: 30, label: words.reaches.month },
    { value: null, label: words.reaches.all },
  ]
  function submit(event: FormEvent) {
    event.preventDefault()
    void adoption.look()
  }
  if (listsJobs === null) return <div className={styles.waiting} aria-busy="true" />
  const isListing = way === 'listing'
  const ways = [
    { value: 'listing' as const, label: words.ways.listing },
    { value: 'ids' as const, label: words.ways.ids },
  ]
  const description = problem ? 'adoption-problem' : 'adoption-ids'
  return (
    <form className={styles.content} onSubmit={submit}>
      <p className={styles.hint}>{words.hint}</p>
      <Segmented label={words.way} options={ways} value={way} onChange={adoption.setWay} />
      {isListing && listsJobs && (
        <Segmented label={words.reach} options={reaches} value={days} onChange={adoption.setDays} />
      )}
      {isListing && !listsJobs && <p>{words.noListing}</p>}
      {!isListing && (
        <>
          <div className={styles.ids}>
            <TextArea
              mono
              data-first=""
              rows={5}
              aria-label={words.ids}
              aria-describedby={description}
              placeholder={words.ids}
              spellCheck={false}
              invalid={problem !== null}
              value={text}
              onChange={adoption.setText}
            />
          </div>
          <p
            id={description}
            role={problem ? 'alert' : undefined}
            className={problem ? styles.problem : styles.hint}
          >
            {problem ? textOfProblem(problem, words) : words.idsHint}
          </p>
        </>
      )}
      <footer className={styles.actions}>
        <Button type="button" onClick={onClose}>
          {words.close}
        </Button>
        <Button
          type="submit"
          look="primary"
          data-first={isListing ? '' : undefined}
          disabled={isListing ? !listsJobs : text.trim() === ''}
        >
          {isListing ? words.catchUp : words.lookUp}
        </Button>
      </footer>
    </form>
  )
}

function textOfProblem(problem: IdsProblem, words: AdoptionWords): string {
  if (problem.type === 'not_ids') return words.notIds(problem.words)
  return problem.type === 'none' ? words.noIds : words.tooManyIds(problem.most)
}

interface BusyProps extends PartProps {
  readonly view: AdoptionView
}

function Busy({ adoption, view, onClose }: BusyProps) {
  const words = useAdoptionWords()
  const isTaking = view.state === 'taking'
  const text = isTaking ? words.taking(view) : words.reading(view)
  const all = isTaking ? view.chosen : view.total
  const done = isTaking ? view.done : view.read
  return (
    <>
      <Progress label={text} value={all ? done / all : null} />
      <p role="status">{view.pausedUntil === null ? text : words.paused(view.pausedUntil)}</p>
      <p className={styles.hint}>{isTaking ? words.takingHint : words.hint}</p>
      <footer className={styles.actions}>
        <Button type="button" data-first="" onClick={() => void adoption.cancel()}>
          {words.stop}
        </Button>
        {isTaking && (
          <Button type="button" onClick={onClose}>
            {words.close}
          </Button>
        )}
      </footer>
    </>
  )
}

interface FoundProps extends SearchProps, BusyProps {}

/** What was found, to be chosen from; after taking, what became of it. */
function Found({ adoption, state, view, onClose }: FoundProps) {
  const words = useAdoptionWords()
  const { found, takeable, failure, isWhole, isCut, source } = view
  const isDone = view.state === 'done'
  const chosen = countChosen(state)
  const besides = words.besides(view)
  const left = isDone ? words.left(view) : ''
  /** Once what was chosen is here, nothing more is asked for. */
  const isOver = takeable === 0 || (isDone && chosen === 0)
  return (
    <>
      <div className={styles.summary}>
        {(failure === null || takeable > 0 || isDone) && (
          <p role="status" className={styles.lead}>
            {isDone ? words.done(view) : summaryOf(view, words)}
          </p>
        )}
        {left !== '' && <p>{left}</p>}
        {!isDone && view.models.length > 1 && <p data-verbatim>{words.models(view)}</p>}
        {!isDone && besides !== '' && <p className={styles.hint}>{besides}.</p>}
        {!isDone && failure === null && !isWhole && (
          <p className={styles.hint}>{source === 'listing' ? words.partial : words.partialIds}</p>
        )}
        {!isDone && isCut && <p className={styles.hint}>{words.cut}</p>}
        {failure !== null && (
          <p role="alert" className={styles.problem}>
            {words.failures[failure]}
          </p>
        )}
      </div>
      {found > 0 && <ForeignJobs adoption={adoption} state={state} count={found} />}
      {takeable > 0 && (
        <div className={styles.selection}>
          <Button type="button" look="quiet" onClick={() => adoption.selectAll(chosen === 0)}>
            {chosen === 0 ? words.selectAll : words.selectNone}
          </Button>
          <span className={styles.hint}>{words.chosen(chosen)}</span>
          <span className={styles.price}>{words.price}</span>
        </div>
      )}
      <footer className={styles.actions}>
        <Button type="button" onClick={adoption.reset}>
          {words.back}
        </Button>
        <Button
          type="button"
          look={isOver ? 'primary' : 'plain'}
          data-first={isOver ? '' : undefined}
          onClick={onClose}
        >
          {words.close}
        </Button>
        {takeable > 0 && !(isDone && chosen === 0) && (
          <Button
            type="button"
            look="primary"
            data-first=""
            disabled={chosen === 0}
            focusableWhenDisabled
            onClick={() => void adoption.take()}
          >
            {words.add(chosen)}
          </Button>
        )}
      </footer>
    </>
  )
}

function summaryOf(view: AdoptionView, words: AdoptionWords): string {
  if (view.takeable > 0) return words.found(view)
  return view.source === 'ids' ? words.noneById : words.none
}
