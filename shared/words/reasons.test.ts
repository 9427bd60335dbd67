import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bridgeErrorCodes, bridgeFailureSchema } from '../bridge/error-codes.ts'
import { type CodedReason, codedReasonSchema, plainReasons } from '../failures/reason.ts'
import { readReason, writeReason } from '../failures/reason-text.ts'
import { failures, sayFailure } from './en/failures.ts'
import { sayReason, sayWhy } from './en/reasons.ts'

type Parametric = Exclude<CodedReason, { readonly code: (typeof plainReasons)[number] }>

/** What a parameter that is missing, or of another type, would read as. */
const unfilled = /undefined|\[object|NaN/
const words = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => !unfilled.test(text))
const count = fc.nat()
const why = fc.oneof(
  words,
  fc.constantFrom(...plainReasons).map((code) => ({ code })),
)

/** Any reason of each code that has parameters. */
const parametric: { readonly [Code in Parametric['code']]: Record<string, fc.Arbitrary<unknown>> } = {
  file_leads_inward: { host: words },
  file_refused: { host: words },
  file_host_unknown: { host: words },
  answer_unreadable: { json: fc.constantFrom('not_json', 'too_deep', 'too_large', 'too_many_members') },
  answer_malformed: { place: words },
  usage_malformed: { place: words },
  answer_status: { status: count },
  file_status: { status: count },
  file_incomplete: { bytes: count, totalBytes: count },
  file_length_differs: { bytes: count, savedBytes: count },
  account_away: { account: words },
  too_many_files: { files: count, fetched: count },
  disk_full: { missingBytes: count },
  link_in_place: { path: words },
  folder_is_link: { path: words },
  no_file_in_place: { path: words },
  value_renamed: { field: words, from: words, to: words },
  address_not_encrypted: { address: words },
  address_invalid: {
    address: words,
    problem: fc.constantFrom('not_an_address', 'too_long', 'credentials', 'has_query'),
  },
  address_in_clear: { address: words },
  inputs_too_large: { maxBytes: count },
  input_too_large: { maxBytes: count },
  storage: { kind: fc.constantFrom('damaged', 'full', 'refused', 'failing'), nothingSent: fc.constant(true) },
  sandbox_exit: { exitCode: fc.option(count) },
  model_unknown: { model: words },
  model_path_unknown: { model: words },
  model_path_of_other_kind: { model: words, kind: words },
  model_ended: {
    model: words,
    date: fc.option(words),
    replacement: fc.option(words),
    words: fc.option(words),
  },
  agent_budget: { limit: count, committed: count, requested: count },
  agent_asks: { limit: count, requested: fc.option(count) },
  over_bound: {
    question: fc.constantFrom('price', 'day', 'month'),
    limit: count,
    committed: count,
    requested: count,
  },
  share_refused: {
    kind: fc.constantFrom('key', 'not_allowed', 'not_found', 'too_many', 'declined', 'other'),
    status: count,
    words: fc.oneof(fc.constant(''), words),
    seconds: fc.option(count),
  },
  share_of_other_style: { style: words },
  share_unknown: { why },
  share_not_sent: { why },
  upload_refused: { file: words, status: count, words: fc.oneof(fc.constant(''), words) },
  values_invalid: { field: words, problem: words },
  file_too_large_to_show: { width: count, height: count },
  call_invalid: { procedure: words, place: words, words },
  upload_failed: { file: words, why },
  opening_failed: { service: fc.constantFrom('sandbox', 'service'), why },
  key_not_kept: { why },
  key_not_forgotten: { why },
  input_write_failed: { why },
  media_route_failed: { why },
}

const anyReason = fc.oneof(
  fc.constantFrom(...plainReasons).map((code): CodedReason => ({ code })),
  ...Object.entries(parametric).map(([code, parts]) =>
    fc.record({ code: fc.constant(code), ...parts }).map((reason) => reason as unknown as CodedReason),
  ),
)

