import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ColorName, colorNames, colorNamesOf } from './color-names.ts'

const namesOf = (hex: string) => [...colorNamesOf(Number.parseInt(hex, 16))]

describe('[FIND1] a color is called what people call it', () => {
  // Colors of CSS, and of what is often photographed.
  const seen: Readonly<Record<ColorName, readonly string[]>> = {
    red: ['ff0000', 'dc143c', '8b0000', '800000', 'cd5c5c', 'ff6347', 'a52a2a'],
    orange: ['ffa500', 'ff8c00', 'ff7f50', 'f4a460', 'e8743b', 'e0ac69'],
    yellow: ['ffff00', 'ffd700', 'f0e68c', 'daa520', 'ffffe0', 'f5deb3'],
    green: ['008000', '00ff00', '2e8b57', '90ee90', '9acd32', '556b2f', '808000', '567d46'],
    cyan: ['00ffff', '008080', '40e0d0', '20b2aa', '5f9ea0', 'b0e0e6', '2b5d6b'],
    blue: ['0000ff', '000080', '87ceeb', 'add8e6', '4682b4', '1e90ff', '191970', '9fb7cc', '0b1026'],
    purple: ['800080', '4b0082', 'ee82ee', '8a2be2', '9370db', 'd8bfd8', 'ff00ff'],
    pink: ['ffc0cb', 'ff69b4', 'ff1493', 'db7093', 'fa8072', 'ff00ff'],
    brown: ['8b4513', 'a0522d', 'd2691e', 'cd853f', 'd2b48c', '6b4a2f', '8d5524'],
    black: ['000000', '0a0a0a', '111111', '0b1026', '050014'],
    white: ['ffffff', 'fffafa', 'f5f5f5', 'f0f8ff', 'e8eef4'],
    gray: ['808080', '696969', 'c0c0c0', '708090', '3b3b3d'],
  }

  test.each(colorNames)('%s', (name) => {
    for (const hex of seen[name]) expect(namesOf(hex), hex).toContain(name)
  })

  test('and nothing else, unless it lies between two', () => {
    expect(namesOf('0000ff')).toEqual(['blue'])
    expect(namesOf('808080')).toEqual(['gray'])
    expect(namesOf('ffffff')).toEqual(['white'])
    expect(namesOf('2b5d6b')).toEqual(['blue', 'cyan'])
    expect(namesOf('e8743b')).toEqual(['orange', 'red'])
  })

  test('whatever it is: at least one name, at most four', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xff_ff_ff }), (rgb) => {
        const names = [...colorNamesOf(rgb)]
        expect(names.length).toBeGreaterThan(0)
        expect(names.length).toBeLessThan(5)
        for (const name of names) expect(colorNames).toContain(name)
      }),
      { numRuns: 2_000 },
    )
  })
})
