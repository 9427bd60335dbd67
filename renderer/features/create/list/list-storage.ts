import type { RunIds } from '../composer/run-confirmation.ts'
import type { ListChoices } from './list-plan.ts'

/** Rows that were submitted for confirmation, whatever the outcome: submitted again they are the same runs. */
export interface HandedOver extends RunIds {
  /** The list without them. */
  readonly rest: string
  /** How many rows of the rest can be sent. */
  readonly left: number
}

/** A list that is not sent yet, or the rest of one. */
export interface KeptList {
  readonly text: string
  /** The model that it was last read for; null before it was. */
  readonly modelId: string | null
  readonly choices: ListChoices
  /** The sent rows that are no longer in the text; null where there are none, or the text was edited since. */
  readonly sent: { readonly rows: number; readonly left: number } | null
  /** Null where everything submitted has a response, or the text has changed. */
  readonly handedOver: HandedOver | null
}

export interface ListStorage {
  read(): KeptList
  write(list: KeptList): void
}

export const noList: KeptList = {
  text: '',
  modelId: null,
  choices: { leavesOut: false, onlyFirst: false },
  sent: null,
  handedOver: null,
}

const storageKey = 'atelier.list'

/**
 * Keeps the list over a reload, in the storage of this tab only: two tabs with one list would send it twice. If
 * the browser refuses to keep it, nothing is restored, never an older list.
 */
export function createListStorage(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  report: (cause: unknown) => void,
): ListStorage {
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null')
        return isKeptList(kept) ? { ...kept, modelId: kept.modelId ?? null } : noList
      } catch {
        return noList
      }
    },
    write(list) {
      try {
        if (list.text === '') storage.removeItem(storageKey)
        else storage.setItem(storageKey, JSON.stringify(list))
      } catch (cause) {
        storage.removeItem(storageKey)
        report(cause)
      }
    },
  }
}

/** Without the model, as lists were kept before. */
function isKeptList(value: unknown): value is Omit<KeptList, 'modelId'> & Partial<Pick<KeptList, 'modelId'>> {
  if (!isRecord(value) || typeof value.text !== 'string' || !isRecord(value.choices)) return false
  const { modelId = null, choices, sent, handedOver } = value
  return (
    (modelId === null || typeof modelId === 'string') &&
    typeof choices.leavesOut === 'boolean' &&
    typeof choices.onlyFirst === 'boolean' &&
    (sent === null || (isRecord(sent) && isCount(sent.rows) && isCount(sent.left))) &&
    (handedOver === null || isHandedOver(handedOver))
  )
}

function isHandedOver(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value.submissionIds)) return false
  const ids: readonly unknown[] = [...value.submissionIds, value.batchId]
  return ids.every((id) => typeof id === 'string') && typeof value.rest === 'string' && isCount(value.left)
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
