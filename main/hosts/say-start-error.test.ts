import { expect, test } from 'vitest'
import { BrokenLibraryError, StartError, type StartTrouble } from '../infra/start-error.ts'
import { firstWords as words } from '../words/choose-words.ts'
import { sayEffect, sayStartError } from './say-start-error.ts'

const path = '/data/library.sqlite'

const samples: { readonly [Code in StartTrouble['code']]: Extract<StartTrouble, { readonly code: Code }> } = {
  folder_unwritable: { code: 'folder_unwritable', path, systemWords: 'EACCES' },
  folder_full: { code: 'folder_full', path },
  folder_in_use: { code: 'folder_in_use', path },
  outside_folder: { code: 'outside_folder', path },
  library_newer: { code: 'library_newer', format: 31, newest: 30 },
  library_missing: { code: 'library_missing', path },
  library_is_link: { code: 'library_is_link', path },
  library_no_file: { code: 'library_no_file', path },
  library_empty: { code: 'library_empty', path },
  library_headless: { code: 'library_headless', path },
  library_of_others: { code: 'library_of_others', path },
  library_disk_full: { code: 'library_disk_full', path },
  library_without_backup: { code: 'library_without_backup', path },
  set_aside_is_link: { code: 'set_aside_is_link', path },
  library_cut: { code: 'library_cut', path, bytes: 12_288, statedBytes: 20_480 },
  library_damaged: { code: 'library_damaged', path, systemWords: 'tables are missing' },
  library_unreadable: { code: 'library_unreadable', path, systemWords: 'EACCES' },
  library_unreadable_now: { code: 'library_unreadable_now', path, systemWords: 'database is locked' },
  library_unopened: { code: 'library_unopened', path, systemWords: 'no such table' },
  library_log_cut: { code: 'library_log_cut', path, since: Date.UTC(2026, 10, 20, 9, 30) },
  library_sound: { code: 'library_sound', path, option: '--new-library' },
  way_out_closed: {
    code: 'way_out_closed',
    option: '--keep-library',
    why: { code: 'library_missing', path },
  },
}

test('everything that stops a start is said in sentences, with all that it is about', () => {
  for (const trouble of Object.values(samples)) {
    const sentence = sayStartError(new StartError(trouble), words)
    expect(sentence, trouble.code).toMatch(/^\S.*\S$/)
    for (const [name, value] of Object.entries(trouble))
      if (name !== 'code' && name !== 'since' && name !== 'why') expect(sentence).toContain(String(value))
  }
  expect(sayStartError(new StartError(samples.library_log_cut), words)).toContain(
    'after 2026-11-20 09:30 UTC',
  )
})

test('a library without a sound backup says so, also where a way out is closed', () => {
  const broken = new BrokenLibraryError(samples.library_missing, {
    lacksBackup: true,
    waysOut: [{ way: 'new' }],
  })
  expect(sayStartError(broken, words)).toBe(
    `The library ${path} is missing. Nothing was changed, and nothing was sent. There is no sound backup beside it.`,
  )
  expect(sayStartError(new BrokenLibraryError(samples.way_out_closed, broken), words)).toMatch(
    /^--keep-library can’t be done here\. The library .+ is missing\. .+ There is no sound backup beside it\.$/,
  )
})

test('a way out says what it brings back', () => {
  expect(sayEffect({ way: 'rebuild', files: 1 }, words)).toMatch(/^makes a new library of the file in media;/)
  expect(sayEffect({ way: 'rebuild', files: 1_200 }, words)).toMatch(/the 1,200 files in media/)
  expect(sayEffect({ way: 'restore', madeAt: Date.UTC(2026, 10, 20) }, words)).toContain(
    '2026-11-20 00:00 UTC',
  )
})
