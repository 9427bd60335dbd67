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

/** What became of settings that were loaded into the form. */
export const restored = {
  region: 'What became of the settings',
  title: (name: string | null, model: string) =>
    name === null ? `Remixed: the settings are in the form, for ${model}.` : `“${name}” is in the form.`,
  fileTitle: (file: string, model: string) =>
    file === ''
      ? `The pasted settings are in the form, for ${model}.`
      : `The settings of “${file}” are in the form, for ${model}.`,
  draftTitle: (model: string) => `Your last settings for ${model} were brought up to date.`,
  cameBack: (model: string, names: readonly string[]) =>
    `Back from your last settings for ${model}: ${labels(names)}.`,
  remove: 'Remove',
  removed: (names: readonly string[]) => `Removed from the form: ${labels(names)}.`,
  keep: 'Keep the old ones as a recipe',
  change,
  reason: (words: string) => `The service says: “${words}”`,
  oldUntil: (date: string, hasEnded: boolean) =>
    hasEnded
      ? `The old name ended ${format.serviceDate(date)}.`
      : `The old name ends ${format.serviceDate(date)}.`,
  readMore: 'Read more',
  missing: (names: readonly string[]) =>
    `No longer on this machine: ${labels(names)}. Add ${names.length === 1 ? 'it' : 'them'} again.`,
  unknown: (modelId: string) =>
    `Atelier doesn’t know the model “${modelId}”, so the form stays as it was. Nothing is lost: the settings are kept.`,
  lacking: (model: string) =>
    `This service doesn’t offer ${model}, so the form stays as it was. Nothing is lost: the settings are kept.`,
  goneDraft: (model: string) =>
    `The model “${model}” of your last visit is not offered here any more. Your settings for it are kept; what fits is in the form, for another model.`,
  ended: (model: string, date: string | null) =>
    `${model} ended${date ? ` on ${format.serviceDate(date)}` : ''}, so the form stays as it was. Nothing is lost: the settings are kept.`,
  instead: (model: string, path: string | null) =>
    `Its replacement is ${model}${path === null ? '' : ` (${path})`}.`,
  noInstead: 'No replacement is known.',
  tryWith: (model: string) => `Remix with ${model}`,
  tryHere: 'Remix with the model in the form',
  /** Of what was loaded or sent without a note of its own. */
  outcome: {
    plain: (name: string | null) =>
      name === null ? 'Remixed: the settings are in the form.' : `“${name}” is in the form.`,
    fromFile: (file: string) =>
      file === '' ? 'The pasted settings are in the form.' : `The settings of “${file}” are in the form.`,
    varied: (hasSeed: boolean) =>
      hasSeed
        ? 'Sent again with a new seed. The form is as it was.'
        : 'Sent again with the same settings. The form is as it was.',
    varying: 'One more like this is being sent already.',
    varyLost:
      'Atelier’s engine didn’t respond. If it accepted this run, the run appears in the list once the engine is back; Vary of the same result won’t create a second one.',
  },
  undo: 'Undo',
  dismiss: 'Dismiss',
}
