import type { PlaceTest } from './pattern-characters.ts'

/** A pattern as a tree; a `one` takes one character, a `where` looks at a place and takes none. */
export type PatternNode =
  | { readonly type: 'one'; readonly takes: (character: string) => boolean }
  | PlaceNode
  | { readonly type: 'ahead' | 'behind'; readonly node: PatternNode; readonly wanted: boolean }
  /** What a group takes can be requested again: groups count from 1. */
  | { readonly type: 'group'; readonly node: PatternNode; readonly group: number }
  | AgainNode
  | { readonly type: 'sequence' | 'choice'; readonly nodes: readonly PatternNode[] }
  | RepeatNode

export interface PlaceNode {
  readonly type: 'where'
  readonly holds: PlaceTest
  /** It holds nowhere but at the text's start. */
  readonly isStart: boolean
}

/** The same text once more that the one of these groups took that is set; nothing where none is. */
export interface AgainNode {
  readonly type: 'again'
  readonly groups: readonly number[]
  readonly isAlike: (left: string, right: string) => boolean
}

export interface RepeatNode {
  readonly type: 'repeat'
  readonly node: PatternNode
  readonly least: number
  readonly most: number
  /** It would rather take less; what it takes first is what a group of it holds. */
  readonly lazy: boolean
}
