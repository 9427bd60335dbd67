import { format } from './format.ts'

/** Below a prompt with braces. */
export const wildcards = {
  makes: (count: number) => `Makes ${format.number(count)} prompts`,
  unclosed: (excerpt: string, place: number) =>
    `The brace at character ${format.number(place)}, “${excerpt}”, never closes. It makes no wildcard and is sent as written.`,
  plain: 'Braces without | are sent as written. Choices are written {one|two}.',
  /** Of the braces’ ranges, such as {1..3}, as choices. */
  spellOut: (excerpt: string) => `Make choices: ${excerpt}`,
  spelledOut: 'The range is written as choices.',
  asWords: 'Use the braces as words',
  words: 'Braces are words here.',
  expand: 'Make a prompt of each',
}
