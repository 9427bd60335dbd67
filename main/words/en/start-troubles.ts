/** Why Atelier can’t start over a data folder and its library, by the code of what is wrong. */
const troubles = {
  folder_unwritable: ({ path, systemWords }: { path: string; systemWords: string }) =>
    `The data folder ${path} can’t be written (${systemWords}). Choose another with --data DIR.`,
  folder_full: ({ path }: { path: string }) =>
    `The disk of the data folder ${path} is full, so Atelier can’t start. Make room, then start again. Nothing was changed, and nothing was sent.`,
  folder_in_use: ({ path }: { path: string }) =>
    `Another Atelier is using the data folder ${path}. Close it, or choose another folder with --data DIR.`,
  outside_folder: ({ path }: { path: string }) => `${path} leaves the data folder.`,
  library_newer: ({ format, newest }: { format: number; newest: number }) =>
    `This library was written by a newer Atelier (format ${format}; this one reads up to ${newest}). Nothing was changed; open it with the newer version.`,
  library_missing: ({ path }: { path: string }) => unchanged(`The library ${path} is missing`),
  library_is_link: ({ path }: { path: string }) =>
    unchanged(`In the place of the library ${path} is a link, and Atelier follows none`),
  library_no_file: ({ path }: { path: string }) =>
    unchanged(`There is no file in the library’s place, ${path}`),
  library_empty: ({ path }: { path: string }) => unchanged(`The library ${path} is empty`),
  library_headless: ({ path }: { path: string }) =>
    unchanged(`The library ${path} does not begin as a library does`),
  library_of_others: ({ path }: { path: string }) =>
    unchanged(`${path} is a database, but no library of Atelier’s`),
  library_disk_full: ({ path }: { path: string }) =>
    unchanged(`The disk of the library ${path} is full, so it can’t be opened. Make room, then start again`),
  library_without_backup: ({ path }: { path: string }) =>
    `There is no sound backup of ${path}. Nothing was changed.`,
  set_aside_is_link: ({ path }: { path: string }) =>
    `${path} is a link, and Atelier follows none. Nothing was changed. Put a real folder in its place.`,
  library_cut: ({ path, bytes, statedBytes }: { path: string; bytes: number; statedBytes: number }) =>
    unchanged(`The library ${path} was cut short: ${bytes} of ${statedBytes} bytes are there`),
  library_damaged: ({ path, systemWords }: { path: string; systemWords: string }) =>
    unchanged(`The library ${path} is damaged (${systemWords})`),
  library_unreadable: ({ path, systemWords }: { path: string; systemWords: string }) =>
    unchanged(
      `The library ${path} can’t be read (${systemWords}). Make it readable and writable for yourself, or choose another folder with --data DIR`,
    ),
  library_unreadable_now: ({ path, systemWords }: { path: string; systemWords: string }) =>
    unchanged(
      `The library ${path} can’t be read now (${systemWords}). Close what else uses it and see that you may write there, then start again`,
    ),
  library_unopened: ({ path, systemWords }: { path: string; systemWords: string }) =>
    `The library ${path} can’t be opened: ${systemWords}. Nothing was changed, and nothing was sent. Choose another folder with --data DIR, or see what can be done: npm run -s atelier -- repair`,
  library_log_cut: ({ path, since }: { path: string; since: number }) =>
    unchanged(
      `The library’s log ${path}-wal is gone or was cut, so what was written after ${minuteOf(since)} may be missing: runs that were paid for, their prices and results. If you have the log, put it back`,
    ),
  library_sound: ({ path, option }: { path: string; option: string }) =>
    `The library ${path} is sound, so nothing was changed. Start without ${option}.`,
  /** `why`: the sentence that says what is wrong. */
  way_out_closed: ({ option, why }: { option: string; why: string }) =>
    `${option} can’t be done here. ${why}`,
}

function unchanged(words: string): string {
  return `${words}. Nothing was changed, and nothing was sent.`
}

/** Milliseconds since the epoch, to the minute. */
function minuteOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function filesInMedia(files: number): string {
  return files === 1 ? 'the file in media' : `the ${files.toLocaleString('en-US')} files in media`
}

/** What stands in the way of a start, and the ways out of it. */
export const startTroubles = {
  troubles,
  /** After a trouble of the library: a sound backup was looked for, and there is none. */
  lacksBackup: 'There is no sound backup beside it.',
  /** What a way out does and what it can’t bring back, to be read after its name. */
  effects: {
    keep: () => 'goes on with what the library holds, and takes in files that it does not know',
    restore: ({ madeAt }: { madeAt: number }) =>
      `goes back to the newest sound backup, of ${minuteOf(madeAt)}, and takes in newer files`,
    rebuild: ({ files }: { files: number }) =>
      `makes a new library of ${filesInMedia(files)}; prompts, prices, recipes and running jobs can’t be read from them`,
    new: () => 'begins anew; everything that is here is kept in set-aside',
  },
}
