import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { models } from '../../../shared/catalog/index.ts'
import { retiredModels } from '../../../shared/catalog/retired.ts'
import { openForgetfulService } from '../../testing/forgetful-service.ts'
import { runInProcess as atelier } from '../../testing/run-in-process.ts'
import { type ProgramOptions, runProgram } from '../../testing/run-program.ts'
import { samplePng } from '../../testing/sample-media.ts'
import { sampleJob } from '../../testing/sample-submission.ts'
import { openSpyHttpServer, type SpyHttpServer } from '../../testing/spy-http-server.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openTestService, type TestService } from '../../testing/test-studio.ts'

// Starts separate processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let service: TestService

beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

/** As a person starts it; the other tests run the command in this process. */
function atelierProgram(words: readonly string[], options: ProgramOptions = {}) {
  return runProgram('main/hosts/cli/cli.mjs', words, options).ended
}

interface Generating {
  readonly key?: string
  readonly url?: string
  readonly run?: typeof atelier | typeof atelierProgram
}

/** Generates against the counting sandbox, unless the arguments say otherwise. */
function generate(
  words: readonly string[],
  { key = service.key, url = service.url, run = atelier }: Generating = {},
) {
  const data = join(temporaryFolder(), 'data')
  return { data, ended: run(['generate', ...words, '--service', url, '--data', data, '--json'], { key }) }
}

/** The output for scripts: one JSON value and a line end, nothing else. */
function readJson(out: string) {
  expect(out.endsWith('\n') && !out.slice(0, -1).includes('\n')).toBe(true)
  return JSON.parse(out)
}

const openApi = {
  openapi: '3.1.0',
  paths: { '/generate/image/sandbox/i3': { post: {} } },
}

/** A service that describes one model, responds to posts by script, and has one finished job. */
async function openScriptedService(
  responses: ((response: ServerResponse) => void)[],
): Promise<SpyHttpServer> {
  const reply = (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'POST') request.resume().on('end', () => responses.shift()?.(response))
    else if (request.url === '/openapi.json') response.end(JSON.stringify(openApi))
    else if (request.url === '/result') response.end(samplePng())
    else {
      const jobId = request.url?.split('/').at(-1) ?? ''
      const result = { urls: [`${server.url}/result`] }
      response.end(
        JSON.stringify(
          sampleJob({ job_id: jobId, status: 'completed', completed_at: '2026-11-20T12:00:09Z', result }),
        ),
      )
    }
  }
  const server = await openSpyHttpServer(reply)
  onTestFinished(() => server.close())
  return server
}

function posts({ requests }: SpyHttpServer): number {
  return requests.filter(({ method }) => method === 'POST').length
}

