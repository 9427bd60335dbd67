import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { isOfMoney, type ModelChanges } from '../../../../shared/changes/compare-models.ts'
import { totalOf } from '../../../../shared/pricing/total.ts'
import { ChangeList } from '../../../changes/change-list.tsx'
import { useAtelier, useStudio } from '../../../shell/atelier-context.tsx'
import { useAccountLabel } from '../../../shell/use-account-label.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type ChangesWords, useChangesWords } from '../../../words/changes-words.ts'
import { useWords, type Words } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import type { ListStore } from '../list/list-store.ts'
import { labelOf } from '../models/label-of.ts'
import type { RecipesStore } from '../recipes/recipes-store.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import styles from './changes-dialog.module.css'
import { createChangesStore } from './changes-store.ts'
import type { ModelTouched } from './touched-by-changes.ts'

export interface ChangesDialogProps {
  /** The page's stores. */
  readonly page: {
    readonly form: FormStore
    readonly list: ListStore
    readonly recipes: Pick<RecipesStore, 'moveOn'>
    readonly runs: Pick<RunsStore, 'add'>
  }
}

const fewRecipes = 6

/**
 * What the service changed in its description since the person last looked, in words, and what of theirs it touches
 * (CAT123, CAT124). Once it was shown and is closed it counts as seen.
 */
export function ChangesDialog({ page: { form, list, recipes, runs } }: ChangesDialogProps) {
  const words = useChangesWords()
  const all = useWords()
  const { bridge, catalog, router, changes, studio } = useAtelier()
  const open = useStore(changes, ({ isShown }) => isShown)
  const onClose = () => changes.setState({ isShown: false })
  const labelOfAccount = useAccountLabel()
  const [shown] = useState(() => createChangesStore({ bridge, form, list, studio, detail: catalog.detail }))
  const { read, touch, back, isFailed } = useStore(shown.store)
  /** Another reading of the description, or another account, while it is open. */
  const basis = useStudio(({ status }) => `${status?.service.accountId} ${status?.service.descriptionDigest}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read anew with another description.
  useEffect(() => {
    if (open) void shown.read()
    else shown.end()
  }, [open, shown, basis])
  const isNew = back === null
  const held = isNew && touch ? [...touch.byModel.values()].flatMap(({ runs }) => runs) : []
  const price = all.pricing.total(totalOf(held.map(({ estimate }) => estimate)))

  function close(): void {
    void shown.see()
    onClose()
  }

  async function send(): Promise<void> {
    if (!read) return
    onClose()
    router.go('create')
    await shown.see()
    const sent = await form.send({ runs: held, sheet: null, account: read.account })
    if (sent.length > 0) runs.add(sent)
  }

  return (
    <Dialog
      wide
      open={open}
      onClose={close}
      title={words.title(labelOfAccount(read?.account ?? ''))}
      description={read?.at ? words.earlierIntro(read.at) : words.intro}
      actions={
        <>
          {(read?.hasEarlier || !isNew) && (
            <Button look="quiet" onClick={() => void shown.goBack(!isNew && !read?.hasEarlier)}>
              {!isNew && !read?.hasEarlier ? words.latest : words.earlier}
            </Button>
          )}
          <Button onClick={close}>{words.close}</Button>
          {held.length > 0 && (
            <Button look="primary" isPaid onClick={() => void send()}>
              {words.send(held.length, price)}
            </Button>
          )}
        </>
      }
    >
      {isFailed && (
        <p role="alert">
          {words.unread} <Button onClick={() => void shown.read()}>{words.readAgain}</Button>
        </p>
      )}
      {!read && !isFailed && <Skeleton height={160} />}
      {read?.models.length === 0 && <p>{isNew ? words.none : words.noneEarlier}</p>}
      {read && read.models.length > 0 && (
        <div className={styles.content}>
          {touch && !touch.isWhole && <p role="alert">{words.partial}</p>}
          {read.models.map((model) => (
            <ModelPart key={model.modelId} model={model}>
              {isNew && (
                <TouchedPart
                  touched={touch?.byModel.get(model.modelId) ?? null}
                  onMoveOn={(modelId) => {
                    close()
                    router.go('create')
                    recipes.moveOn(modelId)
                  }}
                />
              )}
            </ModelPart>
          ))}
          {read.more > 0 && <p className={styles.quiet}>{words.more(read.more)}</p>}
        </div>
      )}
    </Dialog>
  )
}

function ModelPart({ model, children }: { readonly model: ModelChanges; readonly children: ReactNode }) {
  const words = useChangesWords()
  return (
    <section className={styles.model} aria-label={model.label}>
      <h3 data-verbatim className={styles.name}>
        {model.label}
        {isOfMoney(model) && <span className={styles.badge}>{words.money}</span>}
      </h3>
      <ChangeList model={model} />
      {children}
    </section>
  )
}

interface TouchedPartProps {
  readonly touched: ModelTouched | null
  readonly onMoveOn: (modelId: string) => void
}

function TouchedPart({ touched, onMoveOn }: TouchedPartProps) {
  const words = useChangesWords()
  const all = useWords()
  if (!touched) return null
  const parts = touchedWords(touched, words, all)
  const { moveFrom } = touched
  return (
    <div className={styles.touched}>
      <span className={styles.quiet}>{words.touches}</span>
      <ul data-verbatim>
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      {moveFrom !== null && <Button onClick={() => onMoveOn(moveFrom)}>{words.moveOn}</Button>}
    </div>
  )
}

/** A line each for what of the person's a change touches; recipes that still fit share one. */
function touchedWords(touched: ModelTouched, words: ChangesWords, all: Words): string[] {
  const { isInForm, hasList, recipes, draft, queued, held, detail } = touched
  const shown = (names: readonly string[]) =>
    names.map((name) => (detail ? labelOf(detail, name, all) : name))
  const fitting = recipes.filter(({ lacks }) => lacks.length === 0).map(({ name }) => name)
  const unfit = recipes.filter(({ lacks }) => lacks.length > 0)
  const more = Math.max(0, fitting.length - fewRecipes) + Math.max(0, unfit.length - fewRecipes)
  return [
    ...(queued > 0 ? [words.queued(queued, held, detail === null)] : []),
    ...(isInForm ? [words.form] : []),
    ...(hasList ? [words.list] : []),
    ...(draft ? [draft.lacks.length > 0 ? words.lacks(words.draft, shown(draft.lacks)) : words.draft] : []),
    ...unfit
      .slice(0, fewRecipes)
      .map(({ name, lacks }) => words.lacks(words.recipes([name], 0), shown(lacks))),
    ...(fitting.length + more > 0 ? [words.recipes(fitting.slice(0, fewRecipes), more)] : []),
  ]
}
