import type { Random } from './random.ts'

/** The subject of an image; each names a composition. */
export const subjects = [
  'mountains',
  'dunes',
  'hills',
  'sea',
  'forest',
  'city',
  'flora',
  'bust',
  'cosmos',
  'flow',
  'orbs',
  'cutouts',
  'tiles',
  'strata',
] as const
export type Subject = (typeof subjects)[number]

/** The light of an image; each names a sky. */
export const lights = ['day', 'dawn', 'golden', 'sunset', 'dusk', 'night', 'fog', 'storm', 'neon'] as const
export type Light = (typeof lights)[number]

/** The wishes in a prompt's words. */
export interface Mood {
  readonly subject: Subject
  readonly light: Light
  /** The hue in degrees that colour words name; null where they name none. */
  readonly hue: number | null
  /** 0 for black and white, 1 as it comes, above for vivid. */
  readonly chroma: number
  readonly snow: boolean
  readonly rain: boolean
  /** 0 calm to 1 lively: the speed of videos and music. */
  readonly energy: number
}

const subjectWords: readonly (readonly [RegExp, readonly Subject[]])[] = [
  [
    /\b(portrait|face|faces|woman|man|girl|boy|person|people|model|character|actor|singer|dancer|child|king|queen|astronaut|robot|hero)s?\b/,
    ['bust'],
  ],
  [
    /\b(city|cities|town|street|skyline|urban|building|tower|tokyo|paris|london|york|berlin|metropolis|cyberpunk|downtown|rooftop|architecture|house)s?\b/,
    ['city'],
  ],
  [
    /\b(sea|ocean|beach|wave|waves|surf|lake|water|boat|ship|sail|harbou?r|coast|island|lighthouse|fjord|river|fish|whale)s?\b/,
    ['sea'],
  ],
  [/\b(forest|tree|wood|woods|pine|jungle|fox|deer|bear|wolf|owl|moss|cabin)s?\b/, ['forest']],
  [/\b(desert|dune|sahara|sand|camel|canyon|mars|pyramid)s?\b/, ['dunes']],
  [
    /\b(mountain|alps|peak|summit|snow|snowy|glacier|ice|himalaya|cliff|valley|winter|arctic)s?\b/,
    ['mountains'],
  ],
  [
    /\b(hill|meadow|field|countryside|farm|landscape|village|tuscany|vineyard|prairie|road|horse)s?\b/,
    ['hills'],
  ],
  [
    /\b(flower|floral|rose|tulip|peony|orchid|botanical|plant|garden|leaf|leaves|blossom|bouquet|herb|spring|butterfly|bird)s?\b/,
    ['flora'],
  ],
  [
    /\b(space|star|galaxy|planet|cosmos|cosmic|universe|nebula|moon|orbit|comet|constellation|rocket|eclipse)s?\b/,
    ['cosmos'],
  ],
  [
    /\b(poster|layout|typography|text|logo|bauhaus|pattern|geometric|geometry|grid|tile|mosaic|infographic|menu)s?\b/,
    ['tiles', 'cutouts'],
  ],
  [/\b(paper|cutout|collage|origami|layered)s?\b/, ['cutouts']],
  [/\b(music|sound|song|record|vinyl|album|topograph\w*|contour|map)s?\b/, ['strata']],
  [/\b(wind|hair|silk|smoke|fire|flame|flow|storm|swirl|current|brush|fur|cat|dog)s?\b/, ['flow']],
  [
    /\b(abstract|gradient|dream|dreamy|blur|soft|glow|light|mood|texture|wallpaper|aura|bokeh)s?\b/,
    ['orbs', 'flow', 'cutouts'],
  ],
]

