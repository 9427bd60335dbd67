import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { recipeFileExtension } from '../../main/hosts/electron/deep-link.ts'
import { pageOrigin } from '../../main/hosts/electron/page-scheme.ts'
import { builderConfig } from '../packaging/builder-config.ts'
import { findInstallerFaults, findOpenFaults } from './installers.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const config = () => builderConfig({ root, app: 'app', output: 'output' }, {})

test('[PACK1] the builder’s own schema accepts the installers, with every icon', () => {
  expect(findInstallerFaults(root)).toEqual([])
})

describe('[PACK2] a release can’t be without', () => {
  test.each([
    ['a publisher for Windows', { win: { ...config().win, signtoolOptions: {} } }, 'names no publisher'],
    [
      'a publisher with a name',
      { win: { ...config().win, signtoolOptions: { publisherName: [''] } } },
      'names no publisher',
    ],
    [
      'the check of signatures',
      { win: { ...config().win, verifyUpdateCodeSignature: false } },
      'check no signature',
    ],
    ['the hardened runtime', { mac: { ...config().mac, hardenedRuntime: false } }, 'hardened runtime'],
    ['entitlements', { mac: { ...config().mac, entitlements: '/nowhere.plist' } }, 'entitlements'],
    ['an archive', { asar: false }, 'archive'],
  ])('%s', (_, change, fault) => {
    expect(findOpenFaults({ ...config(), ...change })).toEqual([expect.stringContaining(fault)])
  })

  test('and has all of them', () => {
    expect(findOpenFaults(config())).toEqual([])
  })
})

test('where updates come from is a folder on the web, the repository’s releases, or nowhere', () => {
  const feed = (environment: Record<string, string>) =>
    builderConfig({ root, app: 'app', output: 'output' }, environment).publish
  expect(feed({})).toBeNull()
  expect(feed({ GITHUB_REPOSITORY: 'a/b' })).toMatchObject({ provider: 'github', owner: 'a', repo: 'b' })
  const url = 'https://updates.example'
  expect(feed({ GITHUB_REPOSITORY: 'a/b', ATELIER_UPDATES_URL: url })).toEqual({ provider: 'generic', url })
  expect(() => feed({ ATELIER_UPDATES_URL: 'http://updates.example' })).toThrow('not https')
})

test('[PACK35] systems know links and recipes by the names that the desktop opens', () => {
  expect(config().fileAssociations).toMatchObject([{ ext: recipeFileExtension.slice(1) }])
  expect(config().protocols).toEqual([
    { name: 'Atelier', schemes: [new URL(pageOrigin).protocol.slice(0, -1)] },
  ])
})
