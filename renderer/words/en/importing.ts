import type { ImportView } from '../../../shared/bridge/import-procedures.ts'
import { format } from './format.ts'

function files(count: number): string {
  return count === 1 ? '1 file' : `${format.number(count)} files`
}

/** The dialogs that take a folder, or files, into the library. */
export const importing = {
  title: 'Import a folder',
  path: 'Folder path',
  choose: 'Choose…',
  hint: 'Files that Atelier exported come back with recipe, price, rating, tags and note; files of other programs with prompt and seed. The folder stays as it is, and nothing is added twice.',
  cancel: 'Cancel',
  start: 'Import',
  busy: 'Another import is under way. Wait for it, or cancel it.',
  running: ({ done, total }: ImportView) =>
    total === 0 ? 'Looking through the folder…' : `${format.number(done)} of ${files(total)} looked at`,
  runningHint: 'Closing this window doesn’t stop the import.',
  done: ({ added, known }: Pick<ImportView, 'added' | 'known'>) =>
    `${files(added)} added${known === 0 ? '' : `, ${format.number(known)} already in the library`}.`,
  cancelled: ({ added }: ImportView) =>
    `Canceled. ${files(added)} added; importing the same folder again continues.`,
  failed: ({ added }: ImportView, why: string) =>
    added === 0
      ? `Nothing was added. ${why}`
      : `Stopped after ${files(added)}. ${why} Importing the same folder again continues.`,
  /** Of the folder that was asked for. */
  folderProblems: {
    relative: (folder: string) => `“${folder}” is no whole path. Give one such as /home/ann/exports.`,
    no_folder: (folder: string) => `There is no folder ${folder}. Check its path, or choose another one.`,
    own_folder: (folder: string) =>
      `${folder} is part of Atelier’s own data, or holds it. Choose a folder of exported files.`,
  },
  problems: {
    full: 'The disk is full.',
    refused: 'The folder, or the library, can’t be used by this user.',
    failing: 'The disk could not be read or written.',
    damaged: 'The disk could not be read or written.',
  },
  refused: (count: number) => `Not added: ${files(count)}`,
  why: {
    unknown_kind: 'no image, video or audio that Atelier knows',
    carries_nothing: 'it doesn’t say how it was made',
    too_large: 'larger than 16 GiB',
    unreadable: 'it could not be read',
    changed: 'it was changed while it was copied',
    is_folder: 'a folder; choose “Import a folder…” for it',
    is_large: 'larger than 256 MiB; import its folder',
    is_settings: 'a settings file; drop it with its image, video or audio, or import its folder',
  },
  /** Files that were dropped. */
  files: {
    title: (count: number) => `Import ${files(count)}`,
    running: ({ done, total }: { readonly done: number; readonly total: number }) =>
      `${format.number(done)} of ${files(total)} looked at`,
    runningHint: 'Closing this window cancels the import.',
    cancelled: (added: number) => `Canceled. ${files(added)} added.`,
    failed: (added: number, why: string) =>
      added === 0 ? `Nothing was added. ${why}` : `Stopped after ${files(added)}. ${why}`,
    busy: 'A folder is being imported. Wait for it, or cancel it.',
    folder: 'Import a folder…',
  },
  more: (count: number) => `and ${format.number(count)} more`,
  stop: 'Cancel import',
  another: 'Another folder',
  again: 'Try again',
  close: 'Close',
} as const
