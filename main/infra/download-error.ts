import type { CodedReason } from '../../shared/failures/reason.ts'
import { ReasonError } from '../engine/reason-error.ts'

/** Why a download can't continue. */
export class DownloadError extends ReasonError {
  override readonly name = 'DownloadError'
  /** Retrying would bring the same. */
  readonly isFinal: boolean
  /** What came so far is not to be continued from. */
  readonly invalidatesPart: boolean
  constructor(reason: CodedReason, { isFinal = false, invalidatesPart = false } = {}) {
    super(reason)
    this.isFinal = isFinal
    this.invalidatesPart = isFinal || invalidatesPart
  }
}

/** The disk has too little room; nothing can be written before there is more. */
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
