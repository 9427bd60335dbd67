/** A colour in OKLCH: lightness 0-1, chroma 0-0.4, hue in degrees. */
export interface Color {
  readonly l: number
  readonly c: number
  readonly h: number
}

export function color(l: number, c: number, h: number): Color {
  return { l, c, h: ((h % 360) + 360) % 360 }
}

const channelsOf = new WeakMap<Color, string>()

/**
 * The colour as CSS; chroma is lowered until sRGB can hold it. Cached per colour: videos request the same ones
 * repeatedly.
 */
export function css(one: Color, alpha = 1): string {
  let channels = channelsOf.get(one)
  if (channels === undefined) {
    channels = toRgb(one.l, one.c, one.h).join(', ')
    channelsOf.set(one, channels)
  }
  return `rgba(${channels}, ${Math.min(1, Math.max(0, alpha)).toFixed(4)})`
}

/** Interpolates two colours in OKLab, so that nothing garish lies in between. */
export function mix(from: Color, to: Color, share: number): Color {
  const a = toLab(from)
  const b = toLab(to)
  return fromLab(from.l + (to.l - from.l) * share, a.a + (b.a - a.a) * share, a.b + (b.b - a.b) * share)
}

/** The same colour with its lightness and chroma scaled and its hue turned. */
export function adjust({ l, c, h }: Color, { light = 1, chroma = 1, turn = 0 }): Color {
  return color(Math.min(1, l * light), c * chroma, h + turn)
}

function toLab({ c, h }: Color): { a: number; b: number } {
  const angle = (h * Math.PI) / 180
  return { a: c * Math.cos(angle), b: c * Math.sin(angle) }
}

function fromLab(l: number, a: number, b: number): Color {
  return color(l, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI)
}

function toRgb(l: number, c: number, h: number): readonly number[] {
  for (let chroma = c; chroma > 0.002; chroma *= 0.92) {
    const linear = toLinear(l, chroma, h)
    if (linear.every((channel) => channel > -0.0005 && channel < 1.0005)) return linear.map(toByte)
  }
  return toLinear(l, 0, h).map(toByte)
}

/** Björn Ottosson's OKLab to linear sRGB. */
function toLinear(lightness: number, chroma: number, h: number): number[] {
  const { a, b } = toLab({ l: lightness, c: chroma, h })
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function toByte(linear: number): number {
  const clamped = Math.min(1, Math.max(0, linear))
  const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
}

/** A colour this grey has no useful hue. */
const leastChroma = 0.015

/** The hue in degrees of an sRGB colour (each 0 to 1); null for greys. */
export function hueOfRgb(red: number, green: number, blue: number): number | null {
  const [r, g, b] = [red, green, blue].map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const one = fromLab(
    0,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  )
  return one.c < leastChroma ? null : one.h
}
