import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { models } from '../../../shared/catalog/index.ts'
import { retiredModels } from '../../../shared/catalog/retired.ts'
import { pseudoLanguage } from '../../../shared/words/pseudo-language.ts'
import { isPseudo } from '../../../shared/words/pseudo-words.ts'
import { runInProcess } from '../../testing/run-in-process.ts'
import { runProgram } from '../../testing/run-program.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openTestService, type TestService } from '../../testing/test-studio.ts'

// Starts separate processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let service: TestService

beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

/** A data folder whose settings name the pseudo-language. */
function pseudoFolder(): string {
  const data = temporaryFolder()
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ language: pseudoLanguage }))
  return data
}

function atelier(words: readonly string[], data = pseudoFolder()) {
  vi.stubEnv('ATELIER_PSEUDO_LANGUAGE', '1')
  return runInProcess([...words, '--data', data], { key: service.key })
}

const modelIds = [...models, ...retiredModels].map(({ id }) => id)
const wireNames = models.flatMap(({ request }) => Object.keys(request.shape))

/** Text that is the same in every language: typed words, wire names, states, ids, paths and addresses. */
const sameEverywhere = [
  /https?:\/\/\S+/g,
  /\/(\S+\/)+\S*/g,
  /estimate ID --set field=value …/,
  /describe FILE\|URL/,
  ...modelIds,
  ...wireNames,
  'Atelier',
  'ATELIER_API_KEY',
  'ATELIER_USAGE_KEY',
  'COMMAND',
  'JSON',
  'URL',
  'UTC',
  'ENOENT',
  'DIR',
  'NAME',
  'DATE',
  /npm run -s atelier --/,
  /^ {2}(models|estimate|generate|jobs|describe|repair|job|adopt|accounts|spend|share|usage|library|rate|export|restore|mcp)\b.*$/gm,
  /--[a-z-]+/g,
  /\b(models|estimate|generate|jobs|describe|repair|job|adopt|accounts|spend|share|usage|library|rate|export|restore|mcp)\b/g,
  /\b(size|nothing|fantasy)\b/g,
  /\b(confirmed|sending|accepted|rejected|unsent|unknown|withdrawn|closed)\b/g,
  /\b(backlogged|queued|scheduled|processing|sampling|intermediate-complete|completed|failed|cancelled)\b/g,
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
  /\b[0-9a-f]{8}\b/g,
]

/** Every run of plain letters that is in no pseudo-language text and not the same in every language. */
function foreignWords(text: string): string[] {
  const rest = sameEverywhere.reduce<string>((left, same) => left.replaceAll(allOf(same), ' '), text)
  return rest.match(/[A-Za-z]{2,}/g) ?? []
}

function allOf(same: string | RegExp): RegExp {
  return typeof same === 'string' ? new RegExp(`\\b${same}\\b`, 'g') : new RegExp(same, 'gm')
}

test.each([
  [['help']],
  [['estimate', 'i2', '--set', 'prompt=1']],
  [['estimate', 'v1', '--set', 'resolution=4k']],
  [['estimate', 'i2', '--set', 'width=4', '--set', 'resolution=99']],
  [['estimate', 'i2', '--set', 'size=4']],
  [['estimate', 'fantasy']],
  [['estimate']],
  [['nothing']],
  [[]],
  [['models', '--wait']],
  [['models', '--port-of-nothing']],
  [['models', '--state']],
  [['models', '--wait=nothing']],
  [['jobs', '--state', 'nothing']],
  [['job', 'nothing']],
  [['share', '..']],
  [['repair']],
  [['repair', '--keep-library', '--new-library']],
  [['usage']],
  [['describe', '/nothing/there.json']],
  [['models', '--service', 'nothing']],
  [['generate', 'i3', '--count', '0']],
] as const)('%j says nothing in English', async (words) => {
  const { out, err } = await atelier(words)
  expect(isPseudo(out + err)).toBe(true)
  expect(foreignWords(out + err)).toEqual([])
})

test('the program takes the language from the settings, where its environment offers it', async () => {
  const words = ['help', '--data', pseudoFolder()]
  const env = { ATELIER_PSEUDO_LANGUAGE: '1' }
  const { code, out } = await runProgram('main/hosts/cli/cli.mjs', words, { env }).ended
  expect([code, isPseudo(out), foreignWords(out)]).toEqual([0, true, []])
})

test('the models are listed without an English word', async () => {
  const { out, err } = await atelier(['models'])
  expect(err).toBe('')
  expect(out.split('\n').length).toBeGreaterThan(models.length)
  expect(foreignWords(out)).toEqual([])
})

test('a run is made and listed without an English word, its JSON is the same in every language', async () => {
  const data = pseudoFolder()
  const set = ['--set', 'prompt=12']
  const made = await atelier(['generate', 'i3', ...set, '--wait', '--service', service.url], data)
  const listed = await atelier(['jobs'], data)
  const json = await atelier(['jobs', '--json'], data)
  expect([made.code, listed.code]).toEqual([0, 0])
  expect(foreignWords(made.out + made.err + listed.out + listed.err)).toEqual([])
  expect(isPseudo(json.out + json.err)).toBe(false)
})
