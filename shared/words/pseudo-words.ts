import type { WordsOf } from './words-of.ts'

/** Invisible mark at both ends of every pseudo-text, so that it can be recognised. */
const mark = '\u200f'

/** Replaces a text passed to a function, in a trial call that shows where it appears in the result. */
const standIn = (index: number) => `\ue000${String.fromCharCode(0xe100 + index)}\ue001`
const standIns = /\ue000([\ue100-\ueffe])\ue001/g

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
 * marks. Values other than text stay. A function's input that it uses unchanged, such as a label or a prompt,
 * stays unchanged, so that English in it can be seen; a pseudo-text in it is not lengthened again.
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
  if (typeof value === 'function') return (...given: unknown[]) => translateSaid(value, owner, given)
  if (Array.isArray(value)) return value.map((member) => translate(member))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, translate(member, value)]))
}

type Saying = (...given: unknown[]) => unknown

function translateSaid(say: unknown, owner: object | undefined, given: readonly unknown[]): unknown {
  const call = (values: readonly unknown[]) => (say as Saying).apply(owner, [...values])
  const said = call(given)
  if (typeof said !== 'string') return translate(said)
  const texts = [...new Set(textsIn(given))]
  let shown = { values: given, said }
  texts.forEach((text, index) => {
    shown = tryStandIn(call, shown, { text, sign: standIn(index) }) ?? shown
  })
  return restore(translateText(shown.said), texts)
}

interface Shown {
  readonly values: readonly unknown[]
  readonly said: string
}

/** The result with a mark in place of a text; null where that gives another sentence, or none. */
function tryStandIn(
  call: (values: readonly unknown[]) => unknown,
  { values, said }: Shown,
  { text, sign }: { readonly text: string; readonly sign: string },
): Shown | null {
  const replaced = replaceText(values, text, sign) as readonly unknown[]
  try {
    const now = call(replaced)
    const isSame = typeof now === 'string' && now.includes(sign) && now.replaceAll(sign, text) === said
    return isSame ? { values: replaced, said: now } : null
  } catch {
    return null
  }
}

/** The texts with plain letters in a function's input, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return /[a-z]/i.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

function replaceText(value: unknown, text: string, sign: string): unknown {
  if (value === text) return sign
  if (Array.isArray(value)) return value.map((member) => replaceText(member, text, sign))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaceText(member, text, sign)]),
  )
}

function restore(said: string, texts: readonly string[]): string {
  return said.replace(standIns, (_, sign: string) => texts[sign.charCodeAt(0) - 0xe100] ?? '')
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
