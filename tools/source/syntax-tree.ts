import { type Module, parseSync } from '@swc/core'

/** A node of a syntax tree, read without knowing all its kinds. `span` counts UTF-8 bytes from 1. */
export interface SyntaxNode {
  readonly type: string
  readonly span?: { readonly start: number; readonly end: number }
  readonly [member: string]: unknown
}

/** Reads TypeScript or TSX; throws with the file's name where it can't be read. */
export function parseSource(path: string, text: string): SyntaxNode {
  try {
    const tree: Module = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2024' })
    return tree as unknown as SyntaxNode
  } catch (error) {
    throw new Error(`${path} can't be read as TypeScript.`, { cause: error })
  }
}

/** Every node under this one, itself first; without the children of nodes that are not entered. */
export function walkSyntax(
  node: SyntaxNode,
  enters: (node: SyntaxNode) => boolean = () => true,
): SyntaxNode[] {
  const nodes: SyntaxNode[] = []
  function walk(one: SyntaxNode): void {
    if (!enters(one)) return
    nodes.push(one)
    for (const member of Object.values(one)) {
      if (Array.isArray(member)) member.forEach(look)
      else look(member)
    }
  }
  function look(child: unknown): void {
    if (isSyntaxNode(child)) walk(child)
    else if (isSyntaxNode((child as { expression?: unknown } | null | undefined)?.expression))
      walk((child as { expression: SyntaxNode }).expression)
  }
  walk(node)
  return nodes
}

/** The line, from 1, on which a node begins. */
export function lineOf(node: SyntaxNode, text: string): number {
  const before = Buffer.from(text).subarray(0, Math.max(0, (node.span?.start ?? 1) - 1))
  return before.toString().split('\n').length
}

export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}
