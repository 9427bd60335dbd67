import type { StatementSync } from 'node:sqlite'
import { storageFailureOf } from './storage-failure.ts'

/**
 * Ends all writing to a library once a page of it proved damaged (LIB37). Reading continues as far as possible.
 */
export interface DamageGuard {
  /** Runs the work; inspects its errors and rethrows them. */
  attempt<Value>(work: () => Value): Value
  /** Throws the error that proved the damage, if there is one. */
  refuseDamaged(): void
  /** The statement itself, with its errors inspected from now on. */
  watch(statement: StatementSync): StatementSync
  onDamage(listener: (error: unknown) => void): void
}

export function createDamageGuard(): DamageGuard {
  const listeners = new Set<(error: unknown) => void>()
  let damage: unknown = null

  function note(error: unknown): void {
    if (damage !== null || storageFailureOf(error) !== 'damaged') return
    damage = error
    for (const listen of listeners) listen(error)
  }

  function attempt<Value>(work: () => Value): Value {
    try {
      return work()
    } catch (error) {
      note(error)
      throw error
    }
  }

  function refuseDamaged(): void {
    if (damage !== null) throw damage
  }

  return {
    attempt,
    refuseDamaged,
    watch(statement) {
      const get = statement.get.bind(statement) as (...values: unknown[]) => never
      const all = statement.all.bind(statement) as (...values: unknown[]) => never
      const run = statement.run.bind(statement) as (...values: unknown[]) => never
      return Object.assign(statement, {
        get: (...values: unknown[]) => attempt(() => get(...values)),
        all: (...values: unknown[]) => attempt(() => all(...values)),
        run(...values: unknown[]) {
          refuseDamaged()
          return attempt(() => run(...values))
        },
      })
    },
    onDamage: (listener) => void listeners.add(listener),
  }
}
