/** What holds for a part of a pattern: `i`, `s` and `m` as ECMAScript means them. */
export interface Modes {
  readonly ignoresCase: boolean
  readonly dotTakesAll: boolean
  readonly isMultiline: boolean
}

/** Whether something holds between two characters; undefined stands for the text's start and its end. */
export type PlaceTest = (before: string | undefined, after: string | undefined) => boolean

type CharacterTest = (character: string) => boolean

export const plainModes: Modes = { ignoresCase: false, dotTakesAll: false, isMultiline: false }

const modeOf = { i: 'ignoresCase', s: 'dotTakesAll', m: 'isMultiline' } as const satisfies Record<
  string,
  keyof Modes
>

/** The modes within `(?on-off:…)`. The letters are i, m and s alone. */
export function changeModes(modes: Modes, on: string, off: string): Modes {
  const changes = (letters: string, value: boolean) =>
    [...letters].map((letter) => [modeOf[letter as keyof typeof modeOf], value] as const)
  return { ...modes, ...Object.fromEntries([...changes(on, true), ...changes(off, false)]) }
}

/**
 * What a class, an escape or a character takes: what the engine's own reading of it takes, one character at a time.
 * Throws a SyntaxError where it is none.
 */
export function charactersOf(text: string, flags: string, { ignoresCase }: Modes): CharacterTest {
  const set = new RegExp(`^${text}$`, ignoresCase ? `${flags}i` : flags)
  return (character) => set.test(character)
}

/** What `.` takes. */
export function anyCharacter({ dotTakesAll }: Modes): CharacterTest {
  return dotTakesAll ? () => true : (character) => !isLineEnd(character)
}

const twice = { u: /^(.)\1$/isu, '': /^(.)\1$/is }

/** Whether a character counts as another one where a group is requested again: by its simple case folding with `u`. */
export function likeness(flags: 'u' | '', { ignoresCase }: Modes): (left: string, right: string) => boolean {
  return (left, right) => left === right || (ignoresCase && twice[flags].test(left + right))
}

/** Where `^`, `$`, `\b` and `\B` hold. */
export function placeTests(flags: string, modes: Modes): Readonly<Record<string, PlaceTest>> {
  const word = charactersOf('\\w', flags, modes)
  const isWord = (character: string | undefined) => character !== undefined && word(character)
  const isEnd = (character: string | undefined) =>
    character === undefined || (modes.isMultiline && isLineEnd(character))
  return {
    '^': isEnd,
    $: (_, after) => isEnd(after),
    '\\b': (before, after) => isWord(before) !== isWord(after),
    '\\B': (before, after) => isWord(before) === isWord(after),
  }
}

function isLineEnd(character: string): boolean {
  return /^[\n\r\u2028\u2029]$/.test(character)
}
