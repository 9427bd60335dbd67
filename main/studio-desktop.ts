import type { DesktopMenu, Opened } from '../shared/bridge/desktop-procedures.ts'
import type { Handlers } from './bridge-dispatcher.ts'
import { respond } from './engine/bridge-result.ts'
import type { RecipeStore } from './engine/recipes/ports.ts'
import type { SubmissionJournal } from './engine/submissions/ports.ts'
import type { SubmissionViews } from './engine/submissions/submission-views.ts'

/** What the desktop was asked to show, before the library was asked for it. */
export type WantedItem =
  | { readonly kind: 'job'; readonly jobId: string }
  | { readonly kind: 'run'; readonly submissionId: string }
  | { readonly kind: 'recipe'; readonly recipeId: string }
  | { readonly kind: 'recipeFile'; readonly name: string; readonly text: string }
  | { readonly kind: 'missing'; readonly what: 'file' | 'link' }

/** The part of a desktop that its page uses. */
export interface DesktopPort {
  /** What was asked for since the last call. */
  take(): Promise<readonly WantedItem[]>
  setMenu(menu: DesktopMenu): void
  /** Called when there is something to take, and when an item of the menu was chosen. */
  listen(listener: (event: 'opened' | { readonly chosen: string }) => void): void
}

interface DesktopProceduresDeps {
  /** Null in hosts that have no desktop around their page. */
  readonly desktop: DesktopPort | null
  readonly journal: Pick<SubmissionJournal, 'get' | 'findByJob'>
  readonly views: Pick<SubmissionViews, 'one'>
  readonly recipes: Pick<RecipeStore, 'get'>
}

/** The procedures of the desktop: they look up, and change nothing (DESK20). */
export function createDesktopProcedures({ desktop, journal, views, recipes }: DesktopProceduresDeps) {
  function find(wanted: WantedItem): Opened {
    switch (wanted.kind) {
      case 'job':
        return findRun(journal.findByJob(wanted.jobId))
      case 'run':
        return findRun(journal.get(wanted.submissionId))
      case 'recipe': {
        const found = recipes.get(wanted.recipeId)
        if (!found) return { kind: 'missing', what: 'recipe' }
        const touchedAt = new Date(found.touchedAt).toISOString()
        return { kind: 'recipe', recipe: { ...found, touchedAt } }
      }
      default:
        return wanted
    }
  }

  function findRun(submission: ReturnType<SubmissionJournal['get']>): Opened {
    if (!submission) return { kind: 'missing', what: 'job' }
    const { submissionId, files } = views.one(submission)
    const saved = files.find(({ state }) => state === 'saved')
    return saved ? { kind: 'file', fileId: saved.fileId } : { kind: 'run', submissionId }
  }

  return {
    'desktop.takeOpened': async () => respond(((await desktop?.take()) ?? []).map(find)),
    'desktop.setMenu'(menu) {
      desktop?.setMenu(menu)
      return respond({})
    },
  } satisfies Partial<Handlers>
}
