import type { MediaKind } from '../../../../shared/api/media.ts'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'

/** Which wire names hold which kind, as far as a summary tells: the form itself has the last word. */
const namesOf: Record<MediaKind, RegExp> = {
  image: /(^|_)(image|images|frame|frames|mask|picture|pictures)(_|$)/,
  video: /(^|_)(video|videos|film|films)(_|$)/,
  audio: /^(?!generate_).*(^|_)(audio|audios|sound|sounds)(_|$)/,
}

const most = 8

/**
 * Models that seem to take these kinds, all of them together, and can be used: first those that make what `making`
 * names, then those that make what was brought; as many as a person looks through.
 */
export function modelsTaking(
  models: readonly ModelSummary[],
  kinds: readonly MediaKind[],
  except: string | null,
  making: MediaKind | null,
): readonly ModelSummary[] {
  const rank = ({ kind }: ModelSummary) => (kind === making ? 0 : kinds.includes(kind) ? 1 : 2)
  return models
    .filter(({ id, path, deprecation }) => id !== except && path !== null && deprecation?.state !== 'sunset')
    .filter(({ fieldNames }) => kinds.every((kind) => fieldNames.some((name) => namesOf[kind].test(name))))
    .toSorted((left, right) => rank(left) - rank(right))
    .slice(0, most)
}