const lightWords: readonly (readonly [RegExp, Light])[] = [
  [/\b(neon|cyberpunk|synthwave|vaporwave|retrowave|club|laser)\b/, 'neon'],
  [/\b(night|midnight|moon|moonlit|moonlight|stars?|dark|galaxy|space|nocturnal|nocturne)\b/, 'night'],
  [/\b(sunset|evening|fire|flames?|autumn|fall|burning|lava)\b/, 'sunset'],
  [/\b(dusk|twilight|blue hour|purple|violet|mystic|mysterious)\b/, 'dusk'],
  [/\b(dawn|sunrise|morning|pastel|spring|blossom|soft|gentle|dreamy)\b/, 'dawn'],
  [/\b(golden|gold|honey|warm|summer|desert|amber|wheat)\b/, 'golden'],
  [/\b(fog|foggy|mist|misty|haze|minimal|minimalist|calm|quiet|white|snow|snowy|winter)\b/, 'fog'],
  [/\b(storm|stormy|rain|rainy|thunder|gloomy|moody|dramatic|noir)\b/, 'storm'],
  [/\b(day|noon|sunny|bright|clear|blue|fresh)\b/, 'day'],
]

const hueWords: readonly (readonly [RegExp, number])[] = [
  [/\b(red|crimson|scarlet|ruby|fire|lava)\b/, 25],
  [/\b(orange|copper|rust|terracotta|amber)\b/, 55],
  [/\b(yellow|gold|golden|honey|lemon)\b/, 90],
  [/\b(green|emerald|lime|moss|jade)\b/, 150],
  [/\b(teal|turquoise|aqua|cyan|mint)\b/, 195],
  [/\b(blue|azure|navy|cobalt|indigo)\b/, 255],
  [/\b(purple|violet|lavender|lilac)\b/, 300],
  [/\b(pink|rose|magenta|fuchsia|coral)\b/, 355],
]

/** Reads a prompt's words; the stream chooses everything else. */
export function readMood(prompt: string, random: Random): Mood {
  const words = prompt.toLowerCase()
  const subject = random.pick(find(words, subjectWords) ?? subjects.filter((name) => name !== 'bust'))
  const light = find(words, lightWords) ?? random.pick(usualLights[subject])
  const grey = /\b(black and white|monochrome|noir|b&w|grayscale|greyscale)\b/.test(words)
  return {
    subject,
    light,
    hue: find(words, hueWords),
    chroma: grey ? 0 : /\b(vivid|vibrant|colou?rful|neon|saturated)\b/.test(words) ? 1.3 : 1,
    snow: /\b(snow|snowy|winter|ice|glacier|arctic|alps)\b/.test(words),
    rain: /\b(rain|rainy|storm|stormy)\b/.test(words),
    energy: readEnergy(words, random),
  }
}

const usualLights: Readonly<Record<Subject, readonly Light[]>> = {
  mountains: ['dawn', 'golden', 'sunset', 'dusk', 'day', 'fog'],
  dunes: ['golden', 'sunset', 'dusk', 'dawn'],
  hills: ['golden', 'dawn', 'day', 'sunset'],
  sea: ['sunset', 'golden', 'dusk', 'day', 'dawn', 'night'],
  forest: ['fog', 'dawn', 'golden', 'dusk', 'night'],
  city: ['dusk', 'night', 'sunset', 'neon'],
  flora: ['dawn', 'golden', 'night', 'fog', 'dusk'],
  bust: ['dusk', 'sunset', 'golden', 'neon', 'night'],
  cosmos: ['night', 'dusk', 'neon'],
  flow: ['sunset', 'dusk', 'day', 'night', 'golden', 'neon'],
  orbs: ['sunset', 'dawn', 'dusk', 'neon', 'golden'],
  cutouts: ['sunset', 'day', 'dawn', 'golden', 'dusk'],
  tiles: ['golden', 'sunset', 'dawn', 'day', 'dusk'],
  strata: ['night', 'dusk', 'dawn', 'fog', 'sunset'],
}

function readEnergy(words: string, random: Random): number {
  if (/\b(fast|energetic|techno|dance|drum|upbeat|happy|action|running|wild|rock|epic)\b/.test(words))
    return 0.9
  if (/\b(calm|slow|ambient|quiet|sleep|soft|gentle|peaceful|meditation|lullaby|sad)\b/.test(words))
    return 0.15
  return random.between(0.3, 0.65)
}

function find<Value>(words: string, table: readonly (readonly [RegExp, Value])[]): Value | null {
  return table.find(([pattern]) => pattern.test(words))?.[1] ?? null
}
