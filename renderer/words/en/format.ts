import { createFormat } from '../format.ts'

export const format = createFormat('en-US', { shortSeconds })

/** The locale shortens seconds to “sec”; the field writes “s”. */
function shortSeconds(text: string): string {
  return text.replace(/sec$/, 's')
}
