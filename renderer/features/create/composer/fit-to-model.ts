import type { JsonSchema } from '../../../../shared/catalog/json-schema.ts'
import { type Fitted, takes, type Values } from './draft.ts'

export type Fitter = (values: Values) => Fitted

/** Fits values to one model again and again: a field is judged anew only when its value is another one. */
export function createFitter(schema: JsonSchema): Fitter {
  const judged = new Map<string, { readonly value: unknown; readonly isTaken: boolean }>()

  function isTaken(name: string, value: unknown): boolean {
    const last = judged.get(name)
    if (last && Object.is(last.value, value)) return last.isTaken
    const fresh = takes(schema, name, value)
    judged.set(name, { value, isTaken: fresh })
    return fresh
  }

  return (values) => {
    const entries = Object.entries(values)
    return {
      values: Object.fromEntries(entries.filter(([name, value]) => isTaken(name, value))),
      dropped: entries.filter(([name, value]) => !isTaken(name, value)).map(([name]) => name),
    }
  }
}
