import { z } from 'zod'
import {
  expectDeprecationHeaders,
  expectSunsetBody,
  expectWarning,
  namesOf,
} from '../deprecation-expectations.ts'
import { type Description, deprecatedOperations } from '../description.ts'
import { expectAccepted, expectEqual, expectThat } from '../expectations.ts'
import { NotTried, type Rule, type Section, untriable } from '../rule.ts'
import { needsControl, type Subject } from '../subject.ts'
import { sunsetRules } from './sunset-rules.ts'

export function versionSection(subject: Subject): Section {
  return {
    title: 'Versioning',
    rules: [
      ...descriptionRules(subject),
      ...deprecatedRules(subject),
      ...sunsetRules(subject),
      untriable('MCP calls show a deprecation object', 'the interface shows no MCP address'),
    ],
  }
}

function described({ description }: Subject): Description {
  if (!description) throw new NotTried('there is no description at /openapi.json')
  return description
}

function descriptionRules(subject: Subject): Rule[] {
  return [
    {
      rule: 'the description is OpenAPI 3.1.0 of API version v1',
      async check() {
        const { openapi, info } = described(subject)
        expectEqual(openapi, '3.1.0', 'openapi')
        expectEqual(info.version, 'v1', 'info.version')
      },
    },
    {
      rule: 'the description of a deprecated operation starts with a warning block',
      async check() {
        const operations = deprecatedOperations(described(subject))
        if (operations.length === 0) throw new NotTried('no operation is marked as deprecated')
        for (const { path } of operations) expectWarning(described(subject), path)
      },
    },
    {
      rule: 'the description gives a reason for each old name that is true of it',
      async check() {
        const rows = Object.entries(described(subject).paths).flatMap(([path, { post }]) =>
          oldNamesOf(path, post ?? {}),
        )
        if (rows.length === 0) throw new NotTried('old names are not described')
        const untrue = rows.find(
          ({ from, reason }) => /snake_case/i.test(reason) && /^[a-z0-9_]+$/.test(from),
        )
        expectThat(untrue === undefined, 'no reason of spelling for a name in snake_case', untrue ?? '')
      },
    },
    {
      rule: 'old names are absent from the request schemas',
      async check() {
        described(subject)
        for (const { model, schema } of subject.models) {
          const present = model.aliases.find(({ from }) => Object.hasOwn(schema?.properties ?? {}, from))
          expectThat(present === undefined, `${model.id} without its old names`, present?.from ?? '')
        }
      },
    },
  ]
}

const oldNamesSchema = z.array(z.looseObject({ from: z.string(), reason: z.string() }))

/** The extension that lists a request's old names, recognised by its shape, whatever its prefix. */
function oldNamesOf(path: string, operation: object) {
  return Object.entries(operation).flatMap(([name, value]) => {
    const parsed = /^x-.*aliases$/.test(name) ? oldNamesSchema.safeParse(value) : null
    return parsed?.success ? parsed.data.map(({ from, reason }) => ({ path, from, reason })) : []
  })
}

/** Operations that are deprecated but still respond; those past their end are in Errors. */
function deprecatedRules(subject: Subject): Rule[] {
  const { paid, description } = subject
  const paths = new Set(description ? deprecatedOperations(description).map(({ path }) => path) : [])
  const current = subject.models.filter(({ path }) => paths.has(path))
  if (current.length === 0) {
    const reason = 'no listed model is marked as deprecated; --control can deprecate one'
    return [untriable('responses of a deprecated operation carry the deprecation headers', reason)]
  }
  return current.flatMap((served): Rule[] => {
    const request = { served, body: { prompt: 'a paper swan' } }
    const name = served.model.id.toUpperCase()
    const send = () => subject.service.send(served.path, { method: 'POST', body: request.body })
    return [
      {
        rule: `responses of ${name}, which is deprecated, carry Deprecation, Sunset and Link`,
        paid: [request],
        check: async () => void expectDeprecationHeaders(await paid.response(request)),
      },
      {
        rule: `${name} is taken until the moment in its Sunset, and returns 410 from it on`,
        ...(subject.control && { paid: [request, { ...request }] }),
        async check() {
          const { control } = subject
          if (!control) throw needsControl()
          const end = expectDeprecationHeaders(await paid.response(request)).getTime()
          expectAccepted(await control.exactlyAt(end - 1, send))
          expectSunsetBody(await control.exactlyAt(end, send), namesOf(description, served.path))
        },
      },
    ]
  })
}
