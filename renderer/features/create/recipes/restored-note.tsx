import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { hasBegun } from '../../../../shared/api/service-date.ts'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import type { JsonSchema } from '../../../../shared/catalog/json-schema.ts'
import type { ValueChange } from '../../../../shared/catalog/migrate-values.ts'
import { objectionsTo } from '../../../../shared/form/field-objections.ts'
import { ownMember } from '../../../../shared/own-member.ts'
import { useAtelier, useCatalog } from '../../../shell/atelier-context.tsx'
import { useKnownLabel } from '../../../shell/use-known-label.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useFormUndo, useNotify } from '../../../ui/toaster.tsx'
import { useObjectionWords } from '../../../words/objection-words.ts'
import { type RestoredWords, useRestoredWords } from '../../../words/restored-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import { suggestName } from './recipe-files.ts'
import type { RecipesStore } from './recipes-store.ts'
import { cameBackIn, isOnlyBack, isRemarkable, type Restoration, type Unusable } from './restore-settings.ts'
import styles from './restored-note.module.css'

interface RestoredNoteProps {
  readonly recipes: RecipesStore
  readonly form: FormStore
  /** Moves the focus to a field. */
  readonly onField: (name: string) => void
}

/** The outcome of loading settings into the form, where it is more than a success. */
export function RestoredNote({ recipes, form, onField }: RestoredNoteProps) {
  const words = useRestoredWords()
  const undoNotes = useFormUndo()
  const outcome = useStore(recipes.store, (state) => state.outcome)
  const note = useRef<HTMLElement>(null)
  // The form may be scrolled far below.
  useEffect(() => {
    if (outcome) note.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome])
  const values = useStore(form.store, (state) => state.values)
  const detail = useStore(form.store, (state) => state.detail)
  if (!outcome || !isRemarkable(outcome)) return null
  const back = cameBackIn(outcome, values)
  const onlyBack = isOnlyBack(outcome)
  // Replaced or removed since, so that nothing is left to say.
  if (onlyBack && back.length === 0) return null
  const dismiss = () => recipes.say(null)

  /** The undo shows this note again: it is only hidden while none of these are in the form. */
  function removeMedia(names: readonly string[]) {
    const removed = names.map((name) => [name, ownMember(form.store.getState().values, name)] as const)
    // The field then has the control that is to take the focus.
    flushSync(() => {
      for (const name of names) form.setValue(name, undefined)
    })
    undoNotes.add({
      text: words.removed(names),
      label: words.undo,
      run() {
        for (const [name, value] of removed) form.setValue(name, value)
      },
    })
    onField(names[0] ?? '')
  }

  return (
    <section ref={note} aria-label={words.region} className={styles.note}>
      <div role="status" className={styles.text}>
        {outcome.kind === 'restored' ? (
          <RestoredLines outcome={outcome} detail={detail} back={back} isOnlyBack={onlyBack} />
        ) : (
          <UnusableLines outcome={outcome} />
        )}
      </div>
      <IconButton small label={words.dismiss} icon={<X />} onClick={dismiss} />
      <div className={styles.actions}>
        {outcome.kind === 'restored' ? (
          <>
            {back.length > 0 && <Button onClick={() => removeMedia(back)}>{words.remove}</Button>}
            {!onlyBack && <WayBack outcome={outcome} recipes={recipes} onUse={dismiss} />}
          </>
        ) : (
          <OtherModel outcome={outcome} form={form} onUse={dismiss} />
        )}
      </div>
    </section>
  )
}

interface RestoredLinesProps {
  readonly outcome: Restoration
  /** Of the model in the form; null while it is read. */
  readonly detail: ModelDetail | null
  readonly back: readonly string[]
  readonly isOnlyBack: boolean
}

