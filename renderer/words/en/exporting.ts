import type { ExportLook, ExportView, UnfinishedExport } from '../../../shared/bridge/export-procedures.ts'
import { format } from './format.ts'

function files(count: number): string {
  return count === 1 ? '1 file' : `${format.number(count)} files`
}

function named({ count, names }: ExportView['left']): string {
  const others = count - names.length
  return others === 0 ? format.list(names) : `${names.join(', ')} and ${format.number(others)} more`
}

/** The dialog that exports files, from every screen. */
export const exporting = {
  title: (count: number | null) => (count === null ? 'Export' : `Export ${files(count)}`),
  reading: 'Reading the files…',
  to: 'Export to',
  zip: 'ZIP',
  folder: 'Folder',
  path: 'Folder path',
  pathHint: 'Such as /home/ann/exports. A missing folder is made; nothing in it is overwritten.',
  choose: 'Choose…',
  template: 'File names',
  tokens: 'Insert',
  unknownTokens: (tokens: readonly string[]) =>
    tokens.length === 1
      ? `${tokens[0]} is not one of these parts. It stays in the names as written.`
      : `${format.list(tokens)} are not among these parts. They stay in the names as written.`,
  example: (name: string) => `For example ${name}`,
  metadata: 'Prompt, settings, price, rating and tags',
  ways: { embed: 'In each file', sidecar: 'Beside each file', unchanged: 'Leave out' },
  wayHints: {
    embed: 'Lightroom, Bridge, digiKam and exiftool read them. Images, videos and audio stay as they are.',
    sidecar: 'Each file stays byte for byte as it came, with an .xmp file beside it.',
    unchanged: 'Each file stays byte for byte as it came.',
  },
  sidecars: (count: number) =>
    count === 1
      ? '1 file can’t hold them: an .xmp file is put beside it.'
      : `${format.number(count)} files can’t hold them: an .xmp file is put beside each.`,
  provenance: 'Content Credentials',
  provenanceHint: ({ provenance, lookedInto, files: all }: ExportLook) =>
    `${provenance === 1 ? '1 file has' : `${format.number(provenance)} files have`} Content Credentials (C2PA)${lookedInto < all ? `, of the first ${format.number(lookedInto)}` : ''}. Writing into such a file makes them invalid.`,
  provenanceWays: { keep: 'Keep valid, write beside', embed: 'Write anyway' },
  writer: 'Prompt writer',
  writerHint: 'Optional. Written with each prompt; empty names nobody.',
  total: ({ files: count, bytes }: ExportLook) => `${files(count)}, ${format.bytes(bytes)}`,
  left(left: ExportView['left']) {
    const them = left.count === 1 ? 'it' : 'them'
    return `Missing or damaged on this disk, and left out: ${named(left)}. The filter is:missing finds ${them}, with the way to get ${them} back.`
  },
  cancel: 'Cancel',
  export: 'Export',
  close: 'Close',
  back: 'Change settings',
  again: 'Retry',
  stop: 'Cancel export',
  running: ({ done, total }: ExportView) => `${format.number(done)} of ${files(total)} written`,
  runningHint: 'Closing this window doesn’t stop the export.',
  done: ({ written, bytes, folder }: ExportView) =>
    `${files(written)} exported, ${format.bytes(bytes)}, to ${folder}`,
  cancelled: ({ written, total }: ExportView) =>
    `Canceled. ${format.number(written)} of ${files(total)} ${written === 1 ? 'is in the folder, complete' : 'are in the folder, each complete'}. Exporting the same again adds new copies.`,
  failed: ({ written, total }: ExportView, reason: string) =>
    written === 0
      ? `Nothing was exported. ${reason}`
      : `Stopped after ${format.number(written)} of ${files(total)}. ${reason} Files already written are complete; Retry continues.`,
  /** Why one has ended whose Atelier has. */
  interrupted: 'Atelier closed before it was done.',
  /** Exports that were stopped or killed. */
  unfinished: {
    title: 'Unfinished exports',
    hint: (count: number) =>
      count === 0
        ? 'There are no unfinished exports.'
        : 'Continue writes the rest, under the same names and with the same settings. Files already written are complete and are kept.',
    state: ({ written, files: all, startedAt }: UnfinishedExport) =>
      `${format.number(written)} of ${files(all)} written, started ${format.dateTime(new Date(startedAt).toISOString())}`,
    resume: 'Continue',
    resumeOf: ({ folder }: UnfinishedExport) => `Continue the export to ${folder}`,
    forget: 'Don’t continue',
    forgetOf: ({ folder }: UnfinishedExport) => `Don’t continue the export to ${folder}`,
  },
  /** Of the folder that was asked for. */
  folderProblems: {
    relative: (folder: string) => `“${folder}” is no whole path. Give one such as /home/ann/exports.`,
    no_folder: (folder: string) => `There is a file where the folder ${folder} would be.`,
  },
  problems: {
    full: 'The disk is full: make room, or choose another folder.',
    refused: 'The folder can’t be written by this user.',
    failing: 'The disk could not be written.',
    damaged: 'The disk could not be written.',
  },
  busy: 'Another export is running. Wait for it, or cancel it.',
  zipped: (count: number) =>
    `${files(count)} are being downloaded as one ZIP.`.replace('1 file are', '1 file is'),
  nothing: 'None of these files is on this disk.',
} as const
