import { requestSchema } from '../../shared/catalog/json-schema.ts'
import { acceptanceRules, listedFields, nameValue } from '../acceptance.ts'
import { findHeader, type ServedModel } from '../description.ts'
import { expectAccepted, expectInvalid, expectThat } from '../expectations.ts'
import { type Rule, type Section, untriable } from '../rule.ts'
import { brokenValues } from '../sample-values.ts'
import type { Subject } from '../subject.ts'
import { locateConstraints } from '../unnamed-constraints.ts'
import { endedNameRules } from './ended-name-rules.ts'
import { ignoredFieldRules } from './ignored-field-rules.ts'

const prompt = 'a paper crane'

/** The listed facts about a result; the rules check responses, not media. */
const unseen: Readonly<Record<string, readonly string[]>> = {
  v1: ['a switch upscales the video to at most 8K', 'a switch rewrites the prompt before generation'],
  v4: ['the video has the aspect ratio of its start image where there is one'],
  i4: ['a strength of 1 replaces the given image', 'guidance_scale is 3 where it is not sent'],
  a1: ['vocals are left out with force_instrumental', 'the model chooses the length where none is sent'],
}

/** One group of rules per model (interface: Model endpoints). Refused requests cost nothing. */
export function modelSections(subject: Subject): Section[] {
  return subject.models.map((served) => ({
    title: `Model endpoints: ${served.model.id.toUpperCase()}`,
    rules: [
      promptAlone(served, subject),
      ...takenRules(served, subject),
      ...refusedRules(served, subject),
      ...unnamedRules(served, subject),
      ...describedRules(served, subject),
      ...endedNameRules(served, subject),
      ...ignoredFieldRules(served, subject),
      ...(unseen[served.model.id] ?? []).map((rule) => untriable(rule, 'media are not looked into')),
    ],
  }))
}

function promptAlone(served: ServedModel, { paid }: Subject): Rule {
  const request = { served, body: { prompt } }
  return {
    rule: 'a prompt alone is enough',
    paid: [request],
    check: async () => void expectAccepted(await paid.response(request)),
  }
}

function takenRules(served: ServedModel, { paid, style }: Subject): Rule[] {
  const fields = listedFields(served, style)
  const known = new Set(fields.map(({ field }) => field))
  const left = Object.entries(requestSchema(served.model).properties ?? {}).filter(
    ([field, { type }]) => type === 'array' && !known.has(field),
  )
  return [
    ...acceptanceRules(served, [...fields, ...locateConstraints(served).flatMap((one) => one.fields)], paid),
    ...left.map(([field]) =>
      untriable(
        `${field} takes elements`,
        'what an element is made of is not listed; a description that shows it, and --style for styles, are needed',
      ),
    ),
  ]
}

function refusedRules(served: ServedModel, subject: Subject): Rule[] {
  const { schema: described } = served
  return Object.entries(requestSchema(served.model).properties ?? {}).flatMap(([field, schema]) =>
    brokenValues({
      field,
      schema,
      described: described?.properties?.[field],
      style: subject.style,
    }).map(({ why, value }) => refusal(served, subject, { field, value, why })),
  )
}

interface Breach {
  readonly field: string
  readonly value: unknown
  readonly why: string
}

function refusal({ path }: ServedModel, { service }: Subject, { field, value, why }: Breach): Rule {
  return {
    rule: `${field} refuses ${why}`,
    async check() {
      const body = { prompt, [field]: value }
      expectInvalid(await service.send(path, { method: 'POST', body }))
    },
  }
}

function unnamedRules(served: ServedModel, subject: Subject): Rule[] {
  const constraints = locateConstraints(served).flatMap(({ what, fields, refuses }) => {
    if (fields.length === 0)
      return [untriable(what, 'the field’s name is not listed, and no described one fits')]
    return fields.flatMap(({ field }) =>
      refuses.map((value) => refusal(served, subject, { field, value, why: nameValue(value) })),
    )
  })
  return served.model.id === 'i6' ? [...constraints, zeroRetention(served, subject)] : constraints
}

/** A header whose name is not listed; a described one is recognised by its words. */
function zeroRetention(served: ServedModel, { description, paid }: Subject): Rule {
  const rule = 'a header turns on zero data retention for one request'
  const header = findHeader(description, served.path, /retention/i)
  if (!header) return untriable(rule, 'the header’s name is not listed, and none is described')
  const request = { served, body: { prompt }, headers: { [header.name]: header.value } }
  return { rule, paid: [request], check: async () => void expectAccepted(await paid.response(request)) }
}

/**
 * The promises of the service's own description: the interface lists neither required fields nor unknown ones.
 */
function describedRules(served: ServedModel, { service }: Subject): Rule[] {
  const { schema, path } = served
  const required = schema?.required ?? []
  const unknown: Rule = {
    rule: 'an unknown field is refused, as its description says',
    async check() {
      const body = { prompt, no_such_field: 1 }
      expectInvalid(await service.send(path, { method: 'POST', body }))
    },
  }
  const reason = 'not listed, and the description does not say so'
  return [
    ...required.map((field) => missing(served, service, field)),
    ...(required.length > 0 ? [] : [untriable('required fields', reason)]),
    schema?.additionalProperties === false ? unknown : untriable('an unknown field is refused', reason),
  ]
}

function missing({ path, schema }: ServedModel, service: Subject['service'], field: string): Rule {
  return {
    rule: `${field} can’t be left out, as its description says`,
    async check() {
      expectThat(Object.hasOwn(schema?.properties ?? {}, field), `a described field ${field}`, 'none')
      expectInvalid(await service.send(path, { method: 'POST', body: {} }))
    },
  }
}
