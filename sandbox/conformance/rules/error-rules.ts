import { sunsetBodySchema } from '../../../shared/api/error.ts'
import { retiredModels } from '../../../shared/catalog/retired.ts'
import { expectSunsetBody } from '../deprecation-expectations.ts'
import { deprecatedOperations, generationPaths } from '../description.ts'
import { expectEqual, expectInvalid } from '../expectations.ts'
import { NotTried, type Section } from '../rule.ts'
import type { Answer } from '../service-under-test.ts'
import type { Subject } from '../subject.ts'

/** Error bodies. Those of GET /usage stand in its own section, 402 in Billing. */
export function errorSection(subject: Subject): Section {
  const { service, cheapest } = subject
  const answers = new Map<string, Promise<Answer>>()
  function ask(path: string): Promise<Answer> {
    const known =
      answers.get(path) ?? service.send(path, { method: 'POST', body: { prompt: 'a paper moon' } })
    answers.set(path, known)
    return known
  }
  async function sunset(): Promise<{ path: string; answer: Answer }[]> {
    const paths = otherDeprecatedPaths(subject)
    if (paths.length === 0)
      throw new NotTried('the description shows no deprecated operation beside the listed models')
    const all = await Promise.all(paths.map(async (path) => ({ path, answer: await ask(path) })))
    return all.filter(({ answer }) => answer.status === 410)
  }
  return {
    title: 'Errors',
    rules: [
      {
        rule: 'a generation request that is refused carries {error}, a text',
        check: async () =>
          void expectInvalid(await service.send(cheapest.path, { method: 'POST', body: { prompt: 7 } })),
      },
      {
        rule: 'a model past its sunset date answers 410 with the sunset body',
        async check() {
          for (const { answer } of await sunset()) expectSunsetBody(answer)
        },
      },
      {
        rule: 'a sunset body has a migration URL exactly where it has a replacement',
        async check() {
          for (const { answer } of await sunset()) {
            const body = expectSunsetBody(answer)
            expectEqual(body.migration_url !== undefined, body.replacement !== undefined, 'a migration_url:')
          }
        },
      },
      ...retiredModels.map(({ id, label, sunsetDate, replacement }) => ({
        rule: `${label} ended on ${sunsetDate}, ${replacement ? 'with a replacement' : 'with none'}`,
        async check() {
          const gone = await sunset()
          const named = gone.find(({ path }) => path.endsWith(`/${id}`))
          const found = named ?? gone.find(({ answer }) => matches(answer, sunsetDate, replacement !== null))
          if (!found) throw new NotTried('no described operation is it')
          const body = expectSunsetBody(found.answer)
          expectEqual(body.sunset_date, sunsetDate, 'sunset_date')
          expectEqual(body.replacement !== undefined, replacement !== null, 'a replacement:')
        },
      })),
    ],
  }
}

function matches({ body }: Answer, date: string, replaced: boolean): boolean {
  const parsed = sunsetBodySchema.safeParse(body)
  return (
    parsed.success && parsed.data.sunset_date === date && (parsed.data.replacement !== undefined) === replaced
  )
}

/** Described generation paths that are none of the listed models': what was there before, and may be gone. */
function otherDeprecatedPaths({ description, models }: Subject): string[] {
  if (!description) return []
  const listed = new Set(models.map(({ path }) => path))
  const generation = new Set(generationPaths(description))
  return deprecatedOperations(description).flatMap(({ path }) =>
    generation.has(path) && !listed.has(path) ? [path] : [],
  )
}
