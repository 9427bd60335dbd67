import { type MediaKind, mediaKinds } from '../../../shared/api/media.ts'
import { isRecord } from '../../../shared/json-schema/schema-node.ts'
import { readContent } from './described-request.ts'
import { follow } from './follow-reference.ts'

export interface KindQuestion {
  /** The part of the path after `/generate/`. */
  readonly category: string
  /** As the description has it. */
  readonly path: string
  readonly operation: Readonly<Record<string, unknown>>
  readonly document: unknown
}

const words: Readonly<Record<MediaKind, RegExp>> = {
  image: /(^|[^a-z])(images?|photos?|pixels?|img)([^a-z]|$)/,
  video: /(^|[^a-z])(videos?|clips?|movies?|animations?|animate)([^a-z]|$)/,
  audio: /(^|[^a-z])(audios?|music|songs?|speech|voices?|sounds?|tts)([^a-z]|$)/,
}

/**
 * What an endpoint makes: its category where that is a kind, else the one kind that its tags name, the rest of its
 * path, its response, its id and summary, or its media fields. Null where none of them shows it.
 */
export function readKind(question: KindQuestion): MediaKind | null {
  const own = mediaKinds.find((kind) => kind === question.category)
  if (own) return own
  for (const clue of clues) {
    const kind = onlyKindIn(clue(question))
    if (kind !== null) return kind
  }
  return null
}

const clues: readonly ((question: KindQuestion) => string)[] = [
  ({ category }) => category,
  ({ operation }) => (Array.isArray(operation.tags) ? operation.tags.map(String).join(' ') : ''),
  ({ path }) => path,
  answerOf,
  ({ operation }) => `${textOf(operation.operationId)} ${textOf(operation.summary)}`,
  takenMedia,
]

/** Null where the text names several kinds, or none. */
function onlyKindIn(text: string): MediaKind | null {
  const plain = text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  const named = mediaKinds.filter((kind) => words[kind].test(plain))
  return named.length === 1 ? (named[0] ?? null) : null
}

/** The media types and the description of a success. */
function answerOf({ operation, document }: KindQuestion): string {
  const responses = isRecord(operation.responses) ? operation.responses : {}
  const successes = Object.entries(responses).filter(([status]) => /^2/.test(status))
  return successes
    .map(([, response]) => follow(document, response))
    .filter(isRecord)
    .map(({ content, description }) =>
      [...(isRecord(content) ? Object.keys(content) : []), textOf(description)].join(' '),
    )
    .join(' ')
}

/** The names of the request's required members: what edits a video takes one. */
function takenMedia({ operation, document }: KindQuestion): string {
  const { media } = readContent(document, operation)
  const schema = isRecord(media) ? follow(document, media.schema) : undefined
  return isRecord(schema) && Array.isArray(schema.required) ? schema.required.map(String).join(' ') : ''
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
