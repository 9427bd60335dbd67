import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { useAtelier, useCatalog, useStudio } from '../../../shell/atelier-context.tsx'
import { useActiveAccount } from '../../../shell/use-active-account.ts'
import { useKnownLabel } from '../../../shell/use-known-label.ts'
import { dialogOnDemand } from '../../../ui/on-demand.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useEndsWords } from '../../../words/ends-words.ts'
import type { FormStore } from '../composer/form-store.ts'
import type { ListStore } from '../list/list-store.ts'
import type { RecipesStore } from '../recipes/recipes-store.ts'
import { daysLeft, isNear, telling, wasTold } from './deferred-end.ts'
import type { ModelUsesStore } from './model-uses-store.ts'
import type { GoneModel } from './models-in-place.ts'
import { findTouched, type Touched } from './touched.ts'

const TouchedDialog = dialogOnDemand(async () => (await import('./touched-dialog.tsx')).TouchedDialog)

interface EndedLayerProps {
  readonly form: FormStore
  readonly list: ListStore
  readonly recipes: Pick<RecipesStore, 'store' | 'moveOn'>
  readonly uses: Pick<ModelUsesStore, 'store' | 'start'>
  readonly onSend: (sending: Promise<readonly SubmissionView[]>) => void
}

/**
 * After a model has ended, or is not described any more, says once what uses it, and leads to what becomes of that
 * (CAT57); in a model's last days says once that it is near (CAT60). It looks again whenever the models change; the model
 * in the form has a note of its own there.
 */
export function EndedLayer({ form, list, recipes, uses, onSend }: EndedLayerProps) {
  const words = useEndsWords()
  const { bridge, studio, catalog } = useAtelier()
  const notify = useNotify()
  const account = useActiveAccount()
  const models = useCatalog((state) => state.models)
  const isOpen = useStudio(({ status }) => status?.service.described === true)
  const hasUnseen = useStudio(({ status }) => (status?.service.changed.models ?? 0) > 0)
  const deferred = useStudio(({ settings }) => settings?.deferredEnds)
  const [gone, setGone] = useState<GoneModel | null>(null)
  const [wanted, setWanted] = useState(false)
  const latest = useRef({ words, notify, deferred })
  latest.current = { words, notify, deferred }
  const isRead = deferred !== undefined
  /** The note that an end is near, and of which model; said once, and wrong once that has ended. */
  const nearNote = useRef<{ readonly id: string; close(): void } | null>(null)
  useEffect(() => {
    const { current } = nearNote
    if (!current || models?.some((model) => model.id === current.id && isNear(model, Date.now()))) return
    current.close()
    nearNote.current = null
  }, [models])

  useEffect(() => {
    if (!models || !isOpen || !isRead || account === null) return
    let isCurrent = true
    const states = new Map(models.map((model) => [model.id, model.deprecation?.state]))
    const isGone = (id: string) => (states.has(id) ? states.get(id) === 'sunset' : true)
    const isOffered = (id: string) => !isGone(id)
    void findTouched(bridge, { form, list }, { account, isGone, isOffered }).then(
      async ({ byModel, isWhole }) => {
        // What is said once is said whole; it is looked for again whenever the models change.
        if (!isWhole) return
        // One that is not listed may belong to another account's service, unless runs of this account wait for it.
        // What a changed description doesn't name any more is told with the rest of what changed (CAT123).
        const untold = [...byModel].filter(
          ([id, { queued }]) =>
            !wasTold(latest.current.deferred ?? [], account, id, 'sunset') &&
            (states.has(id) || (queued.length > 0 && !hasUnseen)),
        )
        const next = await firstGone(untold, async (id) => {
          const listed = models.find((model) => model.id === id)
          if (listed) return listed.label
          const detail = await catalog.detail(id)
          if (detail.ok || detail.error.code !== 'unknown_model') return null
          return detail.error.cause?.code === 'model_unknown' ? detail.error.cause.model : id
        })
        if (!isCurrent || !next) return
        const { words, notify } = latest.current
        const { id, touched, label } = next
        const summary = models.find((model) => model.id === id) ?? null
        const what = words.touched.counts({
          recipes: touched.recipes.length,
          hasDraft: touched.draft !== null,
          hasList: touched.hasList,
          queued: touched.queued.length,
          collections: touched.collections.length,
        })
        void studio.changeSettings(telling(account, id, 'sunset'))
        notify(words.touched.found(label, what, summary !== null), 'danger', {
          label: words.touched.show,
          run() {
            setGone({ id, label, summary })
            setWanted(true)
          },
        })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [models, isOpen, isRead, account, bridge, form, list, studio, catalog, hasUnseen])

  const favorites = useStudio(({ settings }) => settings?.favoriteModels)
  useEffect(() => {
    if (!models || !isOpen || !isRead || account === null) return
    let isCurrent = true
    const inForm = form.store.getState().modelId
    const near = models.filter(
      (model) =>
        model.id !== inForm &&
        isNear(model, Date.now()) &&
        !wasTold(latest.current.deferred ?? [], account, model.id, 'near'),
    )
    if (near.length === 0) return
    const isAny = (id: string) => near.some((model) => model.id === id)
    void Promise.all([findTouched(bridge, { form, list }, { account, isGone: isAny }), uses.start()]).then(
      ([{ byModel }]) => {
        const recent = uses.store.getState()?.recent ?? []
        const used = new Set([...byModel.keys(), ...recent, ...(favorites ?? [])])
        const summary = near.find(({ id }) => used.has(id))
        if (!isCurrent || !summary) return
        const { words, notify } = latest.current
        const { id, label } = summary
        const days = daysLeft(summary.deprecation?.sunsetDate ?? null, Date.now()) ?? 0
        void studio.changeSettings(telling(account, id, 'near'))
        const note = notify(words.touched.near(label, days), 'danger', {
          label: words.touched.show,
          run() {
            setGone({ id, label, summary })
            setWanted(true)
          },
        })
        nearNote.current = { id, close: note.close }
      },
    )
    return () => {
      isCurrent = false
    }
  }, [models, isOpen, isRead, account, bridge, form, list, studio, uses, favorites])

  const movingFrom = useStore(recipes.store, (state) => state.movingFrom)
  const movingLabel = useKnownLabel(movingFrom ?? '')
  const summary = models?.find(({ id }) => id === movingFrom) ?? null
  const shown = movingFrom === null ? gone : { id: movingFrom, label: movingLabel, summary }
  const open = movingFrom !== null || wanted
  const close = () => (movingFrom === null ? setWanted(false) : recipes.moveOn(null))
  if (!shown) return null
  return (
    <TouchedDialog
      key={shown.id}
      wanted={open}
      onCancel={close}
      open={open}
      onClose={close}
      form={form}
      list={list}
      gone={shown}
      onSend={onSend}
    />
  )
}

async function firstGone(
  found: readonly (readonly [string, Touched])[],
  /** The name of a model that is gone; null of one that isn't. */
  nameGone: (modelId: string) => Promise<string | null>,
): Promise<{ readonly id: string; readonly touched: Touched; readonly label: string } | null> {
  for (const [id, touched] of found) {
    const label = await nameGone(id)
    if (label !== null) return { id, touched, label }
  }
  return null
}
