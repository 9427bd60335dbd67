import { ExternalLink, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { ModelDeprecation, ModelSummary, SubmissionView } from '../../../../shared/bridge/views.ts'
import { useAtelier, useCatalog, useStudio } from '../../../shell/atelier-context.tsx'
import { useActiveAccount } from '../../../shell/use-active-account.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { dialogOnDemand } from '../../../ui/on-demand.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useEndsWords } from '../../../words/ends-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import type { ListStore } from '../list/list-store.ts'
import type { RecipesStore } from '../recipes/recipes-store.ts'
import { canDefer, daysLeft, deferral, isDeferred } from './deferred-end.ts'
import styles from './end-note.module.css'
import type { GoneModel } from './models-in-place.ts'

interface EndNoteProps {
  readonly model: ModelSummary
  readonly form: FormStore
  readonly list: ListStore
  readonly recipes: RecipesStore
  readonly onGenerate: () => void
  readonly onSend: (sending: Promise<readonly SubmissionView[]>) => void
}

const MoveDialog = dialogOnDemand(async () => (await import('./move-dialog.tsx')).MoveDialog)
const TouchedDialog = dialogOnDemand(async () => (await import('./touched-dialog.tsx')).TouchedDialog)
const none: readonly never[] = []
/** An end that is more days away is told in one line: the form is what the person came for. */
const farDays = 30

/** Reports that the form's model has ended or will end, in the service's words, with its replacement. */
export function EndNote({ model, form, list, recipes, onGenerate, onSend }: EndNoteProps) {
  const [isMoving, setMoving] = useState(false)
  const [showsTouched, setShowsTouched] = useState(false)
  /** Null until the person says; it begins anew with each model. */
  const [showsAll, setShowsAll] = useState<boolean | null>(null)
  const words = useEndsWords()
  const { studio } = useAtelier()
  const models = useCatalog((state) => state.models)
  const account = useActiveAccount()
  const deferred = useStudio(({ settings }) => settings?.deferredEnds) ?? none
  const { deprecation } = model
  const now = useNow(deprecation?.state === 'deprecated')
  if (!deprecation || isDeferred(model, { account, deferred: [...deferred], now })) return null
  const { state, sunsetDate, cause, replacement, link } = deprecation
  const other = models?.find(({ id }) => id === replacement?.modelId)
  const isUsable = other !== undefined && other.path !== null && other.deprecation?.state !== 'sunset'
  const page = link?.startsWith('https:') ? link : null
  const days = state === 'deprecated' ? daysLeft(sunsetDate, now) : null
  const defers = account !== null && canDefer(model, now)
  const isFar = days !== null && days > farDays
  const isWhole = showsAll ?? !isFar
  return (
    <section aria-label={words.region} className={styles.note} data-state={state}>
      <TriangleAlert className={styles.sign} aria-hidden="true" />
      <div className={styles.text}>
        <p className={styles.title}>
          {words.title[state](sunsetDate)}{' '}
          {days !== null && <span className={styles.left}>{words.daysLeft(days)}</span>}
        </p>
        {isWhole && (
          <>
            {sunsetDate !== null && <p>{words.moment(sunsetDate)}</p>}
            <p>{words.meaning[state](sunsetDate)}</p>
            {cause !== null && <p className={styles.cause}>{words.cause(cause)}</p>}
          </>
        )}
        {!isUsable && <Instead deprecation={deprecation} other={other} />}
      </div>
      <div className={styles.actions}>
        {isUsable && <Button onClick={() => setMoving(true)}>{words.runOn(other.label)}</Button>}
        <div className={styles.more}>
          {isFar && (
            <Button look="quiet" aria-expanded={isWhole} onClick={() => setShowsAll(!isWhole)}>
              {words.details}
            </Button>
          )}
          {isWhole && page !== null && (
            <LinkButton look="quiet" href={page} target="_blank" rel="noreferrer" icon={<ExternalLink />}>
              {words.more}
            </LinkButton>
          )}
          {isWhole && defers && (
            <Button look="quiet" onClick={() => void studio.changeSettings(deferral(account, model))}>
              {words.later(sunsetDate !== null)}
            </Button>
          )}
          {isWhole && (
            <Button look="quiet" onClick={() => setShowsTouched(true)}>
              {words.touched.open}
            </Button>
          )}
        </div>
      </div>
      <TouchedDialog
        wanted={showsTouched}
        onCancel={() => setShowsTouched(false)}
        open={showsTouched}
        onClose={() => setShowsTouched(false)}
        form={form}
        list={list}
        gone={goneOf(model)}
        onSend={onSend}
      />
      {isUsable && (
        <MoveDialog
          wanted={isMoving}
          onCancel={() => setMoving(false)}
          open={isMoving}
          onClose={() => setMoving(false)}
          form={form}
          recipes={recipes}
          model={model}
          other={other}
          onGenerate={onGenerate}
        />
      )}
    </section>
  )
}

function goneOf(model: ModelSummary): GoneModel {
  return { id: model.id, label: model.label, summary: model }
}

interface InsteadProps {
  readonly deprecation: ModelDeprecation
  /** The replacement, where it is a known model. */
  readonly other: ModelSummary | undefined
}

/** The replacement's name, where no button leads to it; omitted where the service's own words contain it. */
function Instead({ deprecation: { replacement, cause }, other }: InsteadProps) {
  const { models } = useWords()
  const words = useEndsWords()
  if (other?.deprecation?.state === 'sunset') return <p>{words.replacementEnded(other.label)}</p>
  if (!replacement || cause?.includes(replacement.label)) return null
  return <p>{models.instead(replacement)}.</p>
}

interface GoneNoteProps {
  readonly modelId: string
  readonly form: FormStore
  readonly list: ListStore
  readonly onSend: EndNoteProps['onSend']
}

/** Reports that the form's model is not described any more; what is in the form stays there (CAT59). */
export function GoneNote({ modelId, form, list, onSend }: GoneNoteProps) {
  const words = useEndsWords()
  const label = useStore(form.store, ({ detail }) => (detail?.id === modelId ? detail.label : modelId))
  const [showsTouched, setShowsTouched] = useState(false)
  return (
    <section aria-label={words.gone.region} className={styles.note} data-state="sunset">
      <TriangleAlert className={styles.sign} aria-hidden="true" />
      <div className={styles.text}>
        <p data-verbatim className={styles.title}>
          {words.gone.title(label)}
        </p>
        <p>{words.gone.body}</p>
      </div>
      <div className={styles.actions}>
        <Button look="quiet" onClick={() => setShowsTouched(true)}>
          {words.touched.open}
        </Button>
      </div>
      <TouchedDialog
        wanted={showsTouched}
        onCancel={() => setShowsTouched(false)}
        open={showsTouched}
        onClose={() => setShowsTouched(false)}
        form={form}
        list={list}
        gone={{ id: modelId, label, summary: null }}
        onSend={onSend}
      />
    </section>
  )
}
