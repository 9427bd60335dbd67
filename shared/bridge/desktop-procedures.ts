import { z } from 'zod'
import { keptRecipeSchema } from './recipe-procedures.ts'

const nothing = z.strictObject({})

/** What a link, a file or a notification asks to show. Nothing of it sends, changes or pays anything. */
export const openedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), fileId: z.uuid() }),
  /** A run without a file in the library, among the runs of Create. */
  z.object({ kind: z.literal('run'), submissionId: z.uuid() }),
  z.object({ kind: z.literal('recipe'), recipe: keptRecipeSchema }),
  z.object({ kind: z.literal('recipeFile'), name: z.string(), text: z.string() }),
  z.object({ kind: z.literal('missing'), what: z.enum(['job', 'recipe', 'file', 'link']) }),
])

export type Opened = z.infer<typeof openedSchema>

/** A key as the page binds it; `mod` is Ctrl, or ⌘ on a Mac. */
const menuKeySchema = z.strictObject({
  key: z.string().min(1).max(20),
  mod: z.boolean(),
  alt: z.boolean(),
  shift: z.boolean(),
})

const menuItemSchema = z.strictObject({
  id: z.string().min(1).max(200),
  label: z.string().min(1).max(200),
  key: menuKeySchema.nullable(),
  isEnabled: z.boolean(),
  /** Null where it is no choice. */
  isChecked: z.boolean().nullable(),
})

/** Where a part of the menu stands: in the menu of the system's own items, or in one of its own. */
export const menuPlaces = ['file', 'go', 'create', 'result', 'queue', 'help'] as const

/** The page's part of the desktop's menu, in the page's words. */
export const desktopMenuSchema = z.strictObject({
  groups: z
    .array(
      z.strictObject({
        place: z.enum(menuPlaces),
        label: z.string().min(1).max(200),
        items: z.array(menuItemSchema).min(1).max(100),
      }),
    )
    .max(menuPlaces.length),
})

export type DesktopMenu = z.infer<typeof desktopMenuSchema>
export type MenuKey = z.infer<typeof menuKeySchema>

/** The procedures of the desktop; in other hosts there is nothing to open and no menu. */
export const desktopProcedures = {
  /** What was asked for since the last call, each once. The event `desktop.opened` says that there is some. */
  'desktop.takeOpened': { input: nothing, output: z.array(openedSchema).max(50) },
  /** The page's part of the menu; what is chosen there comes as the event `desktop.chosen`. */
  'desktop.setMenu': { input: desktopMenuSchema, output: nothing },
}
