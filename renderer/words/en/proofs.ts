import type { ChangedFile, ReplyChanges } from '../../../shared/bridge/proof-procedures.ts'
import type { ProofWords } from '../../../shared/library/proof.ts'
import { format } from './format.ts'

function files(count: number): string {
  return count === 1 ? '1 file' : `${format.number(count)} files`
}

/** What the client reads on the page itself. */
const page: ProofWords = {
  intro: 'Pick what you like, rate it, and comment. Then download your reply and send it back.',
  keys: 'Keys: arrows move, P picks, X rejects, 1–5 rate, C comments, Enter opens.',
  noScript: 'This page needs JavaScript, which this browser has turned off. It runs on your computer only.',
  pick: 'Pick',
  reject: 'Reject',
  stars: '{n} stars',
  oneStar: '1 star',
  noStars: 'No stars',
  comment: 'Comment',
  open: 'Open',
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  show: 'Show',
  all: 'All',
  picked: 'Picked',
  rejected: 'Rejected',
  unmarked: 'Not marked',
  nothingShown: 'No file is marked like that.',
  count: '{picked} picked, {rejected} rejected, of {all}',
  name: 'Your name',
  download: 'Download reply',
  copy: 'Copy as text',
  copied: 'Copied. Paste it into a message.',
  copyFailed: 'This browser did not allow copying. Use “Download reply”.',
  downloaded: 'Saved. Send the file back as it is.',
  kept: 'Your marks are kept in this browser.',
  notKept: 'This browser doesn’t keep your marks: download your reply before you close this page.',
  details: { name: 'Name', prompt: 'Prompt', model: 'Model', seed: 'Seed', price: 'Price' },
}

const flagNames = { pick: 'picked', reject: 'rejected', none: 'no flag' }

export const proofs = {
  page,
  title: (count: number | null) => (count === null ? 'Proof page' : `Proof page of ${files(count)}`),
  intro:
    'A folder that a client opens in a browser, offline: to see the files, pick, rate, comment, and send back a small reply.',
  name: 'Title',
  defaultName: (day: string) => `Proof ${day}`,
  size: 'Images',
  sizes: { reduced: 'Smaller copies', original: 'Originals' },
  sizeHints: {
    reduced:
      'JPEG, at most 1,600 pixels a side, without any metadata. Videos and audio are copied as they are.',
    original: 'As they came, with whatever the service wrote into them.',
  },
  shows: 'The client may read',
  showsHint: 'Nothing of this is on the page unless you choose it.',
  detailNames: page.details,
  make: 'Make page',
  reducing: (done: number, total: number) => `${format.number(done)} of ${files(total)} made smaller`,
  cancelled: 'Canceled. The folder has no page yet: delete it, or make the page again.',
  reply: {
    title: (changes: ReplyChanges | null) =>
      changes === null
        ? 'Client’s reply'
        : changes.reviewer === ''
          ? 'Client’s reply'
          : `Reply of ${changes.reviewer}`,
    about: ({ title, files: changed }: ReplyChanges) =>
      changed.length === 0
        ? `To “${title}”. It changes nothing.`
        : `To “${title}”. It changes ${files(changed.length)}; comments are added to notes.`,
    rest: ({ same, unknown, unreadable }: ReplyChanges) =>
      [
        same > 0 && `${files(same)} already so.`,
        unknown > 0 && `${files(unknown)} not in this library.`,
        unreadable > 0 && `${format.number(unreadable)} entries could not be read.`,
      ]
        .filter(Boolean)
        .join(' '),
    refused: {
      no_reply: 'This file is no reply to a proof page.',
      newer: 'This reply was made by a newer version of Atelier. Update to read it.',
    },
    change: ({ before, after }: ChangedFile) =>
      [
        after.flag !== before.flag && `${flagNames[before.flag]} → ${flagNames[after.flag]}`,
        after.rating !== before.rating && `${before.rating} → ${after.rating} ★`,
      ]
        .filter(Boolean)
        .join(', '),
    note: ({ before, after }: ChangedFile) =>
      after.note === before.note ? '' : after.note.slice(before.note.length).trim(),
    changes: 'Changes',
    cancel: 'Cancel',
    close: 'Close',
    apply: (count: number) => `Change ${files(count)}`,
    applied: (count: number) => `${files(count)} changed by the client’s reply.`,
  },
}