function refuse(status: number, body: object, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

test('models and estimates are one JSON value on standard output, and nothing on standard error', async () => {
  const [listed, exact, open] = await Promise.all([
    atelierProgram(['models', '--json']),
    atelierProgram(['estimate', 'V2', '--set', 'resolution=512p', '--set', 'duration=6', '--json']),
    atelierProgram(['estimate', 'i2', '--set', 'prompt=sea', '--json']),
  ])
  const rows = readJson(listed.out)
  expect([listed.code, listed.err, rows.length]).toEqual([0, '', models.length + retiredModels.length])
  expect(rows.find(({ id }: { id: string }) => id === 'v4')).toMatchObject({
    kind: 'video',
    label: 'V4 New generation',
    description: 'Text and image to video with native audio, newer generation',
    path: '/generate/video/sandbox/v4',
    schema: { type: 'object', required: ['prompt'] },
    aliases: expect.arrayContaining([{ from: 'startImage', to: 'start_image', until: '2026-06-19' }]),
    deprecation: null,
  })
  expect([exact.code, readJson(exact.out)]).toEqual([0, { kind: 'exact', microUsd: 100_000 }])
  expect(readJson(open.out)).toMatchObject({ kind: 'range', minMicroUsd: 40_000, maxMicroUsd: 75_000 })
})

test('a run is sent once, awaited, and copied out; the library has it afterwards', async () => {
  const out = join(temporaryFolder(), 'results')
  const before = service.posts.length
  const { data, ended } = generate(['i3', '--set', 'prompt=a quiet sea', '--wait', '--out', out], {
    run: atelierProgram,
  })
  const { code, out: said, err } = await ended
  const [run] = readJson(said)
  expect([code, service.posts.length - before]).toEqual([0, 1])
  expect(run).toMatchObject({
    state: 'accepted',
    status: 'completed',
    estimate: { kind: 'unlisted' },
    error: null,
  })
  expect(run.files).toEqual(readdirSync(out).map((name) => join(out, name)))
  expect(readFileSync(run.files[0]).subarray(1, 4).toString()).toBe('PNG')
  expect(err).toContain('completed')
  const [jobs, failed, job] = await Promise.all([
    atelierProgram(['jobs', '--state', 'completed', '--data', data, '--json']),
    atelierProgram(['jobs', '--state', 'failed', '--data', data, '--json']),
    atelierProgram(['job', run.jobId, '--data', data]),
  ])
  expect(readJson(jobs.out)).toMatchObject([
    { submissionId: run.submissionId, jobId: run.jobId, status: 'completed' },
  ])
  expect(readJson(jobs.out)[0].files.every(existsSync)).toBe(true)
  expect(readJson(failed.out)).toEqual([])
  expect([job.code, job.out]).toEqual([0, expect.stringContaining('completed')])
})

test('unsent runs are canceled when the command is stopped: no later start sends them unasked', async () => {
  const busy = refuse(429, { error: 'Slow down.' }, { 'retry-after': '3600' })
  const server = await openScriptedService([busy, busy])
  const data = join(temporaryFolder(), 'data')
  const words = ['generate', 'i3', '--set', 'prompt=sea', '--count', '2', '--data', data, '--json']
  const program = runProgram('main/hosts/cli/cli.mjs', [...words, '--service', server.url], { key: 'k' })
  await expect.poll(() => posts(server)).toBe(2)
  await expect
    .poll(async () => (await atelier(['jobs', '--state', 'confirmed', '--data', data, '--json'])).out)
    .toContain('rate_limited')
  program.process.kill('SIGINT')
  const { code, out } = await program.ended
  expect([code, readJson(out).map(({ state }: { state: string }) => state)]).toEqual([
    130,
    ['withdrawn', 'withdrawn'],
  ])
})

test('a result that can’t be copied is named where it is: its run is made and paid, and says so', async () => {
  const out = join(temporaryFolder(), 'results')
  const server = await openScriptedService([
    (response) => {
      rmSync(out, { recursive: true })
      response.end(JSON.stringify(sampleJob()))
    },
  ])
  const words = ['i3', '--set', 'prompt=sea', '--wait', '--out', out]
  const { data, ended } = generate(words, { url: server.url, key: 'k' })
  const { code, out: said, err } = await ended
  const [run] = readJson(said)
  expect([code, posts(server), run.state, run.error]).toEqual([1, 1, 'accepted', null])
  expect(run.files.map((path: string) => [path.startsWith(data), existsSync(path)])).toEqual([[true, true]])
  expect(err).toMatch(/could not be written \(ENOENT\)\. The file is /)
  expect(err).not.toContain('    at ')
})

test('[SPEND1] runs beyond a budget of their account end with 2 and nothing sent, unless --yes agrees', async () => {
  const data = temporaryFolder()
  const budgets = { [service.url]: { perSession: 10_000 } }
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ budgets }))
  const run = (...more: string[]) =>
    atelier(
      ['generate', 'i2', '--set', 'prompt=sea', '--service', service.url, '--data', data, '--json', ...more],
      { key: service.key },
    )
  const refused = await run()
  expect([refused.code, refused.out]).toEqual([2, ''])
  expect(refused.err).toMatch(/over your budget of \$0\.01 for this session\. Nothing was sent\. Say --yes/)
  expect(readJson((await atelier(['jobs', '--data', data, '--json'])).out)).toEqual([])
  const sent = await run('--yes')
  expect([sent.code, readJson(sent.out)[0].state]).toEqual([0, 'accepted'])
})

