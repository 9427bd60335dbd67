import { matchPattern } from './match-pattern.ts'
import { asNames, asNumber, asSchema, asSchemaMap, isRecord, type SchemaNode } from './schema-node.ts'
import { absorb, adopt, type Question, refuse, type Verdict } from './verdict.ts'

type Members = Readonly<Record<string, unknown>>

/** The keywords for an object. A member that is undefined counts as absent: JSON has none. */
export function checkObject(question: Question, value: Members, verdict: Verdict): void {
  const names = Object.keys(value).filter((name) => value[name] !== undefined)
  checkPresence(question, value, names, verdict)
  checkMembers(question, value, names, verdict)
  checkNames(question, names, verdict)
  for (const [name, schema] of asSchemaMap(question.schema.dependentSchemas)) {
    if (has(value, name)) absorb(verdict, question.check(schema, value, question.path))
  }
}

function checkPresence(
  { schema, path }: Question,
  value: Members,
  names: readonly string[],
  verdict: Verdict,
): void {
  const needed = new Set(asNames(schema.required))
  if (isRecord(schema.dependentRequired)) {
    for (const [name, others] of Object.entries(schema.dependentRequired)) {
      if (has(value, name)) for (const other of asNames(others)) needed.add(other)
    }
  }
  for (const name of needed) if (!has(value, name)) refuse(verdict, [...path, name], { code: 'missing' })
  const minimum = asNumber(schema.minProperties)
  const maximum = asNumber(schema.maxProperties)
  const actual = names.length
  if (maximum !== null && actual > maximum) refuse(verdict, path, { code: 'too_many', maximum, actual })
  if (minimum !== null && actual < minimum) refuse(verdict, path, { code: 'too_few', minimum, actual })
}

function checkMembers(question: Question, value: Members, names: readonly string[], verdict: Verdict): void {
  const { schema } = question
  const properties = asSchemaMap(schema.properties)
  const patterns = asSchemaMap(schema.patternProperties)
  const additional = asSchema(schema.additionalProperties)
  for (const name of names) {
    const named = properties.get(name)
    const requested = named === undefined ? [] : [named]
    let isKnown = true
    for (const [pattern, member] of patterns) {
      const found = matchPattern(pattern, name, question.work)
      if (found === true) requested.push(member)
      else if (found === 'unknown') isKnown = false
    }
    if (!isKnown) verdict.isOpen = true
    else if (requested.length === 0 && additional !== null) requested.push(additional)
    for (const member of requested) askMember(question, member, name, value[name], verdict)
  }
}

function askMember(
  question: Question,
  schema: SchemaNode,
  name: string,
  value: unknown,
  verdict: Verdict,
): void {
  verdict.names.add(name)
  const path = [...question.path, name]
  if (schema === false) refuse(verdict, path, { code: 'unknown_field' })
  else adopt(verdict, question.check(schema, value, path))
}

function checkNames({ schema, path, check }: Question, names: readonly string[], verdict: Verdict): void {
  const rule = asSchema(schema.propertyNames)
  if (rule === null) return
  for (const name of names) adopt(verdict, check(rule, name, [...path, name]))
}

/** The members that no other keyword has evaluated; nothing where that is unknown. */
export function checkUnevaluatedProperties(question: Question, value: Members, verdict: Verdict): void {
  const schema = asSchema(question.schema.unevaluatedProperties)
  if (schema === null || verdict.isOpen) return
  for (const name of Object.keys(value)) {
    if (value[name] !== undefined && !verdict.names.has(name))
      askMember(question, schema, name, value[name], verdict)
  }
}

function has(value: Members, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined
}
