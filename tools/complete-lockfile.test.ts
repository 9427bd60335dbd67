import { expect, test } from 'vitest'
import { completeLockfile } from './complete-lockfile.ts'

const tool = {
  version: '2.0.0',
  optionalDependencies: {
    '@tool/linux-x64': '2.0.0',
    '@tool/linux-arm64-musl': '2.0.0',
    '@tool/win32-x64': '2.0.0',
  },
}

test('each omitted platform gets an entry that only that platform installs', () => {
  const { lockfile, added } = completeLockfile({
    packages: { '': {}, 'node_modules/tool': tool, 'node_modules/@tool/linux-x64': { version: '2.0.0' } },
  })
  expect(added).toEqual(['@tool/linux-arm64-musl', '@tool/win32-x64'])
  expect(lockfile.packages['node_modules/@tool/linux-arm64-musl']).toEqual({
    version: '2.0.0',
    cpu: ['arm64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  })
  expect(lockfile.packages['node_modules/@tool/win32-x64']).toMatchObject({ os: ['win32'], cpu: ['x64'] })
})

test('a package in a parent folder is not missing', () => {
  const packages = {
    'node_modules/a/node_modules/tool': { optionalDependencies: { '@tool/linux-x64': '2.0.0' } },
    'node_modules/@tool/linux-x64': { version: '2.0.0' },
  }
  expect(completeLockfile({ packages }).added).toEqual([])
})

test('a name without a platform is refused rather than guessed', () => {
  const packages = { 'node_modules/a': { optionalDependencies: { 'left-pad': '1.0.0' } } }
  expect(() => completeLockfile({ packages })).toThrow('left-pad@1.0.0')
})
