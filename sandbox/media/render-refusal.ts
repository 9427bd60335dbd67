import type { MediaKind } from '../../shared/api/media.ts'

/**
 * A job can't be rendered for a reason that its caller should see: `code` and `message` are in the job record.
 */
export class RenderRefusal extends Error {
  override readonly name = 'RenderRefusal'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

const names: Readonly<Record<MediaKind, string>> = { image: 'image', video: 'video', audio: 'sound' }

/** The error where an input file can't be decoded as the kind of its field. */
export function unreadable(field: string, kind: MediaKind, cause?: unknown): RenderRefusal {
  const message = `${field}: holds no ${names[kind]} that can be read. The job was not billed.`
  return new RenderRefusal('input_unreadable', message, { cause })
}
