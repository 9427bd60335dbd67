import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { firstWords } from '../../words/choose-words.ts'
import { writeOpeningFile } from './opening-file.ts'

const address = 'http://127.0.0.1:4100/#token=abc-DEF_123'
const hour = 3_600_000

test.skipIf(process.platform === 'win32')(
  '[HOST1] it is readable by this user only, whatever the umask',
  () => {
    const before = process.umask(0)
    const { path } = writeOpeningFile(address, firstWords, { places: [temporaryFolder()] })
    process.umask(before)
    expect([lstatSync(path).mode & 0o777, lstatSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700])
  },
)

test('[HOST1] it redirects by itself and by a click, runs no script and sends no referrer', () => {
  const { path } = writeOpeningFile(address, firstWords, { places: [temporaryFolder()] })
  const page = readFileSync(path, 'utf8')
  expect(page).toContain(`http-equiv="refresh" content="0; url=${address}"`)
  expect(page).toContain(`<a href="${address}">`)
  expect(page).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none'"`)
  expect(page).toContain('name="referrer" content="no-referrer"')
})

test.runIf(process.platform === 'linux')(
  '[HOST1] on Linux it is a visible entry of the home folder, where a browser from a snap can read it',
  () => {
    const { path, remove } = writeOpeningFile(address, firstWords)
    expect(dirname(dirname(path))).toBe(homedir())
    expect(basename(dirname(path))).toMatch(/^[^.]/)
    remove()
  },
)

test('[HOST1] where a place is not writable, the next one is used; where none is, it throws', () => {
  const [taken, free] = [join(temporaryFolder(), 'none'), temporaryFolder()]
  const { path } = writeOpeningFile(address, firstWords, { places: [taken, free] })
  expect(dirname(dirname(path))).toBe(free)
  expect(() => writeOpeningFile(address, firstWords, { places: [taken] })).toThrow('ENOENT')
})

test('[HOST3] it is deleted with its folder, and deleting it twice does no harm', () => {
  const place = temporaryFolder()
  const { remove } = writeOpeningFile(address, firstWords, { places: [place] })
  remove()
  remove()
  expect(readdirSync(place)).toEqual([])
})

test('[HOST3] other files beside it stay', () => {
  const { path, remove } = writeOpeningFile(address, firstWords, { places: [temporaryFolder()] })
  writeFileSync(join(dirname(path), 'mine.txt'), 'mine')
  remove()
  expect(readdirSync(dirname(path))).toEqual(['mine.txt'])
})

test('[HOST3] a killed host’s file is deleted with the next one’s, and nothing else', () => {
  const place = temporaryFolder()
  const left = writeOpeningFile(address, firstWords, { places: [place] })
  const elsewhere = temporaryFolder()
  writeFileSync(join(elsewhere, 'open-atelier.html'), 'not ours')
  symlinkSync(elsewhere, join(place, 'atelier-open-link'))
  mkdirSync(join(place, 'atelier-other'))
  writeFileSync(join(place, 'atelier-open-file'), 'a file')
  writeOpeningFile(address, firstWords, { places: [place] })
  expect(existsSync(left.path)).toBe(true)
  const { path } = writeOpeningFile(address, firstWords, { places: [place], now: Date.now() + hour })
  expect([existsSync(left.path), existsSync(path)]).toEqual([false, true])
  expect(existsSync(join(elsewhere, 'open-atelier.html'))).toBe(true)
  const names = ['atelier-open-file', 'atelier-open-link', 'atelier-other', basename(dirname(path))]
  expect(readdirSync(place).toSorted()).toEqual(names.toSorted())
})

test('[HOST3] one that can’t be deleted is left, and that breaks nothing', () => {
  const { path, remove } = writeOpeningFile(address, firstWords, { places: [temporaryFolder()] })
  rmSync(path)
  mkdirSync(path)
  remove()
  expect(existsSync(path)).toBe(true)
})

test('[HOST3] an old one that can’t be deleted does not prevent opening', () => {
  const place = temporaryFolder()
  const left = join(place, 'atelier-open-left', 'open-atelier.html')
  mkdirSync(left, { recursive: true })
  const { path } = writeOpeningFile(address, firstWords, { places: [place], now: Date.now() + hour })
  expect([existsSync(path), existsSync(left)]).toEqual([true, true])
})
