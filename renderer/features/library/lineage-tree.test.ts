import { expect, test } from 'vitest'
import type { LineageNode, LineagePage } from '../../../shared/bridge/lineage-procedures.ts'
import { createLineageTree, type Way } from './lineage-tree.ts'

function node(id: string, more: Partial<LineageNode> = {}): LineageNode {
  const plain = {
    isInLibrary: true,
    kind: 'image',
    name: id,
    state: 'here',
    hasPoster: true,
    sheet: null,
  } as const
  return { id, ...plain, hasFrom: false, hasInto: false, ...more }
}

/** A tree over pages by file, way and cursor; `read` holds what was asked. */
function open(pages: Readonly<Record<string, LineagePage>>) {
  const read: string[] = []
  const tree = createLineageTree({
    fileId: 'f',
    async read(fileId: string, way: Way, after?: number) {
      const key = `${fileId} ${way}${after === undefined ? '' : ` ${after}`}`
      read.push(key)
      return pages[key] ?? null
    },
  })
  const lines = () =>
    tree.lines().map((line) => `${line.level} ${line.type === 'node' ? line.node.id : line.type}`)
  return { tree, read, lines }
}

const none: LineagePage = { nodes: [], total: 0, next: null }
const page = (nodes: LineageNode[], total = nodes.length, next: number | null = null) => ({
  nodes,
  total,
  next,
})

test('[VIEW12] a file that was made from nothing and into nothing has no tree', async () => {
  const { tree, lines } = open({ 'f from': none, 'f into': none })
  await new Promise((resolve) => setTimeout(resolve))
  expect(lines()).toEqual([])
  tree.close()
})

test('[VIEW12] one goes on from file to file, and what was read once is not read again', async () => {
  const { tree, read, lines } = open({
    'f from': none,
    'f into': page([node('a', { hasInto: true }), node('b')]),
    'a into': page([node('c', { hasFrom: true })]),
  })
  await expect.poll(lines).toEqual(['1 way', '2 a', '2 b'])
  await tree.toggle('into/a', true)
  expect(lines()).toEqual(['1 way', '2 a', '3 c', '2 b'])
  await tree.toggle('into/a', false)
  expect(lines()).toEqual(['1 way', '2 a', '2 b'])
  await tree.toggle('into/a', true)
  expect(read).toEqual(['f from', 'f into', 'a into'])
  await tree.toggle('into', false)
  expect(lines()).toEqual(['1 way'])
})

test('[VIEW12] of many a page is shown, the rest is counted, and more are read on request', async () => {
  const { tree, lines } = open({
    'f from': none,
    'f into': page([node('a'), node('b')], 3, 7),
    'f into 7': page([node('c')], 3),
  })
  await expect.poll(lines).toEqual(['1 way', '2 a', '2 b', '2 more'])
  expect(tree.lines().at(-1)).toMatchObject({ type: 'more', rest: 1 })
  await tree.more('into')
  expect(lines()).toEqual(['1 way', '2 a', '2 b', '2 c'])
})

test('[VIEW12] a page that is requested twice is added once', async () => {
  const { tree, lines } = open({
    'f from': none,
    'f into': page([node('a')], 3, 7),
    'f into 7': page([node('b')], 3, 5),
  })
  await expect.poll(lines).toEqual(['1 way', '2 a', '2 more'])
  await Promise.all([tree.more('into'), tree.more('into')])
  expect(lines()).toEqual(['1 way', '2 a', '2 b', '2 more'])
  expect(tree.lines().at(-1)).toMatchObject({ type: 'more', rest: 1 })
})

test('[VIEW12] a branch that can’t be read says so, and is read anew when it is opened again', async () => {
  const pages: Record<string, LineagePage> = {
    'f from': page([node('a', { hasFrom: true })]),
    'f into': none,
  }
  const { tree, lines } = open(pages)
  await expect.poll(lines).toEqual(['1 way', '2 a'])
  await tree.toggle('from/a', true)
  expect(lines()).toEqual(['1 way', '2 a', '3 failed'])
  pages['a from'] = page([node('b', { isInLibrary: false, state: 'own' })])
  await tree.toggle('from/a', false)
  await tree.toggle('from/a', true)
  expect(lines()).toEqual(['1 way', '2 a', '3 b'])
})
