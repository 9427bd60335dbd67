const longest = 60

/** The beginning of a prompt, for a note of one line. */
export function shortPrompt(prompt: string): string {
  return prompt.length > longest ? `${prompt.slice(0, longest)}…` : prompt
}
