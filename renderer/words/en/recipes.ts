import { format } from './format.ts'

export const recipes = {
  unknownModel: (modelId: string) => `Unknown model ${modelId}`,
  open: 'Recipes',
  undo: 'Undo',
  saved: (name: string) => `Saved as “${name}”.`,
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
