import { describe, expect, test } from 'vitest'
import { composeNotices, isAllowed, noticesPath, readShippedPackages } from '../packaging/licenses.ts'
import { plantFiles } from '../testing/plant-files.ts'
import { findLicenseFaults } from './shipped-licenses.ts'

/** A project whose one build contains these packages, each with a license. */
function plantBuild(licenses: Readonly<Record<string, string>>, texts = true): string {
  const always = { electron: 'MIT', rolldown: 'MIT', vite: 'MIT' }
  const packages = Object.entries({ ...always, ...licenses })
  return plantFiles({
    'dist/main/packages.json': JSON.stringify(Object.keys(licenses).map((name) => `node_modules/${name}`)),
    ...Object.fromEntries(
      packages.flatMap(([name, license]) => [
        [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', license })],
        ...(texts ? [[`node_modules/${name}/LICENSE`, `The text of ${name}`]] : []),
      ]),
    ),
  })
}

describe('[PACK5] what is shipped', () => {
  test.each(['GPL-2.0-only', 'MPL-2.0', 'UNLICENSED', 'SEE LICENSE IN LICENSE', 'MIT AND GPL-3.0', 'none'])(
    'is not shipped under %s',
    (license) => {
      const faults = findLicenseFaults(plantBuild({ codec: license }))
      expect(faults[0]).toContain(`codec@1.0.0 is shipped under ${license}`)
    },
  )

  test('comes with the text of its license', () => {
    expect(findLicenseFaults(plantBuild({ font: 'OFL-1.1' }, false))[0]).toContain('without the text')
  })

  test.each([
    ['MIT', true],
    ['(MIT OR GPL-2.0)', true],
    ['GPL-2.0 OR Apache-2.0', true],
    ['MIT AND ISC', true],
    ['(MIT AND GPL-2.0) OR GPL-3.0', false],
    ['', false],
  ])('%s may be shipped: %s', (expression, expected) => {
    expect(isAllowed(expression)).toBe(expected)
  })

  test('is asked of nothing before the first build', () => {
    expect(findLicenseFaults(plantFiles({ 'package.json': '{}' }))).toEqual([])
  })
})

test('[PACK6] the notices are of exactly what the builds contain, each text once', () => {
  const root = plantBuild({ one: 'MIT', two: 'ISC' })
  expect(findLicenseFaults(root)).toEqual([expect.stringContaining('npm run notices')])
  const packages = readShippedPackages(root) ?? []
  const notices = JSON.parse(composeNotices([...packages, ...packages])) as {
    packages: { name: string; text: number }[]
    texts: string[]
  }
  expect(notices.packages.map(({ name }) => name)).toContain('two')
  expect(notices.texts).toHaveLength(5)
  const two = notices.packages.find(({ name }) => name === 'two')
  expect(notices.texts[two?.text ?? -1]).toBe('The text of two')
  expect(noticesPath).toBe('resources/notices.json')
})
