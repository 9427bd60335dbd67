import { z } from 'zod'
import { accountSchema } from '../settings/account.ts'
import {
  isStyleId,
  longestStyleId,
  longestStyleName,
  longestStyleNote,
  longestStyleSearch,
} from '../styles/style-id.ts'
import { fileViewSchema } from './views.ts'

const dateTime = z.iso.datetime()
/** `sandbox` or a base URL; the connected account by default. */
const account = accountSchema.shape.id.optional()
const styleId = z.string().refine(isStyleId)
const page = { cursor: z.string().max(200).optional(), limit: z.int().min(1).max(500).default(100) }

const name = z.string().trim().max(longestStyleName)
const note = z.string().trim().max(longestStyleNote)

/** A style that this library knows, in one account. */
export const styleViewSchema = z.object({
  account: z.string(),
  styleId: z.string(),
  /** The person's name for it, else the service's; empty where it has none. */
  name: z.string(),
  note: z.string(),
  /** An image that the person chose, else the last one made with it; null while there is none. */
  preview: fileViewSchema.nullable(),
  isPreviewChosen: z.boolean(),
  /** The service lists an image of it, which `stylePreviewRoute` serves. */
  hasListedPreview: z.boolean(),
  isAdded: z.boolean(),
  isListed: z.boolean(),
  metAt: dateTime,
  /** In how many runs of this account, and in how many recipes, it is named. */
  runs: z.int(),
  recipes: z.int(),
  /** The workspace that it was shared with, and when; null while that is not known. */
  shared: z.object({ workspaceId: z.string(), workspaceName: z.string(), at: dateTime }).nullable(),
  /** When it was last sent to be shared without a readable end; null where there is no such doubt. */
  shareDoubtAt: dateTime.nullable(),
  /** Whether its id can be a part of an address, without which it can't be shared. */
  canShare: z.boolean(),
})

export type StyleView = z.infer<typeof styleViewSchema>

/** Which style's listed image is wanted; its route carries it. */
export const stylePreviewQuerySchema = z.object({ account: z.string().min(1).max(2_000), styleId })

/** The procedures for styles. */
export const styleProcedures = {
  /** The last used first. `search` matches prefixes of words in names, notes and ids. */
  'styles.list': {
    input: z.strictObject({ ...page, account, search: z.string().max(longestStyleSearch).optional() }),
    output: z.object({
      account: z.string(),
      styles: z.array(styleViewSchema),
      nextCursor: z.string().nullable(),
      total: z.int(),
      /** Whether the connected service's description has a listing of styles. */
      hasListing: z.boolean(),
    }),
  },
  /** Those of these styles that are known, in no particular order. */
  'styles.find': {
    input: z.strictObject({ account, styleIds: z.array(z.string().max(longestStyleId)).max(200) }),
    output: z.object({ account: z.string(), styles: z.array(styleViewSchema) }),
  },
  /** Adds a style by its id; one that is known keeps its own name and note where none is given. */
  'styles.add': {
    input: z.strictObject({ account, styleId, name: name.default(''), note: note.default('') }),
    output: z.object({ style: styleViewSchema, isNew: z.boolean() }),
  },
  /** An absent member stays the same; without a chosen preview the last image made with it is shown. */
  'styles.change': {
    input: z.strictObject({
      account,
      styleId,
      name: name.optional(),
      note: note.optional(),
      previewFileId: z.uuid().nullable().optional(),
    }),
    output: styleViewSchema,
  },
  /** Removes it from this library only; `styles.restore` restores it unchanged. */
  'styles.remove': { input: z.strictObject({ account, styleId }), output: styleViewSchema },
  'styles.restore': { input: z.strictObject({ account, styleId }), output: styleViewSchema },
  /**
   * Shares a style with the key's workspace: one request, never repeated. A refusal is `share_refused`, an outcome that
   * isn't known `share_unknown`; with `service_unreachable` nothing was sent.
   */
  'styles.share': {
    input: z.strictObject({ account, styleId: z.string().min(1).max(longestStyleId) }),
    /** As the service reported it. */
    output: z.object({
      success: z.literal(true),
      style_id: z.string(),
      workspace: z.object({ id: z.string(), name: z.string() }),
    }),
  },
  /** Reads the service's own listing of styles, where its description has one. */
  'styles.readListing': {
    input: z.strictObject({}),
    output: z.object({ read: z.int(), added: z.int(), isWhole: z.boolean() }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>
