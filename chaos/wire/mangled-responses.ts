import { gzipSync } from 'node:zlib'
import { pick } from '../random.ts'

/** A valid JSON object, as a service would return it. */
export type Honest = Readonly<Record<string, unknown>>

/** A response that no service should send. */
export interface MangledResponse {
  readonly name: string
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  /** Whether the valid object can still be read from it; null where that depends on the reader. */
  readonly keeps: boolean | null
}

/** A way to mangle any response. */
export interface Mangling {
  readonly name: string
  readonly keeps: boolean | null
  mangle(honest: Honest, random: () => number): string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

export const deepest = 64
/** Nested this deep, one response once broke every list for good: SQLite reads JSON 1,000 deep. */
export const poisonName = 'its result’s more is 1,001 arrays deep'

/** Ways that leave the used members unchanged: unlisted ones are allowed. */
const harmless: readonly Mangling[] = [
  add('members that nobody knows', () => '{"a":[1,{"b":null}],"c":"d"}'),
  add('60 arrays in a member that nobody knows', () => arrays(60)),
  add('9,000 items in a member that nobody knows', () => `[${Array(9_000).fill(1)}]`),
  add('2 MiB in a member that nobody knows', () => JSON.stringify('x'.repeat(2 * 1024 * 1024))),
  add('NULs and halves of characters', () => '"\\u0000\\ud800 \\udfff\\u0000"'),
  {
    name: 'members called like those of every object',
    keeps: true,
    mangle: (honest) =>
      `{"__proto__":{"status":"failed","job_id":7},"constructor":{"prototype":{"status":1}},"toString":1,"hasOwnProperty":null,"then":"x",${text(honest).slice(1)}`,
  },
  {
    name: 'every member twice, the true one last',
    keeps: true,
    mangle: (honest) =>
      `{${Object.keys(honest)
        .map((key) => `${JSON.stringify(key)}:[{}],`)
        .join('')}${text(honest).slice(1)}`,
  },
  {
    name: 'blanks everywhere',
    keeps: true,
    mangle: (honest) => ` \r\n\t${JSON.stringify(honest, null, '\t')} \n`,
  },
]

/** Ways that leave nothing readable. */
const harmful: readonly Mangling[] = [
  add('65 deep in a member that nobody knows', () => arrays(deepest), false),
  add('1,001 arrays in a member that nobody knows', () => arrays(1_001), false),
  add('200,000 arrays in a member that nobody knows', () => arrays(200_000), false),
  add(
    '1,001 objects in a member that nobody knows',
    () => `${'{"a":'.repeat(1_001)}1${'}'.repeat(1_001)}`,
    false,
  ),
  add('10,001 items in a member that nobody knows', () => `[${Array(10_001).fill(1)}]`, false),
  add('10,001 members in one that nobody knows', () => JSON.stringify(wide(10_001)), false),
  add('a bracket that never closes', () => '['.repeat(500), false),
  is('nothing at all', ''),
  ...['null', 'true', '7', '""', '[]', '{}', '{', '[', '"', ',', '-', 'NaN', 'Infinity', 'undefined'].map(
    (body) => is(`${body} alone`, body),
  ),
  is('a page', '<!doctype html><title>502</title><h1>Bad gateway</h1>'),
  is('4 million brackets', '['.repeat(4_000_000)),
  { name: 'in an array', keeps: false, mangle: (honest) => `[${text(honest)}]` },
  { name: 'in a string', keeps: false, mangle: (honest) => JSON.stringify(text(honest)) },
  { name: 'as its prototype', keeps: false, mangle: (honest) => `{"__proto__":${text(honest)}}` },
  { name: 'under another member', keeps: false, mangle: (honest) => `{"data":${text(honest)}}` },
  { name: 'twice, a line each', keeps: false, mangle: (honest) => `${text(honest)}\n${text(honest)}` },
  { name: 'with a word behind', keeps: false, mangle: (honest) => `${text(honest)} ok` },
  { name: 'with a comment', keeps: false, mangle: (honest) => `/* job */ ${text(honest)}` },
  { name: 'in single quotes', keeps: false, mangle: (honest) => text(honest).replaceAll('"', "'") },
  {
    name: 'cut short',
    keeps: false,
    mangle: (honest, random) => text(honest).slice(0, Math.floor(random() * text(honest).length)),
  },
  { name: 'in UTF-16', keeps: false, mangle: (honest) => Buffer.from(`\ufeff${text(honest)}`, 'utf16le') },
  {
    name: 'in UTF-16 without its mark',
    keeps: false,
    mangle: (honest) => Buffer.from(text(honest), 'utf16le'),
  },
  {
    name: 'bytes of chance',
    keeps: false,
    mangle: (_, random) => Buffer.from(Array.from({ length: 300 }, () => random() * 256)),
  },
  { name: 'JSON of chance', keeps: false, mangle: (_, random) => JSON.stringify(anyJson(random, 5)) },
  {
    name: 'packed, 40 MiB when unpacked',
    keeps: false,
    mangle: () => bomb,
    headers: { 'Content-Encoding': 'gzip' },
  },
]

/** Ways whose result depends on the reader. */
const doubtful: readonly Mangling[] = [
  { name: 'with a mark of UTF-8', keeps: null, mangle: (honest) => `\ufeff${text(honest)}` },
  {
    name: 'with bytes that are no UTF-8',
    keeps: null,
    mangle: (honest) =>
      Buffer.concat([
        Buffer.from('{"more":"'),
        Buffer.from([0xff, 0xc0, 0xed, 0xa0, 0x80]),
        Buffer.from(`",${text(honest).slice(1)}`),
      ]),
  },
  {
    name: 'said to be packed',
    keeps: null,
    mangle: (honest) => text(honest),
    headers: { 'Content-Encoding': 'gzip' },
  },
  {
    name: 'packed',
    keeps: null,
    mangle: (honest) => gzipSync(text(honest)),
    headers: { 'Content-Encoding': 'gzip' },
  },
]

export const manglings: readonly Mangling[] = [...harmless, ...harmful, ...doubtful]

/** Each listed member of a job's record with invalid and valid values. */
const jobMembers: Readonly<
  Record<string, { readonly wrong: readonly string[]; readonly fine: readonly string[] }>
> = {
  job_id: { wrong: ['7', 'null', '""', '"../secret"', '{}', '["a"]', '"__proto__"', '"x\\u0000"'], fine: [] },
  status: {
    wrong: ['7', 'null', '""', '[]', 'true', JSON.stringify('x'.repeat(201))],
    fine: [
      '"__proto__"',
      '"constructor"',
      '"toString"',
      '"dreaming \\u0000\\ud800"',
      '"Completed"',
      '" failed"',
    ],
  },
  created_at: {
    wrong: [
      '0',
      'null',
      '""',
      '"yesterday"',
      '"2026-02-30T00:00:00Z"',
      '{}',
      `"2026-11-20T12:00:00.${'1'.repeat(100)}Z"`,
    ],
    fine: ['"0000-01-01T00:00:00Z"', '"9999-12-31T23:59:59.999999999Z"'],
  },
  completed_at: {
    wrong: ['7', '[]', '"soon"', '"+010000-01-01T00:00:00Z"'],
    fine: ['null', '"0001-01-01T00:00:00Z"'],
  },
  result: {
    wrong: [
      '7',
      '[]',
      '"x"',
      '{"urls":"x"}',
      '{"urls":[7]}',
      '{"urls":{"length":1}}',
      '{"urls":null}',
      `{"urls":${JSON.stringify(Array(1_001).fill('https://a.example/'))}}`,
      `{"urls":["${'x'.repeat(20_000)}"]}`,
    ],
    fine: ['null', '{}', '{"urls":[],"__proto__":{"urls":["https://a.example/"]}}'],
  },
  error: {
    wrong: ['"oh"', '7', '[]', '{}', '{"code":7,"message":"x"}'],
    fine: ['null', '{"code":"constructor","message":""}'],
  },
  progress: { wrong: ['2', '-1', '"all"', '1e400', '[]', 'true'], fine: ['null', '0', '1e-300', '0.5'] },
}

/** Ways to mangle the record of a job. */
export const jobManglings: readonly Mangling[] = [
  {
    name: poisonName,
    keeps: false,
    mangle: (honest) =>
      text({ ...honest, result: { urls: [], more: 0 } }).replace('"more":0', () => `"more":${arrays(1_001)}`),
  },
  ...Object.entries(jobMembers).flatMap(([member, { wrong, fine }]) => [
    ...wrong.map((value) => replace(member, value, false)),
    ...fine.map((value) => replace(member, value, true)),
  ]),
]

export function mangle(mangling: Mangling, honest: Honest, random: () => number): MangledResponse {
  const { name, keeps, headers = {} } = mangling
  return { name, keeps, headers, body: Buffer.from(mangling.mangle(honest, random)) }
}

function add(what: string, value: () => string, keeps = true): Mangling {
  return { name: what, keeps, mangle: (honest) => `{"more":${value()},${text(honest).slice(1)}` }
}

function is(name: string, body: string): Mangling {
  return { name, keeps: false, mangle: () => body }
}

function replace(member: string, value: string, keeps: boolean): Mangling {
  const name = `${member} is ${value.slice(0, 40)}`
  return {
    name,
    keeps,
    mangle: ({ [member]: _, ...others }) => `{${JSON.stringify(member)}:${value},${text(others).slice(1)}`,
  }
}

function text(value: unknown): string {
  return JSON.stringify(value)
}

function arrays(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

function wide(members: number): object {
  return Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${index}`, index]))
}

const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, 0x20))

const names = [
  'job_id',
  'status',
  'error',
  'message',
  'paths',
  'urls',
  'keys',
  '__proto__',
  'constructor',
  'length',
  '',
  '\u0000',
]

/** Any JSON value without a job: no id in it is one. */
export function anyJson(random: () => number, depth: number): unknown {
  const scalars = [
    null,
    true,
    0,
    -0,
    1e308,
    2 ** 53,
    '',
    'completed',
    '\ud800',
    'https://a.example/1.png',
    '2026-11-20T12:00:00Z',
  ]
  if (depth === 0 || random() < 0.3) return pick(random, scalars)
  const members = Array.from({ length: Math.floor(random() * 5) }, () => anyJson(random, depth - 1))
  if (random() < 0.4) return members
  return Object.fromEntries(members.map((member) => [pick(random, names), member]))
}