test('one of the person’s own files is sent along', async () => {
  const image = join(temporaryFolder(), 'sea.png')
  writeFileSync(image, samplePng())
  const scripted = await openScriptedService([refuse(200, sampleJob())])
  const { ended } = generate(['i3', '--set', 'prompt=again', '--set', `image_urls=@${image}`], {
    url: scripted.url,
  })
  const { code, out } = await ended
  expect([code, readJson(out)[0].state, posts(scripted)]).toEqual([0, 'accepted', 1])
})

describe('a refusal by the service ends with 1, in its words', () => {
  test('a wrong key, also of more runs than are sent at once', async () => {
    const { ended } = generate(['i3', '--set', 'prompt=sea', '--count', '12'], { key: 'wrong' })
    const { code, out } = await ended
    const runs: { state: string; error: { code: string } | null }[] = readJson(out)
    expect([code, runs.length]).toEqual([1, 12])
    expect(runs[0]).toMatchObject({
      state: 'rejected',
      error: { code: 'unauthorized', message: 'The API key is not known.' },
    })
    expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(['rejected', 'withdrawn']))
    expect(new Set(runs.map(({ error }) => error?.code))).toEqual(new Set(['unauthorized']))
  })

  test('an empty balance: nothing is left for a later start to send', async () => {
    const scripted = await openScriptedService([refuse(402, { message: 'Top up first.' })])
    const { data, ended } = generate(['i3', '--set', 'prompt=sea'], { url: scripted.url })
    const { code, out } = await ended
    expect([code, posts(scripted)]).toEqual([1, 1])
    expect(readJson(out)).toMatchObject([
      { state: 'withdrawn', error: { code: 'insufficient_balance', message: 'Top up first.' } },
    ])
    await atelier(['jobs', '--data', data, '--service', scripted.url], { key: 'k' })
    expect(posts(scripted)).toBe(1)
  })

  test('a queue that the person has paused: reported, and nothing is sent', async () => {
    const data = temporaryFolder()
    writeFileSync(join(data, 'settings.json'), JSON.stringify({ isQueuePaused: true }))
    const scripted = await openScriptedService([])
    const words = ['generate', 'i3', '--set', 'prompt=sea', '--service', scripted.url, '--data', data]
    const { code, out } = await atelier([...words, '--json'], { key: 'k' })
    expect([code, posts(scripted)]).toEqual([1, 0])
    expect(readJson(out)).toMatchObject([{ state: 'withdrawn', error: { code: 'paused' } }])
  })

  test('but a 429 is waited out', async () => {
    const scripted = await openScriptedService([
      refuse(429, { error: 'Slow.' }, { 'retry-after': '1' }),
      refuse(200, sampleJob()),
    ])
    const { ended } = generate(['i3', '--set', 'prompt=sea', '--wait'], { url: scripted.url })
    const { code, out } = await ended
    expect([code, posts(scripted), readJson(out)[0].status]).toEqual([0, 2, 'completed'])
  })
})

test('[CAT76] a model that the service’s description lacks is neither listed nor estimated', async () => {
  const { url } = await openScriptedService([])
  const service = ['--service', url, '--data', join(temporaryFolder(), 'data')]
  const [listed, refused] = await Promise.all([
    atelier(['models', ...service, '--json']),
    atelier(['estimate', 'v1', '--set', 'prompt=sea', ...service]),
  ])
  expect(readJson(listed.out).map(({ id }: { id: string }) => id)).toEqual(['i3'])
  expect([refused.code, refused.out, refused.err]).toEqual([2, '', expect.stringContaining('v1')])
})

