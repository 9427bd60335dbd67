import type { MediaKind } from '../../../../shared/api/media.ts'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { roleOf, type Wish } from '../../../forms/input-role.ts'

/** The models that make one kind. */
export interface ModelGroup {
  readonly kind: MediaKind
  readonly models: readonly ModelSummary[]
}

interface Offering {
  /** The kinds of the offered files. */
  readonly kinds: readonly MediaKind[]
  readonly wish: Wish | null
  /** A model that is left out, such as the form’s own. */
  readonly except: string | null
  /** The kind whose models come first. */
  readonly first: MediaKind | null
  /** The ids of models that come first among those of their kind, in this order. */
  readonly preferred: readonly string[]
}

/** Which fields hold which kind, as far as a summary shows; the form decides. */
const namesOf: Record<MediaKind, RegExp> = {
  image: /(^|_)(image|images|frame|frames|mask|picture|pictures)(_|$)/,
  video: /(^|_)(video|videos|film|films)(_|$)/,
  audio: /^(?!generate_).*(^|_)(audio|audios|sound|sounds)(_|$)/,
}

/**
 * All models that seem to accept these files and can be used, by the kind that they make: `first`, then the
 * files' own kinds, then the rest; the preferred ones first in each. With a wish only those that make the wanted kind, or else have a field of the
 * wanted role.
 */
export function modelsTaking(
  models: readonly ModelSummary[],
  { kinds, wish, except, first, preferred }: Offering,
): readonly ModelGroup[] {
  const isWanted = ({ kind, fieldNames }: ModelSummary) => {
    const fitting = (of: MediaKind) => fieldNames.filter((name) => namesOf[of].test(name))
    if (!kinds.every((of) => fitting(of).length > 0)) return false
    if (wish?.making) return kind === wish.making
    return !wish || kinds.every((of) => fitting(of).some((name) => roleOf(name) === wish.role))
  }
  const usable = models.filter(
    ({ id, path, deprecation }) => id !== except && path !== null && deprecation?.state !== 'sunset',
  )
  const rank = (kind: MediaKind) => (kind === first ? 0 : kinds.includes(kind) ? 1 : 2)
  const place = ({ id }: ModelSummary) => (preferred.includes(id) ? preferred.indexOf(id) : preferred.length)
  return [...Map.groupBy(usable.filter(isWanted), ({ kind }) => kind)]
    .map(([kind, some]) => ({ kind, models: some.toSorted((left, right) => place(left) - place(right)) }))
    .toSorted((left, right) => rank(left.kind) - rank(right.kind))
}
