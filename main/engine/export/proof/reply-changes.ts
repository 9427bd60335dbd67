import type { ReplyView } from '../../../../shared/bridge/proof-procedures.ts'
import { readReply } from '../../../../shared/library/proof.ts'
import type { FileCatalogue, Tags } from '../../library/ports.ts'

export interface ReplyDeps {
  readonly files: Pick<FileCatalogue, 'item'>
  readonly tags: Pick<Tags, 'note'>
}

const longestNote = 10_000

/** What a client’s reply would change here. What the client left open stays, and so do notes: theirs is added (EXP36). */
export function replyChanges(text: string, { files, tags }: ReplyDeps): ReplyView {
  const read = readReply(text)
  if (read.type === 'refused') return read
  const { title, reviewer, at, answers, unreadable } = read.reply
  const counts = { same: 0, unknown: 0, unreadable }
  const changed = answers.flatMap(({ id, flag, rating, comment }) => {
    const item = files.item(id)
    if (!item) {
      counts.unknown += 1
      return []
    }
    const { fileId, kind, name, hasPoster, judgement } = item
    const before = { rating: judgement.rating, flag: judgement.flag, note: tags.note(id) }
    const after = {
      rating: rating === 0 ? before.rating : rating,
      flag: flag === 'none' ? before.flag : flag,
      note: withComment(before.note, comment, reviewer),
    }
    const isSame = after.rating === before.rating && after.flag === before.flag && after.note === before.note
    if (isSame) counts.same += 1
    return isSame ? [] : [{ fileId, kind, name, hasPoster, before, after }]
  })
  return { type: 'reply', title, reviewer, at, files: changed, ...counts }
}

/** On lines of its own, once. */
function withComment(note: string, comment: string, reviewer: string): string {
  if (comment === '') return note
  const line = reviewer === '' ? comment : `${reviewer}: ${comment}`
  if (`\n${note}\n`.includes(`\n${line}\n`)) return note
  return (note === '' ? line : `${note}\n${line}`).slice(0, longestNote)
}
