/** Control, format and direction characters, but the joiner of emoji. */
const unseen = /(?:(?!\u200d)[\p{C}\p{Z}\s])+/gu
const stacked = /(\p{M}{3})\p{M}+/gu
const mostOfName = 60
const mostOfPrompt = 300

/** One line that can't move or cover what stands beside it, whatever an agent sends (AGENT64). */
function plainLine(text: string, most: number): string {
  const line = text
    .slice(0, most * 4)
    .toWellFormed()
    .replaceAll(unseen, ' ')
    .replaceAll(stacked, '$1')
    .trim()
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line
}

/** An agent's name, as it stands in a sentence and beside its runs: letters, digits and what names are joined with. */
export function plainName(name: string): string {
  return plainLine(name.replaceAll(/[^\p{L}\p{M}\p{N} ._@/()-]/gu, ' '), mostOfName) || 'agent'
}

/** The beginning of a prompt, to be read by the person before they allow it. */
export function plainPrompt(prompt: string): string {
  return plainLine(prompt, mostOfPrompt)
}
