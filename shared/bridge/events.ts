import { z } from 'zod'
import { settingsSchema } from '../settings/settings.ts'
import { adoptionViewSchema } from './adoption-procedures.ts'
import { agentRequestSchema } from './agent-procedures.ts'
import { exportViewSchema } from './export-procedures.ts'
import { importViewSchema } from './import-procedures.ts'
import { uploadProgressSchema } from './input-schemas.ts'
import { judgedEventSchema } from './judgement-schemas.ts'
import { movedEventSchema } from './trash-procedures.ts'
import { usagePullSchema } from './usage-views.ts'
import { libraryItemSchema, studioStatusSchema, submissionViewSchema } from './views.ts'

/** Every event that the studio sends to the page; payloads are parsed on the main side. */
export const events = {
  /** A run is new or has changed: the whole run, so that a listener needs no further request. */
  'submission.changed': submissionViewSchema,
  /** A file was downloaded, or its poster and measures were. */
  'library.changed': libraryItemSchema,
  /** Files were rated, flagged or labeled. */
  'library.judged': judgedEventSchema,
  /** Files were moved to the trash, back from it, or deleted from it. */
  'library.moved': movedEventSchema,
  /** Collections were made, changed or deleted; `collectionId`: the one whose files or their order changed. */
  'collections.changed': z.object({ collectionId: z.string().nullable() }),
  /** Files got or lost tags or notes: earlier reads of them are out of date. */
  'tags.changed': z.strictObject({}),
  /** Smart collections were saved, deleted or restored. */
  'smartCollections.changed': z.strictObject({}),
  'studio.changed': studioStatusSchema,
  'settings.changed': settingsSchema,
  /** A model has ended or will end, or a date has passed: earlier reads of the models are out of date. */
  'catalog.changed': z.strictObject({}),
  /** Recipes were saved, changed or removed: earlier reads are out of date. */
  'recipes.changed': z.strictObject({}),
  /** Styles were met, changed, shared or removed, or have another preview: earlier reads are out of date. */
  'styles.changed': z.strictObject({}),
  /** The reading of a workspace's usage report, each time that it gets on, stops or ends. */
  'usage.changed': usagePullSchema,
  /** How far an export into a folder is, and its end. */
  'export.changed': exportViewSchema,
  /** How far a folder that is taken into the library is, and its end. */
  'import.changed': importViewSchema,
  /** How far looking at jobs that were started elsewhere, or taking them, is, and its end. */
  'adoption.changed': adoptionViewSchema,
  /** What agents ask of the person: all that waits. */
  'agents.changed': z.object({ requests: z.array(agentRequestSchema) }),
  /** A link, a file or a notification asks to show something: `desktop.takeOpened` returns it. */
  'desktop.opened': z.strictObject({}),
  /** An item of the page's part of the desktop's menu was chosen. */
  'desktop.chosen': z.strictObject({ id: z.string() }),
  /** Upload of the person's own files before a run is confirmed; null when none is under way. */
  'inputs.uploading': z.object({ progress: uploadProgressSchema.nullable() }),
} as const satisfies Record<string, z.ZodType>

export type EventName = keyof typeof events
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>

/** An event in transit. */
export type BridgeEvent = {
  readonly [Name in EventName]: { readonly name: Name; readonly payload: EventPayload<Name> }
}[EventName]

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(events, name)
}
