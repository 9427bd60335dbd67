import type { WordsOf } from './words-of.ts'

/** The tag of the pseudo-language: a private one that no person chooses. */
export const pseudoLanguage = 'en-XA'

/** Invisible mark at both ends of every pseudo-text, so that it can be recognised. */
const mark = '\u200f'

const accented: ReadonlyMap<string, string> = new Map(
  [...'aábƀcçdđeéfƒgğhħiíjĵkķlłmɱnñoópþqʠrřsštŧuúvṽwŵxẋyýzž'].flatMap((letter, at, all) => {
    const accent = all[at + 1]
    return at % 2 === 0 && accent ? [[letter, accent] as const] : []
  }),
)

/** How much longer a text becomes: as much as the longest usual translations of English. */
const growth = 0.4

/**
 * The words of a language in the pseudo-language: every letter accented, 40 % longer, between right-to-left
 * marks. Values other than text stay. Parts that are pseudo-texts already are not lengthened again.
 */
export function pseudoWords<Words>(words: Words): WordsOf<Words> {
  return translate(words) as WordsOf<Words>
}

/** Whether a text contains words of the pseudo-language. */
export function isPseudo(text: string): boolean {
  return text.includes(mark)
}

/** `owner` has the value as a member: its functions may call each other through `this`. */
function translate(value: unknown, owner?: object): unknown {
  if (typeof value === 'string') return translateText(value)
  if (typeof value === 'function') return (...given: unknown[]) => translate(value.apply(owner, given))
  if (Array.isArray(value)) return value.map((member) => translate(member))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, translate(member, value)]))
}

function translateText(text: string): string {
  const plain = text.replaceAll(mark, '')
  const letters = plain.match(/[a-z]/gi)?.length ?? 0
  if (letters === 0) return text === plain ? text : `${mark}${plain}${mark}`
  let missing = Math.ceil(letters * growth)
  const longer = plain.replace(/[a-z]/gi, (letter) => {
    const accent = accentOf(letter)
    if (missing === 0 || !/[aeiou]/i.test(letter)) return accent
    missing -= 1
    return accent.repeat(2)
  })
  return `${mark}${longer}${accentOf('e').repeat(missing)}${mark}`
}

function accentOf(letter: string): string {
  const lower = letter.toLowerCase()
  const accent = accented.get(lower) ?? letter
  return lower === letter ? accent : accent.toUpperCase()
}
