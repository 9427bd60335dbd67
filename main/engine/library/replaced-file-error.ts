import { ReasonError } from '../reason-error.ts'

/** A file, or a folder above it, is something that is not read: a link, a folder, a pipe, a device. */
export class ReplacedFileError extends ReasonError {
  override readonly name = 'ReplacedFileError'
}
