/**
 * What the catalogue says of its own models, by its English text. English itself stands in the models' files
 * (shared/catalog); a text that a language doesn't have here is said in English.
 */
export const catalogue: Readonly<Record<string, string>> = {}
