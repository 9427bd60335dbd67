import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listProjectFiles } from '../source/project-files.ts'
import { isSyntaxNode, lineOf, parseSource, type SyntaxNode, walkSyntax } from '../source/syntax-tree.ts'

/** Attributes and properties whose value is shown or read aloud to a person. */
const spokenAttributes = new Set([
  'alt',
  'description',
  'heading',
  'hint',
  'message',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
])

/** The product's name is the same in every language. */
const allowed = new Set(['Atelier'])

/** Text in a component of the page instead of in `renderer/words`: one line each, with its location. */
export function findLiteralWords(root: string): string[] {
  return listProjectFiles(root)
    .filter(
      (file) => /^renderer\/.*\.tsx$/.test(file) && !file.includes('.test.') && !/\/testing\//.test(file),
    )
    .flatMap((file) => findLiteralWordsIn(file, readFileSync(join(root, file), 'utf8')))
}

export function findLiteralWordsIn(file: string, text: string): string[] {
  return [...walkSyntax(parseSource(file, text))]
    .flatMap(readSpoken)
    .filter(({ words }) => /\p{L}{2}/u.test(words) && !allowed.has(words.trim()))
    .map(
      ({ node, words }) =>
        `${file}:${lineOf(node, text)}  ${JSON.stringify(words.trim())} belongs in renderer/words`,
    )
}

interface Spoken {
  readonly node: SyntaxNode
  readonly words: string
}

/** The text of this node that a person would read. */
function readSpoken(node: SyntaxNode): Spoken[] {
  if (node.type === 'JSXText') return [{ node, words: String(node.value) }]
  if (node.type === 'JSXAttribute') return isSpokenAttribute(node) ? literalsOf(node.value) : []
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    const children = node.children as SyntaxNode[]
    return children.filter((child) => child.type === 'JSXExpressionContainer').flatMap(literalsOf)
  }
  return []
}

function isSpokenAttribute(node: SyntaxNode): boolean {
  const name = node.name as SyntaxNode
  return spokenAttributes.has(String(name.value))
}

/** The literal texts that an expression can evaluate to. */
function literalsOf(value: unknown): Spoken[] {
  if (!isSyntaxNode(value)) return []
  switch (value.type) {
    case 'StringLiteral':
      return [{ node: value, words: String(value.value) }]
    case 'TemplateLiteral': {
      const pieces = value.quasis as { cooked: string }[]
      return pieces.map((piece) => ({ node: value, words: piece.cooked }))
    }
    case 'JSXExpressionContainer':
    case 'ParenthesisExpression':
      return literalsOf(value.expression)
    case 'ConditionalExpression':
      return [...literalsOf(value.consequent), ...literalsOf(value.alternate)]
    case 'BinaryExpression':
      return ['&&', '||', '??', '+'].includes(String(value.operator))
        ? [...literalsOf(value.left), ...literalsOf(value.right)]
        : []
    default:
      return []
  }
}
