import type { IntakeReason } from '../../forms/intake-reason.ts'
import { format } from './format.ts'
import { oneMedia } from './inputs.ts'

function omitted(names: readonly string[], room: number): string {
  const [first = ''] = names
  const which = names.length === 1 ? `“${first}” was` : `${names.length} were`
  if (room === 1) return `This field takes one; ${which} left out.`
  return room === 0
    ? `This field is full; ${which} left out.`
    : `There was room for ${room}; ${which} left out.`
}

function reason(why: IntakeReason): string {
  switch (why.code) {
    case 'empty_file':
      return 'The file is empty.'
    case 'unknown_kind':
      return 'This isn’t an image, video or audio file that Atelier supports, whatever its name says.'
    case 'heic':
      return 'HEIC images aren’t supported. Export the image as JPEG or PNG and add that.'
    case 'svg':
      return 'SVG images aren’t supported. Export the image as PNG and add that.'
    case 'damaged':
      return 'The file is damaged or was cut short. Save or copy it once more.'
    case 'too_large':
      return why.isFileOnly
        ? 'The file is larger than 256 MiB. Make it smaller.'
        : 'The file is larger than 256 MiB. Make it smaller, or put it on the web and add its URL.'
    case 'storage_failed':
      return 'The file could not be kept on this machine. Is the disk full?'
    case 'disconnected':
      return 'The file didn’t reach Atelier’s engine. Try again.'
    case 'gone':
      return 'This file is not in the library any more.'
    case 'folder':
      return 'This is a folder. Add the files inside it.'
    case 'wrong_kind':
      return `That is ${oneMedia[why.got]}; this field takes ${oneMedia[why.wanted]}.`
    case 'left_out':
      return omitted(why.names, why.room)
    case 'url_too_long':
      return `URLs have at most ${format.number(why.maximum)} characters; this has ${format.number(why.actual)}. Save the file and add it from disk.`
    case 'not_a_url':
      return 'A URL begins with http:// or https:// and has no spaces and no password in it.'
    case 'inside_a_page':
      return 'That is only inside the page it came from. Save it, then add the file.'
    case 'no_url':
      return 'The service takes only a file here, no URL. Save it, then add the file.'
    case 'nothing':
      return 'There is no file and no URL in this.'
  }
}

/** Of files that are being added, or were not. */
export const intake = {
  reason,
  reasonOf: (name: string, why: IntakeReason) =>
    name === '' || why.code === 'left_out' ? reason(why) : `${name}: ${reason(why)}`,
  dismissReason: 'Dismiss',
  readSoFar: (sent: number, total: number) => `${format.bytes(sent)} of ${format.bytes(total)}`,
  stopReading: (name: string) => `Stop reading ${name}`,
}
