import { stylesIn } from '../../shared/styles/styles-in-values.ts'
import type { StoredStyle, StyleStore } from '../engine/styles/ports.ts'
import type { Submission } from '../engine/submissions/submission.ts'

interface Kept extends StoredStyle {
  readonly previewUrl: string | null
  readonly listedName: string
  readonly isRemoved: boolean
  readonly touchedAt: number
  readonly seq: number
}

export interface FakeStyleStore extends StyleStore {
  /** What the journal does for the styles of a new run. */
  noteRun(run: Pick<Submission, 'submissionId' | 'serviceId' | 'values' | 'confirmedAt'>): void
}

/** The styles in memory. */
export function createFakeStyleStore(): FakeStyleStore {
  const kept = new Map<string, Kept>()
  const keyOf = (account: string, styleId: string) => JSON.stringify([account, styleId])
  let last = 0

  function get(account: string, styleId: string, at = 0): Kept {
    const known = kept.get(keyOf(account, styleId))
    if (known) return known
    last += 1
    return {
      account,
      styleId,
      name: '',
      listedName: '',
      note: '',
      previewFileId: null,
      previewUrl: null,
      hasListedPreview: false,
      isAdded: false,
      isListed: false,
      isRemoved: false,
      metAt: at,
      touchedAt: at,
      seq: last,
      runs: 0,
      recipes: 0,
      lastRunId: null,
      shared: null,
      shareDoubtAt: null,
    }
  }

  const put = (style: Kept) => void kept.set(keyOf(style.account, style.styleId), style)

  function change(account: string, styleId: string, members: Partial<Kept>): void {
    if (kept.has(keyOf(account, styleId))) put({ ...get(account, styleId), ...members })
  }

  return {
    list({ account, search = '', cursor, limit }) {
      const words = toWords(search)
      const found = [...kept.values()]
        .filter((one) => one.account === account && !one.isRemoved && matches(one, words))
        .sort((one, other) => other.touchedAt - one.touchedAt || other.seq - one.seq)
      const start = cursor === undefined ? 0 : found.findIndex(({ seq }) => String(seq) === cursor) + 1
      const shown = found.slice(start, start + limit)
      const hasMore = start + limit < found.length
      return {
        styles: shown.map(toStyle),
        nextCursor: hasMore ? String(shown.at(-1)?.seq) : null,
        total: found.length,
      }
    },
    listedPreview(account, styleId) {
      const known = kept.get(keyOf(account, styleId))
      return known && !known.isRemoved ? known.previewUrl : null
    },
    find: (account, styleIds) =>
      styleIds.flatMap((styleId) => {
        const known = kept.get(keyOf(account, styleId))
        return known && !known.isRemoved ? [toStyle(known)] : []
      }),
    standing(account, styleId) {
      const known = kept.get(keyOf(account, styleId))
      return known ? { isRemoved: known.isRemoved, shareDoubtAt: known.shareDoubtAt } : null
    },
    meet(account, styles, by, at) {
      const isListing = by === 'listing'
      return styles.filter(({ styleId, name, note, previewUrl = null }) => {
        const isKnown = kept.has(keyOf(account, styleId))
        const known = get(account, styleId, at)
        put({
          ...known,
          name: isListing || name === '' ? known.name : name,
          listedName: isListing && name !== '' ? name : known.listedName,
          note: note === '' ? known.note : note,
          isAdded: known.isAdded || by === 'hand',
          isListed: known.isListed || isListing,
          previewUrl: isListing ? previewUrl : known.previewUrl,
          hasListedPreview: (isListing ? previewUrl : known.previewUrl) !== null,
          isRemoved: known.isRemoved && isListing,
          touchedAt: isListing ? known.touchedAt : Math.max(known.touchedAt, at),
        })
        return !isKnown || (known.isRemoved && !isListing)
      }).length
    },
    change,
    setRemoved(account, styleId, isRemoved) {
      change(account, styleId, { isRemoved })
      return kept.has(keyOf(account, styleId))
    },
    erase: (account, styleId) => void kept.delete(keyOf(account, styleId)),
    doubtShare: (account, styleId, at) => change(account, styleId, { shareDoubtAt: at }),
    settleShare: (account, styleId, shared) =>
      change(account, styleId, { shareDoubtAt: null, ...(shared && { shared }) }),
    noteRun({ serviceId, values, confirmedAt }) {
      for (const styleId of stylesIn(values)) {
        const known = get(serviceId, styleId, confirmedAt)
        const touchedAt = Math.max(known.touchedAt, confirmedAt)
        put({ ...known, runs: known.runs + 1, isRemoved: false, touchedAt })
      }
    },
  }
}

function toStyle({ listedName, isRemoved, touchedAt, seq, previewUrl, ...style }: Kept): StoredStyle {
  return { ...style, name: style.name === '' ? listedName : style.name }
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Whether every word is there, the last one as a prefix. */
function matches({ name, listedName, note, styleId }: Kept, words: readonly string[]): boolean {
  const own = toWords(`${name} ${listedName} ${note} ${styleId}`)
  return words.every((word, index) =>
    own.some((one) => (index === words.length - 1 ? one.startsWith(word) : one === word)),
  )
}
