import { expectDeprecationHeaders, expectWarning } from '../deprecation-expectations.ts'
import { type Description, deprecatedOperations } from '../description.ts'
import { expectEqual, expectThat } from '../expectations.ts'
import { NotTried, type Rule, type Section, untriable } from '../rule.ts'
import type { Subject } from '../subject.ts'
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

/** Operations that are deprecated but answer still; those past their end are in Errors. */
function deprecatedRules(subject: Subject): Rule[] {
  const { paid, description } = subject
  const paths = new Set(description ? deprecatedOperations(description).map(({ path }) => path) : [])
  const current = subject.models.filter(({ path }) => paths.has(path))
  if (current.length === 0) {
    const reason = 'no listed model is marked as deprecated; --control can deprecate one'
    return [untriable('answers of a deprecated operation carry the deprecation headers', reason)]
  }
  return current.map((served) => {
    const request = { served, body: { prompt: 'a paper swan' } }
    return {
      rule: `answers of ${served.model.id.toUpperCase()}, which is deprecated, carry Deprecation, Sunset and Link`,
      paid: [request],
      check: async () => void expectDeprecationHeaders(await paid.answer(request)),
    }
  })
}
