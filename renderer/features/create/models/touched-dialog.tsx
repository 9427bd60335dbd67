import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ModelDetail, SubmissionView } from '../../../../shared/bridge/views.ts'
import { totalOf } from '../../../../shared/pricing/total.ts'
import { useAtelier, useCatalog } from '../../../shell/atelier-context.tsx'
import { useActiveAccount } from '../../../shell/use-active-account.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { type EndsWords, useEndsWords } from '../../../words/ends-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import { type MovedValues, moveValues } from '../composer/move-values.ts'
import type { ListStore } from '../list/list-store.ts'
import { moveList } from '../list/mend-list.ts'
import { labelOf } from './label-of.ts'
import { type GoneModel, isUsable, modelsInPlaceOf } from './models-in-place.ts'
import {
  type Found,
  findTouched,
  heldOf,
  type ListMove,
  type Moved,
  migrate,
  moveQueued,
  moveRecipes,
  type Touched,
} from './touched.ts'
import { withReplacement } from './touched-collections.ts'
import styles from './touched-dialog.module.css'

interface TouchedDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly form: FormStore
  readonly list: ListStore
  readonly gone: GoneModel
  readonly onSend: (sending: Promise<readonly SubmissionView[]>) => void
}

const fewRecipes = 12

/** What uses a model that is gone, what becomes of it with another, and one button each to move it (CAT57, CAT58). */
export function TouchedDialog({ open, onClose, form, list, gone, onSend }: TouchedDialogProps) {
  const words = useEndsWords()
  const all = useWords()
  const { bridge, catalog } = useAtelier()
  const notify = useNotify()
  const account = useActiveAccount()
  const models = useCatalog((state) => state.models)
  const latestModels = useRef(models)
  latestModels.current = models
  const choices = useMemo(() => modelsInPlaceOf(gone, models ?? []), [gone, models])
  const [chosen, setChosen] = useState<string | null>(null)
  const targetId = choices.find(({ id }) => id === chosen)?.id ?? choices[0]?.id ?? null
  const [found, setFound] = useState<Found | null>(null)
  const [details, setDetails] = useState<{ from: ModelDetail | null; to: ModelDetail } | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** How often it was looked for what uses the model. */
  const [looks, setLooks] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked for anew after each change.
  useEffect(() => {
    if (!open) return
    let isCurrent = true
    setFound(null)
    const offered = new Set(latestModels.current?.filter(isUsable).map(({ id }) => id))
    const isGone = (id: string) => id === gone.id
    const isOffered = (id: string) => offered.has(id)
    void list
      .settle()
      .then(() => findTouched(bridge, { form, list }, { account, isGone, isOffered }))
      .then((found) => {
        if (isCurrent) setFound(found)
      })
    return () => {
      isCurrent = false
    }
  }, [open, bridge, form, list, account, gone.id, looks])

  useEffect(() => {
    if (!open || targetId === null) return
    let isCurrent = true
    setDetails(null)
    void Promise.all([catalog.detail(targetId), catalog.detail(gone.id)]).then(([to, from]) => {
      if (isCurrent && to.ok) setDetails({ to: to.value, from: from.ok ? from.value : null })
    })
    return () => {
      isCurrent = false
    }
  }, [open, catalog, gone.id, targetId])

  const known = found?.byModel.get(gone.id) ?? null
  const hasList = known?.hasList === true
  const isInDoubt = useStore(list.store, ({ handedOver }) => handedOver !== null)
  const [listMove, setListMove] = useState<ListMove | null>(null)
  useEffect(() => {
    setListMove(null)
    if (!details || !hasList) return
    const latest = new AbortController()
    const before = list.store.getState().text
    void moveList(before, details, latest.signal, all).then(
      (after) => after && setListMove({ before, after }),
    )
    return () => latest.abort()
  }, [details, hasList, list, all])
  const queued = useMemo(() => (known && details ? moveQueued(known, details) : []), [known, details])
  const price = all.pricing.total(totalOf(queued.map(({ estimate }) => estimate)))
  const target = choices.find(({ id }) => id === targetId)
  const held = known ? heldOf(known).length : 0
  const movesDraft = known?.draft != null && targetId !== null && form.draftOf(targetId) === null
  const movesList = hasList && !isInDoubt
  const saves =
    known !== null && (known.recipes.length > 0 || known.collections.length > 0 || movesDraft || movesList)

  async function move(): Promise<void> {
    if (!known || !details || !target) return
    setBusy(true)
    const { undo, failure, changed, ...moved } = await migrate(bridge, { form, list }, known, {
      ...details,
      listMove,
    })
    setBusy(false)
    if (queued.length > 0) setLooks((count) => count + 1)
    else onClose()
    tell({ failure, changed })
    const { recipes, collections, hasDraft } = moved
    if (recipes + collections === 0 && !hasDraft && !moved.hasList) return
    const what = words.touched.counts({ ...moved, queued: 0 })
    notify(words.touched.moved(what, target.label), 'calm', {
      label: all.recipes.undo,
      run: () => void undo().then(tell),
    })
  }

  function tell({ failure, changed }: Moved): void {
    if (failure) notify(all.failures.sentence(failure), 'danger')
    if (changed > 0) notify(words.touched.changed(changed), 'danger')
  }

  function send(): void {
    if (account === null) return
    onClose()
    onSend(form.send({ runs: queued, sheet: null, account }))
  }

  return (
    <Dialog
      wide
      open={open}
      onClose={onClose}
      title={words.touched.title(gone.label)}
      description={words.touched.intro}
      actions={
        <>
          <Button onClick={onClose}>{words.touched.close}</Button>
          {saves && (
            <Button
              look={queued.length > 0 ? 'plain' : 'primary'}
              disabled={!details || isBusy || (movesList && !listMove)}
              focusableWhenDisabled
              onClick={() => void move()}
            >
              {words.touched.move(movesList)}
            </Button>
          )}
          {queued.length > 0 && (
            <Button look="primary" isPaid onClick={send}>
              {words.touched.send(queued.length, price)}
            </Button>
          )}
        </>
      }
    >
      {found === null && <Skeleton height={120} />}
      {found?.isWhole && !known && <p>{words.touched.nothing}</p>}
      {found && !found.isWhole && (
        <p role="alert">
          {words.touched.unread(known !== null)}{' '}
          <Button onClick={() => setLooks((count) => count + 1)}>{words.touched.readAgain}</Button>
        </p>
      )}
      {known && (
        <div className={styles.content}>
          {target && (
            <Select
              label={words.touched.to}
              options={choices.map(({ id, label }) => ({ value: id, label }))}
              value={target.id}
              onChange={setChosen}
            />
          )}
          {details && <TouchedParts touched={known} details={details} form={form} />}
          {details && hasList && (isInDoubt || listMove) && (
            <section>
              <h3>{words.touched.list}</h3>
              <p className={styles.quiet}>
                {isInDoubt || !listMove ? words.touched.listInDoubt : words.touched.listRows(listMove.after)}
              </p>
            </section>
          )}
          {details && held > 0 && (
            <section>
              <h3>{words.touched.queued}</h3>
              {queued.length > 0 && <p>{words.touched.price(queued.length, price)}</p>}
              {queued.length < held && (
                <p className={styles.quiet}>{words.touched.stay(held - queued.length)}</p>
              )}
            </section>
          )}
        </div>
      )}
    </Dialog>
  )
}

