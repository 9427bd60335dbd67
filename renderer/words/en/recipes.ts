import type { BridgeErrorCode } from '../../../shared/bridge/error-codes.ts'
import type { ValueChange } from '../../../shared/catalog/migrate-values.ts'
import { fields } from './fields.ts'
import { format } from './format.ts'

function label(name: string): string {
  return fields.label(name, null)
}

function labels(names: readonly string[]): string {
  return names.map(label).join(', ')
}

function change(one: ValueChange): string {
  switch (one.kind) {
    case 'renamed':
      return `${one.from} is now ${label(one.to)}.`
    case 'superseded':
      return `${one.from} was left out: ${label(one.to)}, its name today, was set as well.`
    case 'conflict':
      return `${one.from} was left out: ${one.kept}, another old name of ${label(one.to)}, was set as well.`
    case 'joined':
      return `${one.from} was added to ${label(one.to)}.`
    case 'reduced':
      return `${label(one.to)} takes addresses alone: ${one.members.join(', ')} of ${one.from} left out.`
    case 'value':
      return `${label(one.field)}: “${one.from}” is now “${one.to}”.`
  }
}

function count(number: number): string {
  return number === 1 ? '1 recipe' : `${format.number(number)} recipes`
}

export const recipes = {
  title: 'Recipes',
  open: 'Recipes',
  search: 'Search names and prompts',
  list: 'Recipes, pinned ones first',
  empty: 'No recipes yet',
  emptyBody: 'Save the settings you come back to, or drop a file of recipes anywhere on the window.',
  nothingFound: 'No recipe matches this search.',
  failed: 'The recipes could not be read.',

  saveAs: 'Save these settings as',
  save: 'Save',
  saved: (name: string) => `Saved as “${name}”.`,
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
  undo: 'Undo',
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
    not_recipes: (name: string) => `“${name}” holds no recipes of Atelier’s. Nothing was added.`,
    newer_recipes: (name: string) => `“${name}” was written by a newer Atelier. Nothing was added.`,
  } satisfies Partial<Record<BridgeErrorCode, (name: string) => string>>,
  tooLarge: (name: string) => `“${name}” is larger than any file of recipes. Nothing was added.`,
  unreadable: (name: string) => `“${name}” could not be read. Nothing was added.`,
  show: 'Show recipes',
  dropTitle: 'Drop to add recipes',
  dropBody: 'Atelier reads the file and adds what you don’t have.',

  unknownModel: (modelId: string) => `Unknown model ${modelId}`,
  ended: (modelLabel: string) => `${modelLabel} · ended`,

  outcome: {
    region: 'What became of the settings',
    title: (name: string | null, model: string) =>
      name === null ? `Remixed: the settings are in the form, for ${model}.` : `“${name}” is in the form.`,
    plain: (name: string | null) =>
      name === null ? 'Remixed: the settings are in the form.' : `“${name}” is in the form.`,
    varied: (hasSeed: boolean) =>
      hasSeed
        ? 'Sent again with a new seed. The form is as it was.'
        : 'Sent again with the same settings. The form is as it was.',
    draftTitle: (model: string) => `Your last settings for ${model} were brought up to date.`,
    cameBack: (model: string, names: readonly string[]) =>
      `Back from your last settings for ${model}: ${labels(names)}.`,
    remove: 'Remove',
    removed: (names: readonly string[]) => `Removed from the form: ${labels(names)}.`,
    keep: 'Keep the old ones as a recipe',
    change,
    missing: (names: readonly string[]) =>
      `No longer on this machine: ${labels(names)}. Add ${names.length === 1 ? 'it' : 'them'} again.`,
    unknown: (modelId: string) =>
      `Atelier doesn’t know the model “${modelId}”, so the form stays as it was. Nothing is lost: the settings are kept.`,
    ended: (model: string, date: string | null) =>
      `${model} ended${date ? ` on ${format.serviceDate(date)}` : ''}, so the form stays as it was. Nothing is lost: the settings are kept.`,
    instead: (model: string, path: string | null) =>
      `Its replacement is ${model}${path === null ? '' : ` (${path})`}.`,
    noInstead: 'No replacement is known.',
    tryWith: (model: string) => `Remix with ${model}`,
    tryHere: 'Remix with the model in the form',
    dismiss: 'Dismiss',
  },

  history: {
    open: 'Earlier prompts',
    search: 'Search earlier prompts',
    list: 'Earlier prompts, last used first',
    none: 'Prompts you run appear here.',
    nothingFound: 'No earlier prompt matches this search.',
    failed: 'Earlier prompts could not be read.',
    times: (times: number) => (times === 1 ? 'once' : `${format.number(times)} times`),
    usedAt: (iso: string) => format.dateTime(iso),
    taken: 'The earlier prompt is in the form.',
    noPrompt: (model: string) => `${model} takes no prompt, so the form stays as it was.`,
  },
}
