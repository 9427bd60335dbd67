import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

function shown(text: string): string {
  return renderToStaticMarkup(<Markdown text={text} />)
    .replace(/ class="[^"]*"/g, '')
    .replace(/^<div>|<\/div>$/g, '')
}

test.each([
  ['One.\n\nTwo **bold** and `code`.', '<p>One.</p><p>Two <strong>bold</strong> and <code>code</code>.</p>'],
  ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
  ['## Prices', '<h3>Prices</h3>'],
  [
    '| Size | Compute units |\n|---|---|\n| 1K | 12 |',
    '<div><table><thead><tr><th scope="col">Size</th><th scope="col">Compute units</th></tr></thead><tbody><tr><td>1K</td><td>12</td></tr></tbody></table></div>',
  ],
  [
    '[docs](https://docs.example/a)',
    '<p><a href="https://docs.example/a" target="_blank" rel="noreferrer">docs</a></p>',
  ],
  ['[a](http://docs.example) [b](javascript:alert(1))', '<p>a b</p>'],
  ['[a](https://me:secret@docs.example)', '<p>a</p>'],
  ['![a cat](https://tracker.example/1.png)', '<p>a cat</p>'],
  ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
  ['a <script>alert(1)</script>', '<p>a &lt;script&gt;alert(1)&lt;/script&gt;</p>'],
])('[CAT41] %j is shown as %s', (text, expected) => {
  expect(shown(text)).toBe(expected)
})

test('[CAT41] any text is shown, and makes no element but those of Markdown', () => {
  const marks = fc.string({ unit: fc.constantFrom(...'<>&"[]()!*_`|-#\n :/ahtps1') })
  const known =
    /^<\/?(p|h3|ul|ol|li|hr\/?|pre|code|blockquote|strong|em|del|br\/?|a|div|table|thead|tbody|tr|th|td)( (href="https:[^"<>]*" target="_blank" rel="noreferrer"|scope="col"))?>$/
  fc.assert(
    fc.property(marks, (text) => {
      for (const [tag] of shown(text).matchAll(/<[^>]*>/g)) expect(tag).toMatch(known)
    }),
    { numRuns: 2_000 },
  )
})

test.each(['>', '- ', '**', '[', '`', '*a ', '| a ', '<a ', '**_a'])(
  '[CAT41] 40,000 characters of %j are shown',
  { timeout: 10_000 },
  (mark) => {
    expect(shown(mark.repeat(40_000 / mark.length)).length).toBeGreaterThan(0)
  },
)