interface TouchedPartsProps {
  readonly touched: Touched
  readonly details: { readonly from: ModelDetail | null; readonly to: ModelDetail }
  readonly form: FormStore
}

function TouchedParts({ touched, details, form }: TouchedPartsProps) {
  const words = useEndsWords()
  const all = useWords()
  const { from, to } = details
  const line = (moved: MovedValues) =>
    lineOf(
      moved,
      (name) => labelOf(to, name, all),
      (name) => labelOf(from ?? to, name, all),
      words,
    )
  const recipes = moveRecipes(touched, details)
  const { collections } = touched
  return (
    <>
      {recipes.length > 0 && (
        <section>
          <h3>{words.touched.recipes}</h3>
          <ul>
            {recipes.slice(0, fewRecipes).map(({ recipe, moved }) => (
              <li key={recipe.recipeId}>
                <span data-verbatim>{recipe.name}</span> <span className={styles.quiet}>{line(moved)}</span>
              </li>
            ))}
            {recipes.length > fewRecipes && (
              <li className={styles.quiet}>{words.touched.more(recipes.length - fewRecipes)}</li>
            )}
          </ul>
        </section>
      )}
      {collections.length > 0 && (
        <section>
          <h3>{words.touched.collections}</h3>
          <ul>
            {collections.slice(0, fewRecipes).map(({ collectionId, name, filter }) => (
              <li key={collectionId}>
                <span data-verbatim>{name}</span>{' '}
                <span className={styles.quiet}>
                  {withReplacement(filter, touched.modelId, to.id) === null
                    ? words.touched.tooLong
                    : words.touched.finds(to.label)}
                </span>
              </li>
            ))}
            {collections.length > fewRecipes && (
              <li className={styles.quiet}>{words.touched.more(collections.length - fewRecipes)}</li>
            )}
          </ul>
        </section>
      )}
      {touched.draft !== null && (
        <section>
          <h3>{words.touched.draft}</h3>
          <p className={styles.quiet}>
            {form.draftOf(to.id) === null
              ? line(moveValues({ ...details, values: touched.draft }))
              : words.touched.hasDraft(to.label)}
          </p>
        </section>
      )}
    </>
  )
}

function lineOf(
  { changed, dropped }: MovedValues,
  there: (name: string) => string,
  here: (name: string) => string,
  words: EndsWords,
): string {
  return words.touched.line(
    changed.map(({ to }) => there(to)),
    dropped.map(here),
  )
}
