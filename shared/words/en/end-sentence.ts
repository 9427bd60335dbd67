/** Somebody else’s words, such as the system’s, as a sentence that ends. */
export function endSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`
}
