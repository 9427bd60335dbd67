import type { InputKind } from '../api/media.ts'

/**
 * The most pixels that a page decodes at once, by kind. A browser decodes an image whole, even for a thumbnail:
 * 4 bytes per pixel, so 256 MiB for 8192 × 8192. Of a video it holds several frames; 8K is the largest size
 * that players support.
 */
const mostPixels: Readonly<Record<InputKind, number>> = {
  image: 64 * 1024 ** 2,
  video: 32 * 1024 ** 2,
  audio: Number.POSITIVE_INFINITY,
  other: Number.POSITIVE_INFINITY,
}

interface Sized {
  readonly kind: InputKind
  readonly width: number | null
  readonly height: number | null
}

/**
 * Whether showing a file, however small, would take more memory than a page may use; false where its size is
 * unknown.
 */
export function isTooLargeToShow({ kind, width, height }: Sized): boolean {
  return (width ?? 0) * (height ?? 0) > mostPixels[kind]
}

/** How many files one drag takes out of the window. */
export const mostFilesDraggedOut = 500
