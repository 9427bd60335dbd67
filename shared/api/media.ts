export const mediaKinds = ['image', 'video', 'audio'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** Of the person's own files: also those that are no medium, which only a part of a form takes (INP343). */
export const inputKinds = [...mediaKinds, 'other'] as const
export type InputKind = (typeof inputKinds)[number]

/** The maximum length of a media field's URL, in characters (interface: Limits). */
export const mediaUrlMaxLength = 1024
