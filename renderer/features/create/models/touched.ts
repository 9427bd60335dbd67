import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { BridgeFailure } from '../../../../shared/bridge/error-codes.ts'
import type { ProcedureInput } from '../../../../shared/bridge/procedures.ts'
import type { KeptRecipe } from '../../../../shared/bridge/recipe-procedures.ts'
import { mostRunsOfBatch } from '../../../../shared/bridge/run-bounds.ts'
import type { SmartCollection } from '../../../../shared/bridge/smart-collection-procedures.ts'
import type { ModelDetail, SubmissionView } from '../../../../shared/bridge/views.ts'
import { estimate } from '../../../../shared/pricing/estimate.ts'
import { problemsAtOnce, type Values } from '../composer/draft.ts'
import type { FormStore } from '../composer/form-store.ts'
import { type MovedValues, moveValues } from '../composer/move-values.ts'
import type { RequestedRun } from '../composer/run-confirmation.ts'
import type { ListStore } from '../list/list-store.ts'
import type { MovedList } from '../list/mend-list.ts'
import {
  backwards,
  collectionMoves,
  collectionsOf,
  modelsAskedFor,
  moveCollections,
} from './touched-collections.ts'

type Calls = Pick<Bridge, 'call'>

/** What the person has of a model that is gone. */
export interface Touched {
  readonly modelId: string
  readonly recipes: readonly KeptRecipe[]
  /** Runs of the active account that wait for it. */
  readonly queued: readonly SubmissionView[]
  /** The last settings for it, where it is not in the form; null where there are none. */
  readonly draft: Values | null
  /** Smart collections that find nothing new any more; none where they were not looked for. */
  readonly collections: readonly SmartCollection[]
  /** Whether the list that is not sent yet was read for it, or, where that isn't known, has it in the form beside it. */
  readonly hasList: boolean
}

/** What of the person's is kept in the page. */
export interface Kept {
  readonly form: Pick<FormStore, 'store' | 'draftOf' | 'draftedModels'>
  readonly list: Pick<ListStore, 'store'>
}

const pageSize = 500
/** Twenty thousand recipes: beyond them the rest is found when these have moved. */
const mostPages = 40

export interface Found {
  /** A model that nothing is left of has no entry. */
  readonly byModel: ReadonlyMap<string, Touched>
  /** Whether all could be read; otherwise there may be more. */
  readonly isWhole: boolean
}

/** For the given models alone; `isOffered`, of any other model: smart collections are looked for with it alone. */
export async function findTouched(
  bridge: Calls,
  { form, list }: Kept,
  {
    account,
    isGone,
    isOffered,
  }: {
    account: string | null
    isGone: (modelId: string) => boolean
    isOffered?: (modelId: string) => boolean
  },
): Promise<Found> {
  const recipes = await readAll(async (cursor) => {
    const result = await bridge.call('recipes.list', { limit: pageSize, ...cursor })
    return result.ok ? { items: result.value.recipes, nextCursor: result.value.nextCursor } : null
  })
  const runs = await readAll(async (cursor) => {
    const states = ['confirmed', 'unsent'] as const
    const result = await bridge.call('jobs.list', { limit: pageSize, states: [...states], ...cursor })
    return result.ok ? { items: result.value.submissions, nextCursor: result.value.nextCursor } : null
  })
  const smart = isOffered ? await bridge.call('smartCollections.list', {}) : null
  const filters = smart?.ok ? smart.value.collections : []
  const asked = filters.flatMap(({ filter }) => modelsAskedFor(filter))
  const kept = Map.groupBy(recipes.items, ({ modelId }) => modelId)
  const queued = Map.groupBy(
    runs.items.filter((run) => run.account === account),
    ({ modelId }) => modelId,
  )
  const inForm = form.store.getState().modelId
  const { text, modelId: listed } = list.store.getState()
  const ofList = text === '' ? null : (listed ?? inForm)
  const all = [
    ...kept.keys(),
    ...queued.keys(),
    ...asked,
    ...form.draftedModels(),
    ...(ofList === null ? [] : [ofList]),
  ]
  const ids = new Set(all.filter(isGone))
  const found = [...ids].map((modelId): [string, Touched] => [
    modelId,
    {
      modelId,
      recipes: kept.get(modelId) ?? [],
      queued: (queued.get(modelId) ?? []).toReversed(),
      draft: modelId === inForm ? null : form.draftOf(modelId),
      collections: isOffered ? collectionsOf(filters, modelId, isOffered) : [],
      hasList: modelId === ofList,
    },
  ])
  const byModel = new Map(found.filter(([, touched]) => countOf(touched) > 0))
  return { byModel, isWhole: recipes.isWhole && runs.isWhole && smart?.ok !== false }
}

export function countOf({ recipes, queued, draft, collections, hasList }: Touched): number {
  return recipes.length + queued.length + collections.length + (draft === null ? 0 : 1) + Number(hasList)
}

async function readAll<Item>(
  read: (
    cursor: { cursor: string } | object,
  ) => Promise<{ items: readonly Item[]; nextCursor: string | null } | null>,
): Promise<{ readonly items: readonly Item[]; readonly isWhole: boolean }> {
  const found: Item[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await read(cursor === null ? {} : { cursor })
    if (!page) return { items: found, isWhole: false }
    found.push(...page.items)
    cursor = page.nextCursor
    if (cursor === null) break
  }
  return { items: found, isWhole: true }
}

interface Way {
  /** Null where the model that is gone isn't known any more. */
  readonly from: ModelDetail | null
  readonly to: ModelDetail
}

