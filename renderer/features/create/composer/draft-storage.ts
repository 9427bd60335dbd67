import type { Values } from './draft.ts'

/** The form's state kept between visits. */
export interface Drafts {
  readonly modelId: string | null
  readonly runs: number
  readonly seedLocked: boolean
  readonly byModel: Readonly<Record<string, Values>>
  /** The models whose advanced fields the person has opened. */
  readonly advanced: readonly string[]
}

export interface DraftStorage {
  read(): Drafts
  write(drafts: Drafts): void
}

export const noDrafts: Drafts = { modelId: null, runs: 1, seedLocked: false, byModel: {}, advanced: [] }

const storageKey = 'atelier.drafts'
/** The maximum number of runs per click. */
export const mostRuns = 8

/**
 * Keeps drafts in the browser's own storage. Unreadable content counts as none; `report` is called when the
 * browser refuses to keep them.
 */
export function createDraftStorage(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  report: (cause: unknown) => void,
): DraftStorage {
  return {
    read() {
      try {
        return readDrafts(JSON.parse(storage.getItem(storageKey) ?? 'null'))
      } catch {
        return noDrafts
      }
    },
    write(drafts) {
      try {
        storage.setItem(storageKey, JSON.stringify(drafts))
      } catch (cause) {
        report(cause)
      }
    },
  }
}

function readDrafts(value: unknown): Drafts {
  if (!isRecord(value)) return noDrafts
  const { modelId, runs, seedLocked, byModel, advanced } = value
  const drafts = isRecord(byModel) ? Object.entries(byModel).filter(([, values]) => isRecord(values)) : []
  return {
    modelId: typeof modelId === 'string' ? modelId : null,
    runs: clampRuns(typeof runs === 'number' ? runs : 1),
    seedLocked: seedLocked === true,
    byModel: Object.fromEntries(drafts) as Record<string, Values>,
    advanced: Array.isArray(advanced) ? advanced.filter((id) => typeof id === 'string') : [],
  }
}

/** One to eight runs at a time. */
export function clampRuns(runs: number): number {
  return Math.min(mostRuns, Math.max(1, Math.round(runs) || 1))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
