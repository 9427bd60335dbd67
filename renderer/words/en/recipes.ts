import { format } from './format.ts'

export const recipes = {
  unknownModel: (modelId: string) => `Unknown model ${modelId}`,
  open: 'Recipes',
  undo: 'Undo',
  saved: (name: string) => `Saved as “${name}”.`,
  /** Of what was loaded or sent without a note of its own. */
  outcome: {
    plain: (name: string | null) =>
      name === null ? 'Remixed: the settings are in the form.' : `“${name}” is in the form.`,
    varied: (hasSeed: boolean) =>
      hasSeed
        ? 'Sent again with a new seed. The form is as it was.'
        : 'Sent again with the same settings. The form is as it was.',
    varying: 'One more like this is being sent already.',
    varyLost:
      'Atelier’s engine didn’t respond. If it accepted this run, the run appears in the list once the engine is back; Vary of the same result won’t create a second one.',
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
