export const mediaKinds = ['image', 'video', 'audio'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** The longest URL that a media field accepts, in characters (interface: Limits). */
export const mediaUrlMaxLength = 1024