describe('[CAT24] the service’s report of a model’s end', () => {
  const sunset = 'Sat, 30 Jan 2100 15:00:00 GMT'
  const link = '<https://docs.example/i3>; rel="deprecation"; type="text/html"'
  const words = (data: string, url: string) => ['models', '--service', url, '--data', data]

  test('is shown on standard error after the run, and with the models, also later', async () => {
    const scripted = await openScriptedService([
      refuse(200, sampleJob(), { deprecation: 'true', sunset, link }),
    ])
    const { data, ended } = generate(['i3', '--set', 'prompt=sea'], { url: scripted.url })
    const { code, out, err } = await ended
    const sentence = 'i3 is deprecated and ends on 2100-01-30T15:00:00.000Z. See https://docs.example/i3'
    expect([code, readJson(out)[0].state, err]).toEqual([0, 'accepted', expect.stringContaining(sentence)])
    const [models, lines, elsewhere] = await Promise.all([
      atelier([...words(data, scripted.url), '--json']),
      atelier(words(data, scripted.url)),
      atelier(['models', '--data', data, '--json']),
    ])
    const row = ({ out: json }: { out: string }) =>
      readJson(json).find(({ id }: { id: string }) => id === 'i3').deprecation
    expect([models.code, models.err]).toEqual([0, `Atelier: ${sentence}\n`])
    expect(row(models)).toEqual({
      state: 'deprecated',
      sunsetDate: '2100-01-30T15:00:00.000Z',
      cause: null,
      replacement: null,
      link: 'https://docs.example/i3',
    })
    expect(lines.out).toMatch(/^i3 .+ends 2100-01-30T15:00:00.000Z$/m)
    expect([elsewhere.err, row(elsewhere)]).toEqual(['', null])
  })

  test('a 410 with no body ends with 1, and a later run is not sent', async () => {
    const gone = (response: ServerResponse) => void response.writeHead(410).end()
    const scripted = await openScriptedService([gone, gone, gone])
    const { data, ended } = generate(['i3', '--set', 'prompt=sea', '--count', '3'], { url: scripted.url })
    const { code, out, err } = await ended
    const runs: { state: string; error: { code: string } }[] = readJson(out)
    expect(runs.map(({ state, error }) => [state, error.code])).toEqual(
      Array(3).fill(['rejected', 'model_sunset']),
    )
    expect([code, err]).toEqual([1, expect.stringContaining('i3 has ended; nothing more can be sent to it.')])
    const sent = posts(scripted)
    const again = await atelier(
      ['generate', 'i3', '--set', 'prompt=sea', '--service', scripted.url, '--data', data],
      { key: 'k' },
    )
    expect([again.code, again.err, posts(scripted)]).toEqual([
      2,
      expect.stringContaining('switched off'),
      sent,
    ])
  })

  test('[JOB98] runs that wait while their model ends are canceled, and each says why', async () => {
    const gone = (response: ServerResponse) => void response.writeHead(410).end()
    const scripted = await openScriptedService(Array(20).fill(gone))
    const { ended } = generate(['i3', '--set', 'prompt=sea', '--count', '20'], { url: scripted.url })
    const { code, out } = await ended
    const runs: { state: string; error: { code: string; message: string } }[] = readJson(out)
    expect(runs.map(({ error }) => error.code)).toEqual(Array(20).fill('model_sunset'))
    expect(runs.filter(({ state }) => state === 'withdrawn').length).toBeGreaterThanOrEqual(12)
    expect(runs.every(({ error }) => error.message !== '')).toBe(true)
    expect([code, posts(scripted) <= 8]).toEqual([1, true])
  })

  test('a renamed value is sent under its present name, and that is reported', async () => {
    const before = service.posts.length
    const { ended } = generate(['i6', '--set', 'prompt=sea', '--set', 'thinking_mode=instant'])
    const { code, err } = await ended
    expect([code, service.posts.length - before]).toEqual([0, 1])
    expect(err).toContain('thinking_mode “instant” is called “fast” now.')
    const estimate = await atelier(['estimate', 'i6', '--set', 'thinking_mode=medium', '--json'])
    expect([estimate.code, readJson(estimate.out).kind]).toEqual([0, 'unlisted'])
  })
})

test('[CAT24] an empty balance is reported with what can be done about it', async () => {
  const scripted = await openScriptedService([refuse(402, { message: 'Top up first.' })])
  const { ended } = generate(['i3', '--set', 'prompt=sea'], { url: scripted.url })
  const { code, err } = await ended
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('by $10, $25, $50, or $100, or by any amount from $5 to $10,000'),
  ])
})

