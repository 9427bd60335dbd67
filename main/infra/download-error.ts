import type { CodedReason } from '../../shared/failures/reason.ts'
import { ReasonError } from '../engine/reason-error.ts'

/** Why a download can't continue. */
export class DownloadError extends ReasonError {
  override readonly name = 'DownloadError'
  /** A retry would give the same result. */
  readonly isFinal: boolean
  /** The bytes received so far can't be continued. */
  readonly invalidatesPart: boolean
  constructor(reason: CodedReason, { isFinal = false, invalidatesPart = false } = {}) {
    super(reason)
    this.isFinal = isFinal
    this.invalidatesPart = isFinal || invalidatesPart
  }
}

/** The disk has too little room; nothing can be written until space is freed. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError'
  readonly missingBytes: number
  readonly totalBytes: number | null
  constructor(missingBytes: number, totalBytes: number | null) {
    super(`${missingBytes} bytes are missing on the disk.`)
    this.missingBytes = missingBytes
    this.totalBytes = totalBytes
  }
}
