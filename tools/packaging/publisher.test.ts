import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findUnknownPublisher, publisherOf } from './publisher.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const named = {
  ATELIER_HOMEPAGE: 'https://atelier.studio',
  ATELIER_MAINTAINER: 'Ada Example <ada@atelier.studio>',
  ATELIER_WINDOWS_PUBLISHER: 'Atelier Ltd',
}

describe('[PACK390] a release is refused in one sentence', () => {
  test.each([
    ['without any name', {}, Object.keys(named)],
    ['without a homepage', { ...named, ATELIER_HOMEPAGE: undefined }, ['ATELIER_HOMEPAGE']],
    ['with a made-up one', { ...named, ATELIER_HOMEPAGE: 'https://atelier.example' }, ['ATELIER_HOMEPAGE']],
    ['with one that is no https address', { ...named, ATELIER_HOMEPAGE: 'atelier' }, ['ATELIER_HOMEPAGE']],
    ['with a maintainer without an address', { ...named, ATELIER_MAINTAINER: 'Ada' }, ['ATELIER_MAINTAINER']],
    [
      'with a made-up maintainer',
      { ...named, ATELIER_MAINTAINER: publisherOf({}).maintainer },
      ['ATELIER_MAINTAINER'],
    ],
    [
      'with an empty publisher for Windows',
      { ...named, ATELIER_WINDOWS_PUBLISHER: ' ' },
      ['ATELIER_WINDOWS_PUBLISHER'],
    ],
  ])('%s', (_, environment, open) => {
    const sentence = findUnknownPublisher(environment) ?? ''
    for (const name of Object.keys(named)) expect(sentence.includes(name)).toBe(open.includes(name))
    expect(sentence.match(/[.]/g)).toHaveLength(2)
  })

  test('and otherwise not', () => {
    expect(findUnknownPublisher(named)).toBeNull()
    expect(publisherOf(named)).toEqual({
      homepage: 'https://atelier.studio',
      maintainer: 'Ada Example <ada@atelier.studio>',
      windows: 'Atelier Ltd',
    })
  })

  // Starts a program.
  test('before anything is built', () => {
    const { ATELIER_HOMEPAGE: _, ...environment } = process.env
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['tools/packaging/package.ts', '--release'],
      { cwd: root, env: environment, encoding: 'utf8' },
    )
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('ATELIER_HOMEPAGE')
  })
})