test('a lost response ends with 3, is not sent again, and stays unknown in the library', async () => {
  const forgetful = await openForgetfulService(service)
  onTestFinished(() => forgetful.close())
  const { data, ended } = generate(['i3', '--set', 'prompt=sea'], { url: forgetful.url, run: atelierProgram })
  const { code, out } = await ended
  expect([code, forgetful.posts.length]).toEqual([3, 1])
  expect(readJson(out)).toMatchObject([{ state: 'unknown', jobId: null, error: { code: 'answer_lost' } }])
  const jobs = await atelier(['jobs', '--state', 'unknown', '--data', data, '--json'])
  expect([readJson(jobs.out).length, forgetful.posts.length]).toEqual([1, 1])
})

test('the program ends with 2 where nothing was done, and says why on standard error alone', async () => {
  const { code, out, err } = await atelierProgram(['paint'])
  expect([code, out, err]).toEqual([
    2,
    '',
    expect.stringMatching(/^Atelier: There is no command paint\.[^\n]+\n$/),
  ])
})

describe('bad arguments and set-up end with 2, in one sentence, with nothing sent', () => {
  const file = import.meta.filename
  const rows: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['no command', [], /A command is missing\. There are models, /],
    ['an unknown command', ['paint'], /There is no command paint\./],
    ['an inherited command', ['constructor'], /There is no command constructor\./],
    ['an unknown option', ['models', '--fast'], /Unknown option '--fast'\./],
    ['an option of another command', ['models', '--wait'], /models takes no --wait/],
    ['a missing model', ['generate', '--set', 'prompt=x'], /The command is: generate ID/],
    ['an unknown model', ['generate', 'x9', '--set', 'prompt=x'], /There is no model x9\. There are v1, /],
    ['a model that is gone', ['generate', 'seedream-3', '--set', 'prompt=x'], /switched off on May 13, 2026/],
    ['a missing prompt', ['generate', 'i3'], /prompt is missing\./],
    [
      'a field out of bounds',
      ['generate', 'v4', '--set', 'prompt=x', '--set', 'duration=99'],
      /duration is at most 15\./,
    ],
    [
      'an unknown option of a field',
      ['generate', 'i3', '--set', 'prompt=x', '--set', 'aspect_ratio=7:5'],
      /aspect_ratio is one of 21:9, /,
    ],
    [
      'a size beside a ratio',
      ['generate', 'i3', '--set', 'prompt=x', '--set', 'aspect_ratio=1:1', '--set', 'width=512'],
      /aspect_ratio .+width/,
    ],
    [
      'a count beyond all measure',
      ['generate', 'i3', '--set', 'prompt=x', '--count', '1000'],
      /--count takes a whole number from 1 to 100/,
    ],
    [
      'a file as the data folder',
      ['generate', 'i3', '--set', 'prompt=x', '--data', file],
      /can’t be written \(EEXIST\)/,
    ],
    [
      'a file as the place for results',
      ['generate', 'i3', '--set', 'prompt=x', '--out', join(file, 'x')],
      /--out .+ can’t be written \(ENOTDIR\)/,
    ],
    ['a service that is no address', ['models', '--service', 'here'], /address of --service can’t be used/],
    ['an unknown state', ['jobs', '--state', 'lost'], /--state takes one of confirmed, /],
    ['a run that is not there', ['job', 'x'], /There is no run x in this library\./],
    ['an estimate out of bounds', ['estimate', 'v4', '--set', 'duration=99'], /duration is at most 15\./],
  ]
  // One library for all: each command opens it again, and none leaves anything in it.
  const data = mkdtempSync(join(tmpdir(), 'atelier-test-'))
  afterAll(() => rmSync(data, { recursive: true, force: true }))

  test.each(rows)('%s', async (_, words, sentence) => {
    const given = [
      ...words,
      ...(words.includes('--data') || !words.length ? [] : ['--data', data]),
      ...(words[0] === 'generate' ? ['--service', service.url] : []),
    ]
    const before = service.posts.length
    const { code, out, err } = await atelier(given, { key: service.key })
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^Atelier: [^\n]+\n$/)
    expect(err).toMatch(sentence)
    expect(service.posts.length).toBe(before)
  })

  test.runIf(existsSync('/proc/self'))('a place where nobody can write', async () => {
    const [data, out] = await Promise.all([
      atelier(['generate', 'i3', '--set', 'prompt=x', '--data', '/proc/nobody/here']),
      atelier([
        'generate',
        'i3',
        '--set',
        'prompt=x',
        '--out',
        '/proc/nobody/here',
        '--data',
        temporaryFolder(),
      ]),
    ])
    expect([data.code, out.code]).toEqual([2, 2])
    expect(data.err).toContain('/proc/nobody/here can’t be written (ENOENT)')
    expect(out.err).toContain('--out /proc/nobody/here can’t be written (ENOENT)')
  })

  test('a service that is not there', async () => {
    const { data, ended } = generate(['i3', '--set', 'prompt=x'], { url: 'http://127.0.0.1:9' })
    const { code, out, err } = await ended
    expect([code, out, err]).toEqual([2, '', 'Atelier: The service can’t be reached. Nothing was sent.\n'])
    expect(readJson((await atelier(['jobs', '--data', data, '--json'])).out)).toEqual([])
  })

  test('a library that is none', async () => {
    const data = temporaryFolder()
    writeFileSync(join(data, 'library.sqlite'), 'my diary, '.repeat(500))
    const { code, out, err } = await atelier(
      ['generate', 'i3', '--set', 'prompt=x', '--data', data, '--service', service.url],
      { key: service.key },
    )
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(
      /^Atelier: The library .+ does not begin as a library does\. Nothing was changed, and nothing was sent\./,
    )
    expect(err.trimEnd().split('\n').slice(1)).toEqual([
      expect.stringMatching(/^ {2}npm run .+ --new-library {3}begins anew/),
    ])
  })

  test('no key for the service', async () => {
    const data = join(temporaryFolder(), 'data')
    const { code, err } = await atelier([
      'generate',
      'i3',
      '--set',
      'prompt=x',
      '--data',
      data,
      '--service',
      service.url,
    ])
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('There is no key for this service. Set ATELIER_API_KEY'),
    ])
  })
})

