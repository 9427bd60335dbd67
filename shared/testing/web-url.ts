import fc from 'fast-check'
import { anyCharacter } from './any-character.ts'

/*
 * The parts of web addresses as fast-check makes them, from the same seeds. Its own take a second to make their first,
 * for the reason that `anyCharacter` gives.
 */

const percentEncoded = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }).map((character) => {
  const encoded = encodeURIComponent(character)
  return encoded === character ? `%${character.charCodeAt(0).toString(16)}` : encoded
})

/** As `fc.webSegment`. */
export const webSegment: fc.Arbitrary<string> = webText("-._~!$&'()*+,;=:@")

const queryOrFragment = webText("-._~!$&'()*+,;=:@/?")

/** As `fc.webPath`: few segments, or short ones. */
const path = fc.oneof(pathOf(webSegment, 'xsmall'), pathOf(webText("-._~!$&'()*+,;=:@", 'xsmall'), 'small'))

/** A URL of the web. */
export const webUrl: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('http:', 'https:'),
    fc.domain(),
    path,
    fc.option(queryOrFragment),
    fc.option(queryOrFragment),
  )
  .map(([scheme, host, path, query, fragment]) => {
    const end = [query === null ? '' : `?${query}`, fragment === null ? '' : `#${fragment}`].join('')
    return `${scheme}//${host}${path}${end}`
  })

function webText(marks: string, size?: fc.Size): fc.Arbitrary<string> {
  const plain = `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789${marks}`
  const unit = fc.oneof(
    { weight: 10, arbitrary: fc.mapToConstant({ num: plain.length, build: (at) => plain.charAt(at) }) },
    { weight: 1, arbitrary: percentEncoded },
  )
  return fc.string({ unit, ...(size === undefined ? {} : { size }) })
}

function pathOf(segment: fc.Arbitrary<string>, size: fc.Size): fc.Arbitrary<string> {
  return fc.array(segment, { size }).map((segments) => segments.map((one) => `/${one}`).join(''))
}
