import { expect, it } from 'vitest'
import { usd } from '../pricing/money.ts'
import { changes as words } from '../words/en/changes.ts'
import type { ModelChange } from './compare-models.ts'
import { sayChanges } from './say-changes.ts'

const names = { field: (name: string) => name.toUpperCase(), value: (text: string) => text }

function say(...changes: ModelChange[]): string[] {
  return sayChanges({ modelId: 'a', label: 'A', changes, more: 0 }, words, names).map(({ text }) => text)
}

const row = (at: Record<string, string>, before: number | null, after: number | null) => ({
  dimensions: at,
  before: before === null ? null : usd(before),
  after: after === null ? null : usd(after),
})

it('[CAT123] says prices by what they depend on, up, down, new and gone', () => {
  const price = { kind: 'price', more: 2, isMoney: true } as const
  const rows = [
    row({ size: '4k' }, 0.1, 0.14),
    row({}, 0.2, 0.1),
    row({ size: '8k' }, null, 1),
    row({ size: '1k' }, 1, null),
  ]
  expect(say({ ...price, before: 'second', after: 'second', rows })).toEqual([
    'Price at SIZE 4k: $0.10/s → $0.14/s',
    'Price: $0.20/s → $0.10/s',
    'Price at SIZE 8k: $1.00/s, new',
    'Price at SIZE 1k: not listed any more; it was $1.00/s',
    'and 2 more prices',
  ])
  expect(say({ ...price, more: 0, before: 'request', after: 'second', rows: [row({}, 0.5, 0.1)] })).toEqual([
    'Priced per second now, not per run',
    'Price: $0.50 → $0.10/s',
  ])
  expect(say({ ...price, before: null, after: 'request', more: 0, rows: [row({}, null, 0.1)] })).toEqual([
    'Its price is listed now',
    'Price: $0.10, new',
  ])
  expect(say({ ...price, before: 'request', after: null, more: 0, rows: [row({}, 0.1, null)] })).toEqual([
    'Its price isn’t listed any more',
  ])
})

it('[CAT123] says models and fields, bounds, options and defaults in words', () => {
  const no = { isMoney: false } as const
  const told: [ModelChange, string][] = [
    [{ kind: 'added', ...no }, 'New model'],
    [{ kind: 'gone', ...no }, 'Not offered any more'],
    [{ kind: 'renamed', before: 'A', after: 'B', ...no }, 'Called “B” now; it was “A”'],
    [
      { kind: 'moved', before: '/a', after: '/b', formerId: 'a', ...no },
      'At another endpoint now: /b; it was /a',
    ],
    [{ kind: 'field_added', field: 'mood', isRequired: true, ...no }, 'New field, needed: MOOD'],
    [{ kind: 'field_removed', field: 'mood', ...no }, 'Field removed: MOOD'],
    [{ kind: 'field_renamed', field: 'mood', to: 'tone', ...no }, 'MOOD is called TONE now'],
    [{ kind: 'required', field: 'mood', ...no }, 'MOOD is needed now'],
    [{ kind: 'optional', field: 'mood', ...no }, 'MOOD is no longer needed'],
    [
      { kind: 'bound', field: 'n', bound: 'maximum', before: 5, after: 4000, ...no },
      'N: at most 4,000; it was 5',
    ],
    [
      { kind: 'bound', field: 'n', bound: 'minItems', before: null, after: 2, ...no },
      'N: at least 2 items, new',
    ],
    [
      { kind: 'bound', field: 'n', bound: 'minimum', before: 3, after: null, ...no },
      'N: no longer at least 3',
    ],
    [
      { kind: 'options', field: 'n', added: ['b'], removed: ['a'], more: 3, ...no },
      'N: new b; gone a; and 3 more',
    ],
    [{ kind: 'default', field: 'n', before: null, after: 'x', ...no }, 'N: default x, new'],
    [{ kind: 'default', field: 'n', before: 'x', after: null, ...no }, 'N: no default any more; it was x'],
    [{ kind: 'form', field: 'n', ...no }, 'N takes another kind of value'],
  ]
  expect(say(...told.map(([change]) => change))).toEqual(told.map(([, text]) => text))
})
