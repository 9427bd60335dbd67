import type { BridgeErrorCode } from '../../../shared/bridge/error-codes.ts'
import { format } from './format.ts'

function count(number: number): string {
  return number === 1 ? '1 recipe' : `${format.number(number)} recipes`
}

/** Of the dialog with all recipes, and of files of them. */
export const recipesDialog = {
  title: 'Recipes',
  search: 'Search names and prompts',
  list: 'Recipes, pinned ones first',
  empty: 'No recipes yet',
  emptyBody: 'Save the settings you come back to, or drop a file of recipes anywhere on the window.',
  nothingFound: 'No recipe matches this search.',
  failed: 'The recipes could not be read.',

  saveAs: 'Save these settings as',
  save: 'Save',
  replace: 'Replace',
  replaced: (name: string) => `“${name}” has these settings now.`,
  pin: (name: string) => `Pin ${name}`,
  pinned: 'Pinned',
  unpin: (name: string) => `Unpin ${name}`,
  more: (name: string) => `More for ${name}`,
  choose: (name: string) => `Choose ${name}`,
  rename: 'Rename',
  newName: (name: string) => `New name for ${name}`,
  remove: 'Delete',
  removed: (names: readonly string[]) =>
    names.length === 1 ? `“${names[0]}” was deleted.` : `${count(names.length)} were deleted.`,
  exportOne: 'Export to a file',
  exportAll: 'Export all',
  exportChosen: (number: number) => `Export ${format.number(number)}`,
  chooseNone: 'Choose none',
  import: 'Import',
  imported: (added: number, known: number) => {
    if (added === 0) return known === 1 ? 'You have this recipe already.' : 'You have these recipes already.'
    return known === 0
      ? `${count(added)} added.`
      : `${count(added)} added; ${format.number(known)} you had already.`
  },
  importUndone: (removed: number, kept: number) => {
    const taken = removed === 0 ? 'Nothing was taken out' : `${count(removed)} taken out`
    if (kept === 0) return `${taken}.`
    return `${taken}; ${kept === 1 ? 'one that you renamed or pinned stays' : `${format.number(kept)} that you renamed or pinned stay`}.`
  },
  /** Why a file adds nothing, where the file is the reason. */
  refused: {
    not_recipes: (name: string) => `“${name}” has no Atelier recipes in it. Nothing was added.`,
    newer_recipes: (name: string) => `“${name}” was written by a newer Atelier. Nothing was added.`,
  } satisfies Partial<Record<BridgeErrorCode, (name: string) => string>>,
  tooLarge: (name: string) => `“${name}” is larger than any file of recipes. Nothing was added.`,
  unreadable: (name: string) => `“${name}” could not be read. Nothing was added.`,
  show: 'Show recipes',
  dropTitle: 'Drop to open',
  dropBody: 'Recipes that you don’t have are added. A client’s reply is shown first.',

  ended: (modelLabel: string) => `${modelLabel} · ended`,
  lacking: (modelLabel: string) => `${modelLabel} · not offered here`,
  moveOn: 'Move to another model…',
  /** What a link, a file or a notification of the desktop asked for, and could not be shown. */
  notOpened: {
    job: 'This link leads to a job that is not in this library.',
    recipe: 'This link leads to a recipe that is not in this library.',
    file: 'The file could not be read.',
    link: 'This link can’t be read. Links to Atelier begin with atelier://job/ or atelier://recipe/.',
  },
}