describe('an address in clear', () => {
  /** Treated as an address of another machine, although it leads to this one. */
  const inClear = () => service.url.replace('127.0.0.1', '[::ffff:7f00:1]')

  test.each([['generate', 'i3', '--set', 'prompt=A boat'], ['models'], ['estimate', 'i3']])(
    '[CONN2] is refused by %s in a sentence that names the option, and nothing is sent there',
    async (...words) => {
      const posts = service.posts.length
      const data = join(temporaryFolder(), 'data')
      const { code, err } = await atelier([...words, '--service', inClear(), '--data', data], {
        key: service.key,
      })
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(/anyone on the network path can read your key.*--allow-http/),
      ])
      expect([service.posts.length, existsSync(data)]).toEqual([posts, false])
    },
  )

  test('[CONN3] is used with --allow-http, also where the settings name it', async () => {
    const words = ['i3', '--set', 'prompt=A boat', '--allow-http']
    expect((await generate(words, { url: inClear() }).ended).code).toBe(0)
    const data = temporaryFolder()
    writeFileSync(join(data, 'settings.json'), JSON.stringify({ service: { baseUrl: inClear() } }))
    const run = ['generate', 'i3', '--set', 'prompt=A boat', '--data', data, '--json']
    const refused = await atelier(run, { key: service.key })
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--allow-http')])
    expect((await atelier([...run, '--allow-http'], { key: service.key })).code).toBe(0)
  })
})

test('[CONN1] a password in an address is refused wherever the command line takes one, and not repeated', async () => {
  const address = 'https://me:hunter2@service.example'
  for (const words of [
    ['models', '--service', address],
    ['describe', address],
    ['generate', 'i3', '--service', address],
  ]) {
    const { code, out, err } = await atelier(words, { key: 'k' })
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('no user name and no password')])
    expect(err).not.toContain('hunter2')
  }
})
