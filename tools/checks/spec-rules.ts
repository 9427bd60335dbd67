import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listProjectFiles } from '../source/project-files.ts'
import { isSyntaxNode, parseSource, type SyntaxNode, walkSyntax } from '../source/syntax-tree.ts'

const ruleId = /\[([A-Z]{2,}\d+)\]/g
const testFile = /\.(test|spec)(-d)?\.tsx?$/

/** Mismatches between the rules of the SPEC.md files and the tests that name them: one line each. */
export function findSpecGaps(root: string): string[] {
  const files = listProjectFiles(root)
  const rules = files.filter((file) => /(^|\/)SPEC\.md$/.test(file)).flatMap((file) => readRules(root, file))
  const carried = files.filter((file) => testFile.test(file)).flatMap((file) => readCarriedIds(root, file))
  const carriedIds = new Set(carried.map(({ id }) => id))
  const ruleIds = new Set(rules.map(({ id }) => id))
  return [
    ...repeated(rules).map(({ id, file }) => `${file}  [${id}] is stated twice`),
    ...rules.filter(({ id }) => !carriedIds.has(id)).map(({ id, file }) => `${file}  [${id}] has no test`),
    ...carried
      .filter(({ id }) => !ruleIds.has(id))
      .map(({ id, file }) => `${file}  [${id}] is a rule of no SPEC.md`),
  ]
}

interface Found {
  readonly id: string
  readonly file: string
}

/** A rule begins a line or a list item with its id; an id elsewhere only refers to one. */
function readRules(root: string, file: string): Found[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  return lines.flatMap((line) => {
    const id = /^\s*(?:[-*]\s+|\d+\.\s+|\|\s*|#+\s+)?(?:\*\*|`)?\[([A-Z]{2,}\d+)\]/.exec(line)?.[1]
    return id ? [{ id, file }] : []
  })
}

function repeated(rules: readonly Found[]): Found[] {
  return rules.filter(({ id }, index) => rules.findIndex((other) => other.id === id) !== index)
}

/** The ids in the names of tests that run: a skipped or planned test covers no rule. */
function readCarriedIds(root: string, file: string): Found[] {
  const text = readFileSync(join(root, file), 'utf8')
  if (text.search(ruleId) === -1) return []
  return [...walkSyntax(parseSource(file, text))].flatMap((node) => {
    const name = nameOfTest(node)
    return [...name.matchAll(ruleId)].map(([, id]) => ({ id: id ?? '', file }))
  })
}

/** The literal text of a test's name; empty where the node is no test that runs. */
function nameOfTest(node: SyntaxNode): string {
  if (node.type !== 'CallExpression') return ''
  const callee = identifiersOf(node.callee)
  if (!['test', 'it', 'describe'].includes(callee[0] ?? '')) return ''
  if (callee.some((word) => word === 'skip' || word === 'todo' || word === 'fixme')) return ''
  const [first] = node.arguments as { expression: SyntaxNode }[]
  return first ? textOf(first.expression) : ''
}

/** `test.each` of `test.each(rows)('name', …)` as its words. */
function identifiersOf(node: unknown): string[] {
  if (!isSyntaxNode(node)) return []
  if (node.type === 'Identifier') return [String(node.value)]
  if (node.type === 'MemberExpression')
    return [...identifiersOf(node.object), ...identifiersOf(node.property)]
  if (node.type === 'CallExpression') return identifiersOf(node.callee)
  if (node.type === 'TaggedTemplateExpression') return identifiersOf(node.tag)
  return []
}

function textOf(node: SyntaxNode): string {
  if (node.type === 'StringLiteral') return String(node.value)
  if (node.type !== 'TemplateLiteral') return ''
  return (node.quasis as { cooked: string }[]).map((piece) => piece.cooked).join('')
}
