import { checkArray, checkUnevaluatedItems } from './array-rules.ts'
import { chooseBranch } from './choose-branch.ts'
import { isEqual } from './equality.ts'
import { fullWork, MatchWork, quickWork } from './match-pattern.ts'
import { checkObject, checkUnevaluatedProperties } from './object-rules.ts'
import type { Path, Problem } from './problem.ts'
import { resolveReference } from './references.ts'
import { checkNumber, checkString } from './scalar-rules.ts'
import { asSchema, asSchemas, isRecord, type SchemaNode, typesOf } from './schema-node.ts'
import { absorb, emptyVerdict, fails, holds, note, type Question, refuse, type Verdict } from './verdict.ts'

/** Maximum nesting of schema evaluations for a value. */
const deepest = 300

/** The budget of one check. */
export interface CheckLimits {
  readonly questions: number
  /** For all of its patterns, as counted by `MatchWork`. */
  readonly work: number
}

export const fullCheck: CheckLimits = { questions: 100_000, work: fullWork }
/** A few milliseconds, for checks on every key press. */
export const quickCheck: CheckLimits = { questions: 10_000, work: quickWork }

export interface CheckOptions {
  /** Whether another value will replace this one: nothing is reported that depends on it. */
  readonly isToCome?: (value: unknown) => boolean
  readonly limits?: CheckLimits
}

class TooComplex extends Error {}

/**
 * All violations of a JSON Schema 2020-12 by a value; empty where it is allowed. Nothing is compiled and
 * nothing from the schema is run, so that it works under a policy that forbids eval; an endlessly recursive or
 * too expensive schema yields the one problem `too_complex`. `$ref` is resolved within `root` only; a dangling
 * one allows everything, and so does a keyword with an invalid value. Nothing is reported that depends on a
 * pattern that can't be evaluated here: load those of `root` before (`loadPatterns`).
 */
export function checkValue(
  root: SchemaNode,
  schema: SchemaNode,
  value: unknown,
  { isToCome = () => false, limits = fullCheck }: CheckOptions = {},
): Problem[] {
  const work = new MatchWork(limits.work)
  let questions = 0
  let depth = 0

  function check(requested: SchemaNode, subject: unknown, path: Path): Verdict {
    questions += 1
    if (questions > limits.questions || depth >= deepest) throw new TooComplex()
    depth += 1
    const verdict = emptyVerdict()
    if (requested === false) refuse(verdict, path, { code: 'forbidden' })
    else if (isRecord(subject) && isToCome(subject)) verdict.isOpen = true
    else if (requested !== true)
      ask({ schema: requested, value: subject, path, check, isToCome, work }, root, verdict)
    depth -= 1
    return verdict
  }

  try {
    return unique(check(schema, value, []).problems)
  } catch (error) {
    if (error instanceof TooComplex) return [{ path: [], reason: { code: 'too_complex' } }]
    throw error
  }
}

function ask(question: Question, root: SchemaNode, verdict: Verdict): void {
  const { schema, value } = question
  askReferences(question, root, verdict)
  if (!checkType(question, verdict) || !checkOptions(question, verdict)) return
  if (typeof value === 'string') checkString(question, value, verdict)
  else if (typeof value === 'number') checkNumber(question, value, verdict)
  else if (Array.isArray(value)) checkArray(question, value, verdict)
  else if (isRecord(value)) checkObject(question, value, verdict)
  askOthers(question, verdict)
  if (Array.isArray(value)) checkUnevaluatedItems(question, value, verdict)
  else if (isRecord(value)) checkUnevaluatedProperties(question, value, verdict)
  if (schema['x-media'] !== undefined && fails(verdict)) sayMedia(question, verdict)
}

function askReferences({ schema, value, path, check }: Question, root: SchemaNode, verdict: Verdict): void {
  for (const reference of [schema.$ref, schema.$dynamicRef]) {
    const target = typeof reference === 'string' ? resolveReference(root, reference) : null
    if (target !== null) absorb(verdict, check(target, value, path))
  }
}

const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isRecord,
}

/** Whether the value has an allowed type; if not, the other rules report nothing. */
function checkType({ schema, value, path }: Question, verdict: Verdict): boolean {
  const types = typesOf(schema)?.filter((type) => Object.hasOwn(typeTests, type)) ?? []
  if (types.length === 0 || types.some((type) => typeTests[type]?.(value))) return true
  refuse(verdict, path, { code: 'wrong_type', expected: types.join(', ') })
  return false
}

function checkOptions({ schema, value, path }: Question, verdict: Verdict): boolean {
  const fixed = Object.hasOwn(schema, 'const') ? [schema.const] : null
  const lists = [fixed, schema.enum].filter((list): list is unknown[] => Array.isArray(list))
  const failed = lists.find((options) => !options.some((option) => isEqual(option, value)))
  if (failed) refuse(verdict, path, { code: 'not_an_option', options: failed })
  return !failed
}

function askOthers(question: Question, verdict: Verdict): void {
  const { schema, value, path, check } = question
  for (const part of asSchemas(schema.allOf)) absorb(verdict, check(part, value, path))
  askForms(question, verdict)
  const condition = asSchema(schema.if)
  if (condition !== null) {
    const met = check(condition, value, path)
    if (holds(met)) absorb(verdict, met)
    const consequence = asSchema(holds(met) ? schema.then : fails(met) ? schema.else : null)
    if (consequence !== null) absorb(verdict, check(consequence, value, path))
    if (!fails(met)) verdict.isOpen ||= met.isOpen
  }
  askForbidden(question, verdict)
}

function askForbidden({ schema, value, path, check }: Question, verdict: Verdict): void {
  const forbidden = asSchema(schema.not)
  if (forbidden === null) return
  const met = check(forbidden, value, path)
  if (holds(met)) refuse(verdict, path, { code: 'forbidden' })
  else if (!fails(met)) verdict.isOpen ||= met.isOpen
}

function askForms({ schema, value, path, check }: Question, verdict: Verdict): void {
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const forms = asSchemas(schema[keyword]).map((form) => check(form, value, path))
    if (forms.length === 0) continue
    const fitting = forms.filter(holds)
    for (const form of fitting) absorb(verdict, form)
    const open = forms.filter((form) => !holds(form) && !fails(form))
    for (const form of open) note(verdict, form)
    if (keyword === 'oneOf' && fitting.length > 1) refuse(verdict, path, { code: 'several_forms' })
    else if (open.length > 0 && (keyword === 'oneOf' || fitting.length === 0)) verdict.isOpen = true
    else if (fitting.length === 0) verdict.problems.push(...chooseBranch(forms, path))
  }
}

/** A refused medium gets a single problem, except where its length is the fault. */
function sayMedia({ schema, path }: Question, verdict: Verdict): void {
  const long = verdict.problems.find(({ reason }) => reason.code === 'too_long')
  verdict.problems.splice(
    0,
    Number.POSITIVE_INFINITY,
    schema['x-file-part'] === true
      ? { path: [...path], reason: { code: 'not_a_file' } }
      : (long ?? { path: [...path], reason: { code: 'not_media' } }),
  )
}

/** A problem reported by two parts of a schema is reported once. */
function unique(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()]
}
