/**
 * Translations of the catalogue's own texts, by their English text. English itself is in the models' files
 * (shared/catalog); a missing translation falls back to English.
 */
export const catalogue: Readonly<Record<string, string>> = {}
