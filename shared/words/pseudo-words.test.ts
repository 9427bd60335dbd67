import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPseudo, pseudoWords } from './pseudo-words.ts'

describe('the pseudo-language', () => {
  it('accents every letter of every text and makes it 40 % longer', () => {
    const words = pseudoWords({
      title: 'Library',
      of: (name: string, count: number) => `${count} of ${name}`,
    })
    expect(words.title).toBe('\u200fŁííƀřáářýé\u200f')
    expect(words.of('fox', 3)).toBe('\u200f3 óóƒ fox\u200f')
  })

  it('leaves what was given as it is, where it is said as it is', () => {
    const kinds = { image: 'image', audio: 'sound' }
    const words = pseudoWords({
      kind: (kind: keyof typeof kinds) => `No ${kinds[kind]}`,
      name: (name: string) => `No ${name}`,
      list: ({ names }: { names: readonly string[] }) => `Takes ${names.join(', ')}.`,
      date: (iso: string) => new Date(iso).toUTCString().slice(0, 3),
    })
    expect(words.kind('image')).toBe('\u200fÑóó ííɱááğé\u200f')
    expect(words.name('audio')).toBe('\u200fÑóó audio\u200f')
    expect(words.list({ names: ['seed', 'no'] })).toBe('\u200fŦááķééš seed, no.\u200f')
    expect(words.date('2026-11-20')).toBe('\u200fƑřííé\u200f')
    expect(words.list({ names: [words.kind('image')] })).not.toMatch(/[a-z]/i)
  })

  it('lets functions call each other through this, as the words do', () => {
    const words = pseudoWords({
      amount: () => 'Free',
      of() {
        return this.amount()
      },
    })
    expect(words.of()).toBe(words.amount())
  })

  it('leaves values other than text, and signs without letters, unchanged', () => {
    const words = pseudoWords({ none: () => null, count: () => 3, sign: '4 × 9:16', parts: ['One', '2'] })
    expect([words.none(), words.count(), words.sign]).toEqual([null, 3, '4 × 9:16'])
    expect(words.parts).toEqual(['\u200fÓÓñéé\u200f', '2'])
  })

  it('differs from every other text, and has no plain letter left', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const said = pseudoWords(text)
        expect(said).not.toMatch(/[a-z]/i)
        if (/[a-z]/i.test(text)) expect(isPseudo(said)).toBe(true)
        expect(said.length).toBeGreaterThanOrEqual(text.replaceAll('\u200f', '').length)
      }),
    )
  })

  it('does not lengthen a pseudo-text again', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const said = pseudoWords(text)
        expect(pseudoWords(said)).toBe(said)
      }),
    )
  })
})
