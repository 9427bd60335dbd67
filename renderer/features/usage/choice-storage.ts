import type { WorkspaceChoice } from './shown-workspaces.ts'

/** The workspace that a person chose while an account was connected: with another one, its own is shown. */
export interface KeptChoice {
  /** The connected account; null where it has no workspace. */
  readonly connected: string | null
  readonly chosen: WorkspaceChoice
}

export interface ChoiceStorage {
  read(): KeptChoice | null
  write(choice: KeptChoice): void
}

const storageKey = 'atelier.usage'

/** Keeps the choice over a reload, for this tab only. A browser that refuses to keep it costs only that. */
export function createChoiceStorage(
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  report: (cause: unknown) => void,
): ChoiceStorage {
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(storage().getItem(storageKey) ?? 'null')
        return isKeptChoice(kept) ? kept : null
      } catch {
        return null
      }
    },
    write(choice) {
      try {
        storage().setItem(storageKey, JSON.stringify(choice))
      } catch (cause) {
        report(cause)
      }
    },
  }
}

function isKeptChoice(value: unknown): value is KeptChoice {
  if (typeof value !== 'object' || value === null) return false
  const { connected, chosen } = value as Partial<Record<string, unknown>>
  return isChoice(connected) && isChoice(chosen)
}

function isChoice(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}
