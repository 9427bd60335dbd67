import { canonical } from './equality.ts'
import { asNumber, asSchema, asSchemas } from './schema-node.ts'
import { absorb, adopt, fails, holds, type Question, refuse, type Verdict } from './verdict.ts'

/** The keywords for a list. */
export function checkArray(question: Question, list: readonly unknown[], verdict: Verdict): void {
  checkCount(question, list, verdict)
  const first = asSchemas(question.schema.prefixItems)
  const rest = asSchema(question.schema.items)
  for (const [index, item] of list.entries()) {
    const schema = first[index] ?? rest
    if (schema === null) break
    adopt(verdict, question.check(schema, item, [...question.path, index]))
    verdict.items.add(index)
  }
  checkContains(question, list, verdict)
}

function checkCount({ schema, path }: Question, list: readonly unknown[], verdict: Verdict): void {
  const minimum = asNumber(schema.minItems)
  const maximum = asNumber(schema.maxItems)
  const actual = list.length
  if (maximum !== null && actual > maximum) refuse(verdict, path, { code: 'too_many', maximum, actual })
  if (minimum !== null && actual < minimum) refuse(verdict, path, { code: 'too_few', minimum, actual })
  if (schema.uniqueItems === true && new Set(list.map(canonical)).size < actual)
    refuse(verdict, path, { code: 'not_unique' })
}

function checkContains({ schema, path, check }: Question, list: readonly unknown[], verdict: Verdict): void {
  const contains = asSchema(schema.contains)
  if (contains === null) return
  const minimum = asNumber(schema.minContains) ?? 1
  const maximum = asNumber(schema.maxContains)
  const verdicts = list.map((item, index) => check(contains, item, [...path, index]))
  for (const [index, one] of verdicts.entries()) if (!fails(one)) verdict.items.add(index)
  const actual = verdicts.filter(holds).length
  const open = verdicts.filter((one) => !holds(one) && !fails(one))
  const most = actual + open.length
  if (most < minimum) refuse(verdict, path, { code: 'too_few', minimum, actual: most })
  else if (maximum !== null && actual > maximum) refuse(verdict, path, { code: 'too_many', maximum, actual })
  else if (actual < minimum || (maximum !== null && most > maximum)) verdict.isOpen = true
}

/** The items that no other keyword has evaluated; nothing where that is unknown. */
export function checkUnevaluatedItems(question: Question, list: readonly unknown[], verdict: Verdict): void {
  const schema = asSchema(question.schema.unevaluatedItems)
  if (schema === null || verdict.isOpen) return
  for (const [index, item] of list.entries()) {
    if (verdict.items.has(index)) continue
    absorb(verdict, {
      ...question.check(schema, item, [...question.path, index]),
      items: new Set([index]),
      names: new Set(),
    })
  }
}
