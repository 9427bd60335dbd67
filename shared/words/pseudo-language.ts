/** The tag of the pseudo-language: a private one that no person chooses. Its words are in `pseudo-words.ts`. */
export const pseudoLanguage = 'en-XA'
