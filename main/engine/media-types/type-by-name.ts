import { ownMember } from '../../../shared/own-member.ts'

/** The type of a file that may be anything. */
export const anyFile = 'application/octet-stream'

/** Under which a file that is no medium is kept, whatever its name. */
export const otherExtension = '.bin'

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  glb: 'model/gltf-binary',
  gz: 'application/gzip',
  json: 'application/json',
  md: 'text/markdown',
  mid: 'audio/midi',
  pdf: 'application/pdf',
  srt: 'application/x-subrip',
  svg: 'image/svg+xml',
  tar: 'application/x-tar',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  vtt: 'text/vtt',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
}

/** The type of a file that is no medium, by the ending of its name: its bytes show none (INP343). */
export function typeByName(name: string): string {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return ownMember(types, ending) ?? anyFile
}