test('every code with its parameters crosses the bridge and a column as it was', () => {
  fc.assert(
    fc.property(anyReason, fc.constantFrom(...bridgeErrorCodes), (cause, code) => {
      expect(codedReasonSchema.parse(cause)).toEqual(cause)
      expect(readReason(writeReason(cause))).toEqual(cause)
      const failure = { code, cause }
      expect(bridgeFailureSchema.parse(JSON.parse(JSON.stringify(failure)))).toEqual(failure)
    }),
    { numRuns: 1_000 },
  )
})

test('every code is said in whole sentences', () => {
  fc.assert(
    fc.property(anyReason, (reason) => {
      const sentence = sayReason(reason)
      expect(sentence.trim()).not.toBe('')
      expect(sentence).not.toMatch(unfilled)
    }),
    { numRuns: 1_000 },
  )
})

test('[SPEND2] a run without a listed price is not said to cost nothing', () => {
  const spent = { question: 'day', limit: 5_000_000, committed: 5_250_000, requested: 0 } as const
  expect(sayReason({ code: 'over_bound', ...spent })).toBe(
    'The price of this isn’t listed, and your budget of $5.00 for this day is spent: $5.25 so far. Nothing was sent.',
  )
})

test('[SPEND12] an amount that may become less is said as “at most”, and an exact one is not', () => {
  const known = { code: 'over_bound', question: 'day', limit: 5e6, committed: 4e6, requested: 2e6 } as const
  expect(sayReason(known)).toBe(
    'This costs $2.00, over your budget of $5.00 for this day: $4.00 is spent or on its way. Nothing was sent.',
  )
  expect(sayReason({ ...known, open: 1e6, isUpTo: true })).toBe(
    'This costs at most $2.00, over your budget of $5.00 for this day: at most $4.00 is spent or on its way. Nothing was sent.',
  )
  expect(sayReason({ ...known, requested: 75_000, limit: 1e6, committed: 987_650 })).toBe(
    'This costs $0.075, over your budget of $1.00 for this day: $0.98765 is spent or on its way. Nothing was sent.',
  )
  expect(sayReason({ ...known, committed: 0 })).toBe(
    'This costs $2.00, over your budget of $5.00 for this day. Nothing was sent.',
  )
})

test('[RUN30] a question says the most that runs may cost as “at most”, and “together” of several alone', () => {
  const known = { code: 'over_bound', question: 'price', limit: 1e6, committed: 0, requested: 2e6 } as const
  expect(sayReason({ ...known, isUpTo: true })).toBe(
    'This costs at most $2.00; above $1.00 you are asked first. Nothing was sent.',
  )
  expect(sayReason({ ...known, runs: 3 })).toBe(
    'This costs $2.00 together; above $1.00 you are asked first. Nothing was sent.',
  )
})

test('the end of a model is said by the date that the page shows, and by what is no date as it is', () => {
  const said = (date: string) =>
    sayReason({ code: 'model_ended', model: 'I3', date, replacement: null, words: null })
  expect(said('2026-06-19')).toBe('I3 was switched off on Jun 19, 2026. Nothing was sent.')
  expect(said('2026-06-19T12:00:00.000Z')).toMatch(/on Jun (19|20), 2026, \d+:00\s[AP]M\./)
  expect(said('in spring')).toContain('on in spring.')
})

test('a failure is said by its reason, by somebody else’s words, or by its own code', () => {
  expect(sayFailure({ code: 'not_found', cause: { code: 'run_unknown' } })).toBe('There is no such run.')
  expect(sayFailure({ code: 'service_refused', message: 'Too many pixels.' })).toBe('Too many pixels.')
  for (const code of bridgeErrorCodes) expect(sayFailure({ code })).toBe(failures.sentence({ code }))
})

test('what an earlier version kept in English is shown beside what is a code now', () => {
  expect(sayWhy({ message: 'The queue was closed.' })).toBe('The queue was closed.')
  expect(sayWhy({ message: 'The response was cut off.', cause: { code: 'answer_cut' } })).toBe(
    'The response was cut off.',
  )
})

test('what is no longer there is said with what it was', () => {
  expect(failures.sentence({ code: 'not_found', cause: { code: 'file_deleted' } })).toBe(
    'You deleted this file.',
  )
  expect(failures.sentence({ code: 'not_found', message: 'No such style.' })).toBe('No such style.')
  expect(failures.sentence({ code: 'not_found' })).toBe('This is no longer there.')
})
