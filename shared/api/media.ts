export const mediaKinds = ['image', 'video', 'audio'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** The maximum length of a media field's URL, in characters (interface: Limits). */
export const mediaUrlMaxLength = 1024