/** A recipe as it would be with the other model. */
export interface MovedRecipe {
  readonly recipe: KeptRecipe
  readonly moved: MovedValues
}

export function moveRecipes({ recipes }: Touched, { from, to }: Way): MovedRecipe[] {
  return recipes.map((recipe) => ({ recipe, moved: moveValues({ from, to, values: recipe.values }) }))
}

/** Its model has ended, or it would cost something else now, or isn't described any more. */
const holdsForModel: ReadonlySet<string | undefined> = new Set(['model_sunset', 'price_changed'])

/**
 * The held runs. Only they can be moved: any other may be sent at any moment, and would be paid twice, so it is left to
 * be sent or canceled.
 */
export function heldOf({ queued }: Touched): readonly SubmissionView[] {
  return queued.filter(({ state, problem }) => state === 'confirmed' && holdsForModel.has(problem?.code))
}

/**
 * What is sent in place of the held runs, with the other model at today's prices; those that would lack something are left
 * where they are. The studio cancels each held run by the write that confirms its replacement, or refuses all of them.
 */
export function moveQueued(touched: Touched, { from, to }: Way): readonly RequestedRun[] {
  return heldOf(touched)
    .slice(0, mostRunsOfBatch)
    .flatMap((old) => {
      const { values } = moveValues({ from, to, values: old.values })
      if (problemsAtOnce(to, values).length > 0) return []
      const price = estimate({ pricing: to.pricing, schema: to.schema, values })
      const retryOf = { submissionId: old.submissionId, takesPlace: false, replaces: true } as const
      return [{ modelId: to.id, values, estimate: price, retryOf }]
    })
}

export interface Moved {
  readonly failure: BridgeFailure | null
  /** How many recipes, smart collections and lists the person changed or removed meanwhile: they stay as they are. */
  readonly changed: number
}

interface Migration extends Moved {
  readonly recipes: number
  readonly collections: number
  readonly hasDraft: boolean
  readonly hasList: boolean
  /** Brings back what was moved and not changed since. */
  undo(): Promise<Moved>
}

/** The list, and what it becomes with the other model. */
export interface ListMove {
  readonly before: string
  readonly after: MovedList
}

interface Places {
  readonly form: Drafts
  readonly list: Pick<ListStore, 'store' | 'move'>
}

/**
 * Moves the recipes, the smart collections, the draft and the list to the other model; a draft that the person has there
 * already stays, and so does a list that changed since, or of which it isn't known whether rows were sent.
 */
export async function migrate(
  bridge: Calls,
  { form, list }: Places,
  touched: Touched,
  { listMove, ...way }: Way & { readonly listMove: ListMove | null },
): Promise<Migration> {
  const moves = moveRecipes(touched, way).map(({ recipe, moved }) => {
    const from = { modelId: recipe.modelId, values: recipe.values }
    return { recipeId: recipe.recipeId, from, to: { modelId: way.to.id, values: moved.values } }
  })
  const { done, ...moved } = await moveAll(bridge, moves)
  const { draft, modelId, collections } = touched
  const filters = await moveCollections(
    bridge,
    moved.failure ? [] : collectionMoves(collections, modelId, way.to.id),
  )
  const { failure, changed } = together(moved, filters)
  const undoDraft =
    draft && !failure
      ? moveDraft(form, modelId, way.to.id, moveValues({ ...way, values: draft }).values)
      : null
  const isAsRead = listMove !== null && list.store.getState().text === listMove.before
  const undoList = isAsRead && !failure ? list.move(way.to.id, listMove.after.text) : null
  return {
    failure,
    changed,
    recipes: done.length,
    collections: filters.done.length,
    hasDraft: undoDraft !== null,
    hasList: undoList !== null,
    async undo() {
      undoDraft?.()
      const isBack = undoList?.() ?? true
      const back = await moveAll(
        bridge,
        done.map(({ recipeId, from, to }) => ({ recipeId, from: to, to: from })),
      )
      const both = together(back, await moveCollections(bridge, filters.done.map(backwards)))
      return { ...both, changed: both.changed + Number(!isBack) }
    },
  }
}

function together(one: Moved, other: Moved): Moved {
  return { failure: one.failure ?? other.failure, changed: one.changed + other.changed }
}

type Drafts = Pick<FormStore, 'store' | 'draftOf' | 'setDraft'>

/**
 * Moves last settings to a model that has none; returns the undo, which takes nothing that was set since, or null where
 * it has some, or nothing is there to move.
 */
export function moveDraft(form: Drafts, from: string, to: string, values: Values): (() => void) | null {
  const before = form.draftOf(from)
  if (!before || form.draftOf(to) || form.store.getState().modelId === to) return null
  form.setDraft(to, values)
  form.setDraft(from, null)
  return () => {
    if (form.draftOf(to) === values) form.setDraft(to, null)
    if (!form.draftOf(from)) form.setDraft(from, before)
  }
}

type Move = ProcedureInput<'recipes.move'>

/** Each is compared and written by the studio in one step; the first failure ends it. */
async function moveAll(
  bridge: Calls,
  moves: readonly Move[],
): Promise<Moved & { readonly done: readonly Move[] }> {
  const done: Move[] = []
  let changed = 0
  for (const move of moves) {
    const result = await bridge.call('recipes.move', move)
    if (!result.ok) return { failure: result.error, changed, done }
    if (result.value) done.push(move)
    else changed += 1
  }
  return { failure: null, changed, done }
}
