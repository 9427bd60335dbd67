/** What the person may let a client read beside each file. */
export const proofDetails = ['name', 'prompt', 'model', 'seed', 'price'] as const
export type ProofDetail = (typeof proofDetails)[number]

/** The longest side of a smaller copy, in pixels, and the most bytes it has. */
export const proofLongSide = 1_600
export const proofCopyMaxBytes = 4 * 1024 * 1024

export const replyFormat = 'atelier-proof-reply'
/** The longest reply that is read, in characters. */
export const mostReplyText = 4 * 1024 * 1024

/** Whether a text may be a client’s reply, without reading it. */
export function looksLikeReply(whole: string): boolean {
  return whole.length <= mostReplyText && whole.includes(`"${replyFormat}"`)
}