function RestoredLines({ outcome, detail, back, isOnlyBack }: RestoredLinesProps) {
  const words = useRestoredWords()
  const objections = useObjectionWords()
  if (isOnlyBack) return <p>{words.cameBack(outcome.modelLabel, back)}</p>
  const lines = [
    ...outcomeLines(outcome, detail?.schema ?? {}, words, objections),
    ...(back.length > 0 ? [words.cameBack(outcome.modelLabel, back)] : []),
  ]
  return (
    <>
      <p className={styles.title}>
        {outcome.isDraft
          ? words.draftTitle(outcome.modelLabel)
          : outcome.recipe.fileName === undefined
            ? words.title(outcome.recipe.kept?.name ?? null, outcome.modelLabel)
            : words.fileTitle(outcome.recipe.fileName, outcome.modelLabel)}
      </p>
      <ul>
        {outcome.changes.map((change) => (
          <li key={words.change(change)}>
            {words.change(change)} <Why change={change} detail={detail} />
          </li>
        ))}
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

interface WhyProps {
  readonly change: ValueChange
  readonly detail: ModelDetail | null
}

/** Why a name was replaced, in the service's words where it gives some, until when it was taken, and where to read on. */
function Why({ change, detail }: WhyProps) {
  const words = useRestoredWords()
  const row =
    change.kind === 'value'
      ? detail?.renamedValues.find(({ field, from }) => field === change.field && from === change.from)
      : detail?.aliases.find(({ from }) => from === change.from)
  if (!row) return null
  const { until, reason, link } = row
  return (
    <span className={styles.why}>
      {reason !== undefined && <span data-verbatim>{words.reason(reason)} </span>}
      {until !== null && words.oldUntil(until, hasBegun(until, Date.now()))}
      {link !== undefined && (
        <>
          {' '}
          <a href={link} target="_blank" rel="noreferrer">
            {words.readMore}
          </a>
        </>
      )}
    </span>
  )
}

function outcomeLines(
  { dropped, missing, modelLabel }: Restoration,
  schema: JsonSchema,
  words: RestoredWords,
  objections: ReturnType<typeof useObjectionWords>,
): string[] {
  return [
    ...(dropped.length > 0 ? [objections.leftOut(modelLabel, objectionsTo(schema, dropped))] : []),
    ...(missing.length > 0 ? [words.missing(missing)] : []),
  ]
}

function UnusableLines({ outcome: { recipe, model, isDraft } }: { readonly outcome: Unusable }) {
  const words = useRestoredWords()
  const label = useKnownLabel(recipe.modelId)
  if (!model && isDraft) return <p>{words.goneDraft(label)}</p>
  if (!model) return <p>{label === recipe.modelId ? words.unknown(label) : words.lacking(label)}</p>
  const { replacement, sunsetDate } = model.deprecation
  return (
    <>
      <p>{words.ended(model.label, sunsetDate)}</p>
      <p>{replacement ? words.instead(replacement.label, replacement.path) : words.noInstead}</p>
    </>
  )
}

interface WayBackProps {
  readonly outcome: Restoration
  readonly recipes: RecipesStore
  readonly onUse: () => void
}

/** Undo to the previous form; without one, the changed values can be saved in their original form. */
function WayBack({ outcome: { recipe, modelLabel, undo }, recipes, onUse }: WayBackProps) {
  const { recipes: words, failures } = useWords()
  const restored = useRestoredWords()
  const notify = useNotify()

  async function keep() {
    const { modelId, values } = recipe
    const name = suggestName(values.prompt, modelLabel)
    const kept = await recipes.save({ name, modelId, values, isPinned: false })
    if (!kept.ok) return notify(failures.sentence(kept.error), 'danger')
    onUse()
    notify(words.saved(name))
  }

  if (undo === null) return <Button onClick={() => void keep()}>{restored.keep}</Button>
  return (
    <Button
      onClick={() => {
        onUse()
        void undo()
      }}
    >
      {words.undo}
    </Button>
  )
}

interface OtherModelProps {
  readonly outcome: Unusable
  readonly form: FormStore
  readonly onUse: () => void
}

/** The same settings with the model's replacement, else with the form's model. */
function OtherModel({ outcome: { recipe, model }, form, onUse }: OtherModelProps) {
  const words = useRestoredWords()
  const { recipes: table, catalog } = useAtelier()
  const models = useCatalog((state) => state.models)
  const present = useStore(form.store, (state) => state.modelId)
  const replacement = model?.deprecation.replacement?.modelId ?? null
  const otherId = replacement ?? present
  const other = models?.find(({ id }) => id === otherId)
  if (!other || other.deprecation?.state === 'sunset') return null

  async function offer(otherModelId: string) {
    const [code, from, to] = await Promise.all([
      import('./move-recipe.ts').catch(() => null),
      catalog.detail(recipe.modelId),
      catalog.detail(otherModelId),
    ])
    // Without them what the other model doesn't take is left out.
    const moved = code && to.ok ? code.moveRecipe(recipe, from.ok ? from.value : null, to.value) : null
    table.offer(moved ?? { ...recipe, modelId: otherModelId })
  }

  return (
    <Button
      onClick={() => {
        onUse()
        void offer(other.id)
      }}
    >
      {replacement === null ? words.tryHere : words.tryWith(other.label)}
    </Button>
  )
}
