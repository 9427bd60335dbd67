import { expect, test } from 'vitest'
import { findWithoutIntegrity, withIntegrity } from './complete-integrity.ts'

const own = `sha512-${'a'.repeat(86)}==`
const other = `sha512-${'b'.repeat(86)}==`
const lockfile = {
  packages: {
    '': { name: 'atelier', version: '0.1.0' },
    'node_modules/react': { version: '19.3.1', integrity: own },
    'node_modules/@swc/core-darwin-arm64': { version: '1.2.3' },
    'node_modules/a/node_modules/b': { version: '4.5.6' },
    'node_modules/aliased': { name: 'real', version: '1.0.0' },
    'node_modules/linked': { link: true },
  },
}

test('[PACK11] every package that the lockfile lists without a digest is found, under its own name', () => {
  expect(findWithoutIntegrity(lockfile)).toEqual([
    { key: 'node_modules/@swc/core-darwin-arm64', name: '@swc/core-darwin-arm64', version: '1.2.3' },
    { key: 'node_modules/a/node_modules/b', name: 'b', version: '4.5.6' },
    { key: 'node_modules/aliased', name: 'real', version: '1.0.0' },
  ])
})

test('[PACK11] a digest is added, never replaced, and what is none fails', () => {
  const found = new Map([
    ['node_modules/@swc/core-darwin-arm64', other],
    ['node_modules/a/node_modules/b', ''],
    ['node_modules/aliased', 'sha1-abc'],
    ['node_modules/react', other],
  ])
  const { completed, missing } = withIntegrity(lockfile, found)
  expect(completed.packages['node_modules/@swc/core-darwin-arm64']).toEqual({
    version: '1.2.3',
    integrity: other,
  })
  expect(completed.packages['node_modules/react']).toEqual({ version: '19.3.1', integrity: own })
  expect(missing).toEqual(['node_modules/a/node_modules/b', 'node_modules/aliased'])
})
