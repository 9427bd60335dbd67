import { z } from 'zod'
import { settingsSchema } from '../settings/settings.ts'
import { uploadProgressSchema } from './input-schemas.ts'
import { libraryItemSchema, studioStatusSchema, submissionViewSchema } from './views.ts'

/** Everything the studio tells the renderer unasked, once; payloads are parsed on the main side. */
export const events = {
  /** A run is new or has moved: the whole run, so that a listener needs no second question. */
  'submission.changed': submissionViewSchema,
  /** A file came home, or its poster and measures did. */
  'library.changed': libraryItemSchema,
  'studio.changed': studioStatusSchema,
  'settings.changed': settingsSchema,
  /** A model has ended or is to end, or a date has come: what was read of the models is old. */
  'catalog.changed': z.strictObject({}),
  /** Recipes were saved, changed or removed: what was read of them is old. */
  'recipes.changed': z.strictObject({}),
  /** Files of the person's own leave for the service before a run is confirmed; null when none does any more. */
  'inputs.uploading': z.object({ progress: uploadProgressSchema.nullable() }),
} as const satisfies Record<string, z.ZodType>

export type EventName = keyof typeof events
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>

/** An event as it travels. */
export type BridgeEvent = {
  readonly [Name in EventName]: { readonly name: Name; readonly payload: EventPayload<Name> }
}[EventName]

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(events, name)
}
