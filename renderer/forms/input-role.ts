import type { MediaKind } from '../../shared/api/media.ts'

/** What a file is for in a request. */
export type InputRole = 'start' | 'end' | 'reference'

/** Where the person wants a file, before a field is known. */
export interface Wish {
  readonly role: InputRole
  /** What the model has to make, so that the person chooses one; null where the form’s model will do. */
  readonly making: MediaKind | null
  /** The file’s own prompt, for where the form’s would make several of it (ACT365). */
  readonly prompt?: string
}

const roles: readonly (readonly [InputRole, RegExp])[] = [
  ['end', /^(end|last|final)_(image|frame)(_url)?$/],
  ['start', /^((start|first|init|initial|input)_)?(image|frame)(_url)?$/],
  ['reference', /(^|_)(reference|ref|style|subject)_|^(image|video|audio)s$|^(image|video|audio)_urls$/],
]

/** The role of a media field by its wire name; null for any other input. */
export function roleOf(name: string): InputRole | null {
  return roles.find(([, pattern]) => pattern.test(name))?.[0] ?? null
}
