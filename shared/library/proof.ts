import { z } from 'zod'
import { type JsonBounds, parseBoundedJson } from '../json/read-bounded-json.ts'
import { flags, mostStars } from './judgement.ts'
import { mostReplyText, proofDetails, replyFormat } from './proof-bounds.ts'

/**
 * How a proof page is made. `size`: images as smaller copies, which carry nothing of their making, or as they came; videos
 * and audio always as they came. `folder`: an absolute path, in which a folder is made; empty: one ZIP.
 */
export const proofChoicesSchema = z.object({
  title: z.string().trim().min(1).max(100),
  size: z.enum(['reduced', 'original']).default('reduced'),
  shows: z.array(z.enum(proofDetails)).max(proofDetails.length).default([]),
  folder: z.string().max(4_096).default(''),
})

export type ProofChoices = z.infer<typeof proofChoicesSchema>

const text = z.string().max(500)

/** What the proof page says, in the language of the one who makes it; `{n}` and the like are filled in there. */
export const proofWordsSchema = z.object({
  intro: text,
  keys: text,
  noScript: text,
  pick: text,
  reject: text,
  stars: text,
  oneStar: text,
  noStars: text,
  comment: text,
  open: text,
  close: text,
  previous: text,
  next: text,
  show: text,
  all: text,
  picked: text,
  rejected: text,
  unmarked: text,
  nothingShown: text,
  count: text,
  name: text,
  download: text,
  copy: text,
  copied: text,
  copyFailed: text,
  downloaded: text,
  kept: text,
  notKept: text,
  details: z.record(z.enum(proofDetails), text),
})

export type ProofWords = z.infer<typeof proofWordsSchema>

/** What a proof page reads about a file; paths are relative to the page. */
export interface ProofFile {
  readonly id: string
  readonly number: number
  readonly kind: 'image' | 'video' | 'audio'
  readonly source: string
  readonly thumbnail: string | null
  readonly details: readonly { readonly label: string; readonly text: string }[]
}

/** What stands in a proof page for its script. */
export interface ProofData {
  readonly proofId: string
  readonly title: string
  readonly words: ProofWords
  readonly files: readonly ProofFile[]
}

export const replyVersion = 1
const bounds: JsonBounds = { depth: 8, bytes: mostReplyText, members: 400_000 }
const mostFiles = 20_000

const answerSchema = z.object({
  id: z.uuid(),
  flag: z.enum(flags).catch('none'),
  rating: z.int().min(0).max(mostStars).catch(0),
  comment: z
    .string()
    .transform((all) => all.trim().slice(0, 2_000))
    .catch(''),
})

export type ProofAnswer = z.infer<typeof answerSchema>

const headSchema = z.object({
  format: z.literal(replyFormat),
  version: z.int().min(1),
  title: z.string().max(1_000).catch(''),
  reviewer: z
    .string()
    .transform((name) => name.trim().slice(0, 100))
    .catch(''),
  at: z.iso.datetime().nullable().catch(null),
  files: z.array(z.unknown()).max(mostFiles),
})

export interface ProofReply extends Pick<z.infer<typeof headSchema>, 'title' | 'reviewer' | 'at'> {
  /** The last one of each file. */
  readonly answers: readonly ProofAnswer[]
  /** Entries that can’t be read. */
  readonly unreadable: number
}

export type ReadReply =
  | { readonly type: 'reply'; readonly reply: ProofReply }
  | { readonly type: 'refused'; readonly why: 'no_reply' | 'newer' }

/**
 * A client’s reply: the file that a proof page saves, or a text that holds it, as a mail does. An entry that can’t be read
 * costs only itself.
 */
export function readReply(whole: string): ReadReply {
  const head = headSchema.safeParse(parseBoundedJson(jsonIn(whole), bounds)).data
  if (!head) return { type: 'refused', why: 'no_reply' }
  if (head.version > replyVersion) return { type: 'refused', why: 'newer' }
  const read = head.files.map((entry) => answerSchema.safeParse(entry).data)
  const answers = new Map(read.flatMap((answer) => (answer ? [[answer.id, answer] as const] : [])))
  const { title, reviewer, at } = head
  return {
    type: 'reply',
    reply: {
      ...{ title, reviewer, at },
      answers: [...answers.values()],
      unreadable: read.filter((answer) => answer === undefined).length,
    },
  }
}

/** From the first brace of the reply to the last one. */
function jsonIn(whole: string): string {
  const mark = whole.indexOf(`"${replyFormat}"`)
  const from = mark < 0 ? -1 : whole.lastIndexOf('{', mark)
  return from < 0 ? '' : whole.slice(from, whole.lastIndexOf('}') + 1)
}
