import { ReasonError } from '../reason-error.ts'

/** In the place of a file, or of a folder above it, lies something that is not read: a link, a folder, a pipe, a device. */
export class ReplacedFileError extends ReasonError {
  override readonly name = 'ReplacedFileError'
}
