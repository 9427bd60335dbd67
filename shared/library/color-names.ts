/**
 * What people call colors, in the order of their numbers in the library: one more goes at the end. `cyan` is everything
 * between green and blue, teal and turquoise as well.
 */
export const colorNames = [
  'red',
  'orange',
  'yellow',
  'green',
  'cyan',
  'blue',
  'purple',
  'pink',
  'brown',
  'black',
  'white',
  'gray',
] as const

export type ColorName = (typeof colorNames)[number]

/** Names that mean the same. */
export const otherColorNames: ReadonlyMap<string, ColorName> = new Map([
  ['grey', 'gray'],
  ['teal', 'cyan'],
  ['turquoise', 'cyan'],
  ['violet', 'purple'],
  ['magenta', 'pink'],
])

/** A color in OKLCH: lightness 0 to 1, chroma from 0, hue 0 to 360 degrees. */
interface Oklch {
  readonly lightness: number
  readonly chroma: number
  readonly hue: number
}

/** Two people draw the line between two hues within so many degrees of each other. */
const hueWithin = 8
/** Below the first nobody sees a hue, above the second nobody says gray. */
const [leastChroma, mostGray] = [0.022, 0.04]

/**
 * The names of a color of 24 bits, at least one: two where it lies between two, such as the blue-green that one person calls
 * green and the next one cyan. In OKLCH, whose lightness and hue are about as they are seen.
 */
export function colorNamesOf(rgb: number): ReadonlySet<ColorName> {
  const color = toOklch(rgb)
  const { lightness, chroma, hue } = color
  if (lightness < 0.18) return new Set(['black'])
  const names = new Set<ColorName>()
  if (chroma < mostGray || lightness < 0.26) names.add(colorlessName(lightness, chroma))
  if (chroma >= leastChroma)
    for (const shift of [0, -hueWithin, hueWithin])
      names.add(hueName({ ...color, hue: (hue + shift + 360) % 360 }))
  return names
}

function colorlessName(lightness: number, chroma: number): ColorName {
  if (lightness < 0.29) return 'black'
  return lightness > 0.9 && chroma < mostGray ? 'white' : 'gray'
}

/** Each hue begins where the one before it ends, in degrees. */
const hues: readonly { readonly until: number; name(color: Oklch): ColorName }[] = [
  { until: 12, name: ({ lightness }) => (lightness > 0.5 ? 'pink' : 'red') },
  { until: 40, name: reddish },
  { until: 78, name: (color) => (isBrown(color) ? 'brown' : 'orange') },
  { until: 115, name: yellowish },
  { until: 168, name: () => 'green' },
  { until: 216, name: () => 'cyan' },
  { until: 284, name: () => 'blue' },
  { until: 334, name: () => 'purple' },
  { until: 360, name: ({ lightness }) => (lightness > 0.5 ? 'pink' : 'purple') },
]

function hueName(color: Oklch): ColorName {
  return hues.find(({ until }) => color.hue < until)?.name(color) ?? 'pink'
}

function reddish(color: Oklch): ColorName {
  if (color.lightness > 0.72) return 'pink'
  return color.hue > 28 && color.chroma < 0.1 ? 'brown' : 'red'
}

function yellowish({ lightness, hue }: Oklch): ColorName {
  if (lightness > 0.66) return 'yellow'
  return hue < 98 ? 'brown' : 'green'
}

/** Brown is a dark or a dull orange. */
function isBrown({ lightness, chroma }: Oklch): boolean {
  return lightness < 0.65 || (chroma < 0.13 && lightness < 0.7) || (chroma < 0.07 && lightness < 0.85)
}

function toOklch(rgb: number): Oklch {
  const linear = (shift: number) => {
    const share = ((rgb >> shift) & 255) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  const [red, green, blue] = [linear(16), linear(8), linear(0)]
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  }
}
