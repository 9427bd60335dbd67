import type { PatternNode, RepeatNode } from './pattern-node.ts'

/**
 * What it takes to try a pattern at one place: at most `ways` ways, each of `size` steps and of as many as the text
 * is long to the power of `open`. One that is not `anchored` is tried at every place.
 */
export interface MatchCost extends TryCost {
  readonly anchored: boolean
}

interface TryCost {
  readonly ways: number
  readonly size: number
  readonly open: number
}

/** What the engine's own expressions may be asked to do in one go; about a tenth of a second at worst. */
const mostSteps = 100_000_000
const nearEnd = 8

/** The steps that a text of this length takes at most; null where they are too many for one go. */
export function stepsAtMost({ ways, size, open, anchored }: MatchCost, length: number): number | null {
  const places = anchored ? 1 : length + 1
  const steps = places * ways * (size + length ** open)
  return steps <= mostSteps ? steps : null
}

/** What it costs at most to look for a pattern by trying; null where that can't be told from its form. */
export function costOf(node: PatternNode): MatchCost | null {
  const cost = costWithin(node)
  return cost && { ...cost, anchored: isAnchored(node) }
}

const least = { ways: 1, size: 1, open: 0 }

function costWithin(node: PatternNode): TryCost | null {
  switch (node.type) {
    case 'one':
    case 'where':
      return least
    case 'ahead':
    case 'group':
      return costWithin(node.node)
    case 'sequence':
      return join(node.nodes, (left, right) => ({
        ways: left.ways * right.ways,
        size: left.size + right.size,
        open: left.open + right.open,
      }))
    case 'choice':
      return join(node.nodes, (left, right) => ({
        ways: left.ways + right.ways,
        size: Math.max(left.size, right.size),
        open: Math.max(left.open, right.open),
      }))
    case 'repeat':
      return costOfRepeat(node)
    case 'behind':
    case 'again':
      return null
  }
}

function join(
  nodes: readonly PatternNode[],
  both: (left: TryCost, right: TryCost) => TryCost,
): TryCost | null {
  const [first = least, ...others] = nodes.map(costWithin)
  return others.reduce((left, right) => left && right && both(left, right), first)
}

/** A repeat of what can be taken in one way alone is tried once for each length; any other repeat may run away. */
function costOfRepeat({ node, least, most }: RepeatNode): TryCost | null {
  const inner = costWithin(node)
  if (!inner) return null
  if (most <= 1) return { ...inner, ways: inner.ways + 1 }
  if (inner.ways > 1 || inner.open > 0) return null
  if (most === least) return { ...inner, size: inner.size * most }
  if (most > nearEnd) return { ...inner, open: 1 }
  return { ways: most - least + 1, size: inner.size * most, open: 0 }
}

function isAnchored(node: PatternNode | undefined): boolean {
  if (node?.type === 'where') return node.isStart
  if (node?.type === 'sequence') return isAnchored(node.nodes[0])
  if (node?.type === 'choice') return node.nodes.every(isAnchored)
  return node?.type === 'group' && isAnchored(node.node)
}
