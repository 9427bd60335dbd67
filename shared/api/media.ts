export const mediaKinds = ['image', 'video', 'audio'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** The longest URL a media field takes, in characters (interface: Limits). */
export const mediaUrlMaxLength = 1024
