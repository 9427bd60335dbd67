import type { RunIds } from '../composer/run-confirmation.ts'
import type { ListChoices } from './list-plan.ts'

/** Rows that were handed over to be confirmed, whatever became of it: handed over again they are the same runs. */
export interface HandedOver extends RunIds {
  /** The list without them. */
  readonly rest: string
  /** How many rows of the rest can be sent. */
  readonly left: number
}

/** A list that is not sent yet, or what is left of one. */
export interface KeptList {
  readonly text: string
  readonly choices: ListChoices
  /** What was sent of it and is in the text no more; null where nothing was, or the text was changed by hand since. */
  readonly sent: { readonly rows: number; readonly left: number } | null
  /** Null where all that was handed over has been answered, or the text is another by now. */
  readonly handedOver: HandedOver | null
}

export interface ListStorage {
  read(): KeptList
  write(list: KeptList): void
}

export const noList: KeptList = {
  text: '',
  choices: { leavesOut: false, onlyFirst: false },
  sent: null,
  handedOver: null,
}

const storageKey = 'atelier.list'

/**
 * Keeps the list over a reload, in the storage of this tab alone: two tabs with one list would send it twice. One that
 * the browser refuses to keep is gone after a reload, never an older one there in its place.
 */
export function createListStorage(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  report: (cause: unknown) => void,
): ListStorage {
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null')
        return isKeptList(kept) ? kept : noList
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

function isKeptList(value: unknown): value is KeptList {
  if (!isRecord(value) || typeof value.text !== 'string' || !isRecord(value.choices)) return false
  const { choices, sent, handedOver } = value
  return (
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
