import { sunsetBodySchema } from '../../shared/api/error.ts'
import type { RetiredModel } from '../../shared/catalog/model.ts'
import { retiredModels } from '../../shared/catalog/retired.ts'
import { expectDeprecationHeaders, expectSunsetBody, namesOf } from '../deprecation-expectations.ts'
import { deprecatedOperations, generationPaths } from '../description.ts'
import { expectEqual, expectInvalid } from '../expectations.ts'
import { NotTried, type Section } from '../rule.ts'
import type { ServiceResponse } from '../service-under-test.ts'
import { needsControl, type Subject } from '../subject.ts'

/** Error bodies. Those of GET /usage are in their own section, 402 in Billing. */
export function errorSection(subject: Subject): Section {
  const { service, cheapest } = subject
  const responses = new Map<string, Promise<ServiceResponse>>()
  function ask(path: string): Promise<ServiceResponse> {
    const known =
      responses.get(path) ?? service.send(path, { method: 'POST', body: { prompt: 'a paper moon' } })
    responses.set(path, known)
    return known
  }
  async function sunset(): Promise<SunsetResponse[]> {
    const paths = otherDeprecatedPaths(subject)
    if (paths.length === 0)
      throw new NotTried('the description shows no deprecated operation beside the listed models')
    const all = await Promise.all(paths.map(async (path) => ({ path, response: await ask(path) })))
    return all.filter(({ response }) => response.status === 410)
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
        rule: 'a model past its sunset date returns 410 with the sunset body',
        async check() {
          for (const { response, path } of await sunset())
            expectSunsetBody(response, namesOf(subject.description, path))
        },
      },
      {
        rule: 'a sunset body has a migration URL exactly where it has a replacement',
        async check() {
          for (const { response, path } of await sunset()) {
            const body = expectSunsetBody(response, namesOf(subject.description, path))
            expectEqual(body.migration_url !== undefined, body.replacement !== undefined, 'a migration_url:')
          }
        },
      },
      ...retiredModels.map(({ id, label, sunsetDate, replacement }) => ({
        rule: `${label} ended on ${sunsetDate}, ${replacement ? 'with a replacement' : 'with none'}`,
        async check() {
          const found = findRetired(await sunset(), { id, sunsetDate, replacement })
          const body = expectSunsetBody(found.response, namesOf(subject.description, found.path))
          expectEqual(body.sunset_date, sunsetDate, 'sunset_date')
          expectEqual(body.replacement !== undefined, replacement !== null, 'a replacement:')
        },
      })),
      ...retiredModels.map(({ id, label, sunsetDate, replacement }) => ({
        rule: `${label} was served until ${sunsetDate}, with the deprecation headers, and not from then on`,
        async check() {
          const { control } = subject
          if (!control) throw needsControl()
          const { path } = findRetired(await sunset(), { id, sunsetDate, replacement })
          const end = Date.parse(sunsetDate)
          const request = { method: 'POST', body: { prompt: 'a paper moon' } } as const
          const last = await control.exactlyAt(end - 1, () => service.send(path, request))
          expectEqual(
            expectDeprecationHeaders(last).toISOString().slice(0, 10),
            sunsetDate,
            'Sunset: a moment on',
          )
          const first = await control.exactlyAt(end, () => service.send(path, request))
          expectSunsetBody(first, namesOf(subject.description, path))
        },
      })),
    ],
  }
}

interface SunsetResponse {
  readonly path: string
  readonly response: ServiceResponse
}

/**
 * The described operation of a retired model: by its name, else by its date and whether something replaces it.
 */
function findRetired(
  gone: readonly SunsetResponse[],
  { id, sunsetDate, replacement }: Pick<RetiredModel, 'id' | 'sunsetDate' | 'replacement'>,
): SunsetResponse {
  const named = gone.find(({ path }) => path.endsWith(`/${id}`))
  const found = named ?? gone.find(({ response }) => matches(response, sunsetDate, replacement !== null))
  if (!found) throw new NotTried('no described operation is it')
  return found
}

function matches({ body }: ServiceResponse, date: string, replaced: boolean): boolean {
  const parsed = sunsetBodySchema.safeParse(body)
  return (
    parsed.success && parsed.data.sunset_date === date && (parsed.data.replacement !== undefined) === replaced
  )
}

/** Described generation paths of no listed model: earlier ones, which may be gone. */
function otherDeprecatedPaths({ description, models }: Subject): string[] {
  if (!description) return []
  const listed = new Set(models.map(({ path }) => path))
  const generation = new Set(generationPaths(description))
  return deprecatedOperations(description).flatMap(({ path }) =>
    generation.has(path) && !listed.has(path) ? [path] : [],
  )
}
