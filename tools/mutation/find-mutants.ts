import { parseSource, type SyntaxNode, walkSyntax } from '../source/syntax-tree.ts'

/** One small fault that can be planted: the bytes of a file from `start` up to `end` become `replacement`. */
export interface Mutant {
  readonly start: number
  readonly end: number
  readonly replacement: string
}

const operators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&&': ['||'],
  '||': ['&&'],
}

const otherMethods: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  some: 'every',
  every: 'some',
}

/** Calls of these are removed: their receiver replaces them. */
const droppedMethods = new Set(
  'filter sort toSorted reverse toReversed slice trim toLowerCase toUpperCase'.split(' '),
)

const typeWrappers = new Set([
  'TsAsExpression',
  'TsConstAssertion',
  'TsNonNullExpression',
  'TsSatisfiesExpression',
])

/** The purpose of a function call, where it is one expression. */
const effects = new Set(['AssignmentExpression', 'AwaitExpression', 'CallExpression'])

/** The possible faults of a file: conditions, boundaries, arithmetic, booleans, calls and statements removed. */
export function findMutants(path: string, text: string): Mutant[] {
  const bytes = Buffer.from(text)
  const mutants: Mutant[] = []
  for (const node of walkSyntax(parseSource(path, text), isValue)) mutants.push(...mutantsOf(node, bytes))
  return mutants.sort((left, right) => left.start - right.start || left.end - right.end)
}

/** Types don't run; an assertion about a value's type still contains a value. */
function isValue({ type }: SyntaxNode): boolean {
  return !type.startsWith('Ts') || typeWrappers.has(type)
}

function mutantsOf(node: SyntaxNode, bytes: Buffer): Mutant[] {
  switch (node.type) {
    case 'BinaryExpression':
      return binaryMutants(node, bytes)
    case 'IfStatement':
    case 'ConditionalExpression':
      return [...replaced(node.test, 'true'), ...replaced(node.test, 'false')]
    case 'WhileStatement':
    case 'ForStatement':
      return replaced(node.test, 'false')
    case 'BooleanLiteral':
      return replaced(node, String(node.value !== true))
    case 'NumericLiteral':
      return node.value === 0 || node.value === 1 ? replaced(node, String(1 - node.value)) : []
    case 'UnaryExpression':
      return unaryMutants(node, bytes)
    case 'UpdateExpression':
      return replaced(node, textOf(node.argument, bytes))
    case 'ExpressionStatement':
      return replaced(node, ';')
    case 'ArrowFunctionExpression':
      return effects.has((node.body as SyntaxNode).type) ? replaced(node.body, 'undefined') : []
    case 'ReturnStatement':
      return node.argument ? [] : replaced(node, ';')
    case 'ArrayExpression':
      return Array.isArray(node.elements) && node.elements.length > 0 ? replaced(node, '[]') : []
    case 'CallExpression':
      return callMutants(node, bytes)
    default:
      return []
  }
}

function binaryMutants(node: SyntaxNode, bytes: Buffer): Mutant[] {
  const [left, right] = [spanOf(node.left), spanOf(node.right)]
  const operator = String(node.operator)
  if (!left || !right) return []
  if (operator === '??') return [{ start: left.end, end: right.end, replacement: '' }]
  const start = bytes.indexOf(operator, left.end)
  const end = start + operator.length
  return (operators[operator] ?? []).map((replacement) => ({ start, end, replacement }))
}

function unaryMutants(node: SyntaxNode, bytes: Buffer): Mutant[] {
  if (node.operator === 'void') return replaced(node, 'undefined')
  return node.operator === '!' || node.operator === '-' ? replaced(node, textOf(node.argument, bytes)) : []
}

function callMutants(node: SyntaxNode, bytes: Buffer): Mutant[] {
  const callee = node.callee as SyntaxNode
  if (callee.type !== 'MemberExpression') return []
  const property = callee.property as SyntaxNode
  const name = String(property.value)
  // A clock that stands still at the epoch.
  if (name === 'now') return replaced(node, '0')
  if (droppedMethods.has(name)) return replaced(node, textOf(callee.object, bytes))
  const other = otherMethods[name]
  return other ? replaced(property, other) : []
}

function replaced(node: unknown, replacement: string): Mutant[] {
  const span = spanOf(node)
  return span ? [{ ...span, replacement }] : []
}

function textOf(node: unknown, bytes: Buffer): string {
  const { start, end } = spanOf(node) ?? { start: 0, end: 0 }
  return bytes.subarray(start, end).toString()
}

/** The position of a node, in bytes from 0. */
function spanOf(node: unknown): { readonly start: number; readonly end: number } | null {
  const span = (node as SyntaxNode | null | undefined)?.span
  return span ? { start: span.start - 1, end: span.end - 1 } : null
}

/** The file with this fault in it. */
export function plant(text: string, { start, end, replacement }: Mutant): string {
  const bytes = Buffer.from(text)
  return `${bytes.subarray(0, start)}${replacement}${bytes.subarray(end)}`
}

export interface MutantView {
  /** The line's number, from 1. */
  readonly at: number
  /** The line on which the fault begins, unchanged, and its replacement including the rest of the fault. */
  readonly line: string
  readonly becomes: string
}

/** A fault in readable form. */
export function describeMutant(text: string, { start, end, replacement }: Mutant): MutantView {
  const bytes = Buffer.from(text)
  const from = start === 0 ? 0 : bytes.lastIndexOf('\n', start - 1) + 1
  const to = (index: number) => (bytes.indexOf('\n', index) + bytes.length + 1) % (bytes.length + 1)
  const becomes = `${bytes.subarray(from, start)}${replacement}${bytes.subarray(end, to(end))}`
  return {
    at: bytes.subarray(0, start).toString().split('\n').length,
    line: bytes.subarray(from, to(start)).toString().trim(),
    becomes: becomes.trim(),
  }
}
