import { loadFailureWords } from '../words/languages.ts'

// In the page they come with the first failure; tests of other things find them here.
await loadFailureWords()
