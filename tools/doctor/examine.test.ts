import { describe, expect, test } from 'vitest'
import { examine, report } from './examine.ts'
import type { Machine } from './machine.ts'

const full: Machine = {
  platform: 'linux',
  environment: { DISPLAY: ':0', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' },
  node: 'v24.21.0',
  firstLine: (program) => `${program} 1.0`,
  chromium: () => '/usr/bin/chromium',
  electron: () => '/atelier/node_modules/electron/dist/electron',
}

const bare: Machine = {
  ...full,
  environment: {},
  node: 'v20.1.0',
  firstLine: () => null,
  chromium: () => null,
  electron: () => null,
}

function missingOn(machine: Machine): string[] {
  return examine(machine).flatMap(({ name, found }) => (found === null ? [name] : []))
}

test('[PACK10] a machine with everything passes, and each thing is named with what was found', () => {
  const { text, exitCode } = report(examine(full))
  expect(exitCode).toBe(0)
  expect(text).not.toMatch(/missing/i)
  for (const found of ['v24.21.0', '/usr/bin/chromium', 'ffprobe 1.0', 'electron/dist/electron', ':0'])
    expect(text).toContain(found)
})

test('[PACK10] a bare machine fails, with a way to get each thing', () => {
  const findings = examine(bare)
  expect(findings.every(({ found, way, neededFor }) => found === null && way && neededFor)).toBe(true)
  const { text, exitCode } = report(findings)
  expect(exitCode).toBe(1)
  expect(text).toContain('can’t run here without Node and Chromium.')
  expect(text).toContain('apt-get install ffmpeg')
})

describe('[PACK10] what only some of it needs is missing without failing', () => {
  test.each([
    ['Electron', { electron: () => null }],
    ['Display', { environment: { DBUS_SESSION_BUS_ADDRESS: 'x' } }],
    ['Keychain', { environment: { DISPLAY: ':0' } }],
    [
      'Keychain',
      { firstLine: (program: string) => (program.startsWith('ff') || program === 'exiftool' ? 'x' : null) },
    ],
  ])('%s', (name, change) => {
    const machine = { ...full, ...change }
    expect(missingOn(machine)).toEqual([name])
    expect(report(examine(machine)).exitCode).toBe(0)
  })
})

test.each([
  ['darwin', 'brew install ffmpeg'],
  ['win32', 'winget install Gyan.FFmpeg'],
] as const)('on %s the ways are that system’s, and its keychain and display are its own', (platform, way) => {
  const machine = { ...bare, platform }
  expect(report(examine(machine)).text).toContain(way)
  expect(missingOn(machine)).not.toContain('Keychain')
  expect(missingOn(machine)).not.toContain('Display')
})
