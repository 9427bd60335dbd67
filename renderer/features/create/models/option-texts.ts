import type { MediaKind } from '../../../../shared/api/media.ts'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { pickerWordsIn } from '../../../words/picker-words.ts'
import type { Words } from '../../../words/words-context.tsx'

export type Trait = keyof Words['models']['takes']

const takings: readonly (readonly [Trait, readonly string[]])[] = [
  ['image', ['image_url', 'image_urls']],
  ['startImage', ['start_image']],
  ['endImage', ['end_image']],
  ['references', ['reference_images', 'reference_videos', 'reference_audios']],
  ['video', ['start_video', 'edit_video']],
  ['styles', ['styles', 'style_images']],
]

/** What a model takes besides a prompt, by its fields, and what it makes beyond its kind. */
export function traitsOf(model: ModelSummary): Trait[] {
  const takes = takings.flatMap(([trait, names]) =>
    names.some((name) => model.fieldNames.includes(name)) ? [trait] : [],
  )
  const isUltra = model.resolutions.some((resolution) => /^(4k|2160p)$/i.test(resolution))
  return [
    ...takes,
    ...(model.makesAudio ? ['makesAudio' as const] : []),
    ...(isUltra ? ['ultra' as const] : []),
  ]
}

/** Everything that the picker shows of a model, in words; the search finds all of it. */
export interface OptionTexts {
  readonly headline: string
  readonly sentence: string | null
  readonly kind: string
  /** When it ends or ended; null where it does not. */
  readonly end: string | null
  /** What to use instead, or that it has no path yet. */
  readonly advice: string | null
  readonly chips: readonly { readonly trait: Trait; readonly text: string }[]
  readonly price: string | null
  /** What that is by the second, and a lower one that takes a medium; null where there is neither. */
  readonly priceBeside: string | null
  readonly usual: string | null
}

/** Of an ended model only its end is said, and what to use instead. */
export function optionTexts(model: ModelSummary, usualSeconds: number | null, all: Words): OptionTexts {
  const { models: words } = all
  const { deprecation, priceFrom, label, description, kind, path } = model
  const hasEnded = deprecation?.state === 'sunset'
  const instead = deprecation?.replacement ? words.instead(deprecation.replacement) : words.noReplacement
  const sayEnd = hasEnded ? words.sunset : words.deprecated
  return {
    headline: label,
    sentence: hasEnded ? null : description,
    kind: words.kind(kind),
    end: deprecation && sayEnd(deprecation.sunsetDate),
    advice: deprecation ? instead : path === null ? words.noPath : null,
    chips: hasEnded ? [] : chipsOf(model).map((trait) => ({ trait, text: words.takes[trait] })),
    price: hasEnded ? null : priceFrom ? words.priceFrom(priceFrom) : words.priceUnlisted,
    priceBeside:
      hasEnded || !priceFrom
        ? null
        : pickerWordsIn(all).priceBeside(priceFrom, (field) => all.fields.label(field, null)) || null,
    usual: hasEnded || usualSeconds === null ? null : words.usually(usualSeconds),
  }
}

/** That an audio model makes audio goes without saying. */
function chipsOf(model: ModelSummary): Trait[] {
  const isAudio: MediaKind = 'audio'
  return traitsOf(model).filter((trait) => trait !== 'makesAudio' || model.kind !== isAudio)
}
