import { ChevronRight, File, FileX2, Image, Music, Trash2, Video } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { LineageNode } from '../../../shared/bridge/lineage-procedures.ts'
import { inputRoute, posterRoute } from '../../../shared/bridge/media-routes.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { sheetAddress } from './item-address.ts'
import styles from './item-lineage.module.css'
import viewer from './item-viewer.module.css'
import type { LibraryStore } from './library-store.ts'
import { createLineageTree, type LineageTree, type TreeLine } from './lineage-tree.ts'

interface ItemLineageProps {
  readonly library: LibraryStore
  readonly fileId: string
}

/** What a file was made from, and what was made from it, as a tree to walk; nothing where there is neither. */
export function ItemLineage({ library, fileId }: ItemLineageProps) {
  const [made, setMade] = useState<{ readonly of: string; readonly tree: LineageTree } | null>(null)
  useEffect(() => {
    const tree = createLineageTree({ fileId, read: library.lineageOf })
    setMade({ of: fileId, tree })
    return tree.close
  }, [library, fileId])
  return made?.of === fileId && <Tree key={fileId} fileId={fileId} library={library} tree={made.tree} />
}

interface TreeProps extends ItemLineageProps {
  readonly tree: LineageTree
}

function Tree({ tree, fileId, library: { walk } }: TreeProps) {
  const words = useLibraryWords().lineage
  const { router } = useAtelier()
  useStore(tree.store)
  const lines = tree.lines()
  const [current, setCurrent] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    lines.findIndex(({ key }) => key === current),
  )

  function focus(index: number) {
    const line = lines[Math.min(Math.max(0, index), lines.length - 1)]
    if (!line) return
    setCurrent(line.key)
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(line.key)}"]`)?.focus()
  }

  const isThere = lines.length > 0
  useEffect(() => {
    if (!isThere || walk.to !== fileId) return
    walk.to = null
    list.current?.querySelector<HTMLElement>('[role="treeitem"]')?.focus()
  }, [isThere, walk, fileId])

  const [wanted, setWanted] = useState(walk.from?.fileId === fileId ? walk.from.key : null)
  useEffect(() => {
    if (wanted !== null) for (const branch of branchesTo(wanted)) void tree.toggle(branch, true)
  }, [tree, wanted])
  useEffect(() => {
    const line =
      wanted !== null && list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted)}"]`)
    if (!line) return
    walk.from = null
    setWanted(null)
    const focused = document.activeElement
    // Who went on meanwhile stays there.
    if (focused?.contains(line)) line.focus()
  })

  function act(line: TreeLine) {
    if (line.type === 'way') return void tree.toggle(line.key, !line.isOpen)
    if (line.type === 'more') return void tree.more(line.branch)
    if (line.type !== 'node' || !line.node.isInLibrary) return
    const { sheet, id } = line.node
    walk.to = sheet ? null : id
    walk.from = sheet ? { fileId, key: line.key } : null
    router.go('library', sheet ? sheetAddress(sheet.batchId) : id)
  }

  function press(event: KeyboardEvent) {
    const line = lines[at]
    if (!line || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const isOpen = 'isOpen' in line ? line.isOpen : null
    const toggle = (to: boolean) => void tree.toggle(line.key, to)
    switch (event.key) {
      case 'ArrowDown':
        focus(at + 1)
        break
      case 'ArrowUp':
        focus(at - 1)
        break
      case 'Home':
        focus(0)
        break
      case 'End':
        focus(lines.length - 1)
        break
      case 'ArrowRight':
        if (isOpen) focus(at + 1)
        else if (isOpen === false) toggle(true)
        break
      case 'ArrowLeft':
        if (isOpen) toggle(false)
        else focus(lines.findIndex(({ key }) => key === line.parent))
        break
      case 'Enter':
      case ' ':
        act(line)
        break
      default:
        return
    }
    event.preventDefault()
  }

  if (!isThere) return null
  return (
    <section>
      <h2 className={viewer.head}>{words.title}</h2>
      <div
        ref={list}
        role="tree"
        aria-label={words.title}
        tabIndex={-1}
        className={styles.tree}
        onKeyDown={press}
      >
        {lines.map((line, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys of all of them.
          <div
            key={line.key}
            data-key={line.key}
            role="treeitem"
            aria-level={line.level}
            aria-expanded={'isOpen' in line ? (line.isOpen ?? undefined) : undefined}
            tabIndex={index === at ? 0 : -1}
            data-type={line.type}
            data-leads={line.type === 'node' && line.node.isInLibrary}
            className={styles.line}
            style={{ '--level': Math.min(line.level, 7) - 1 } as CSSProperties}
            onFocus={() => setCurrent(line.key)}
            onClick={() => act(line)}
          >
            <Opener line={line} tree={tree} />
            {line.type === 'way' && words.ways[line.way](line.total)}
            {line.type === 'more' && words.more(line.rest)}
            {line.type === 'failed' && words.failed}
            {line.type === 'node' && <Node node={line.node} />}
          </div>
        ))}
      </div>
    </section>
  )
}

/** The branches that are closed at first and have to be open for a line to be shown. */
function branchesTo(key: string): readonly string[] {
  const parts = key.split('/')
  return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join('/'))
}

function Opener({ line, tree }: { readonly line: TreeLine; readonly tree: LineageTree }) {
  const isOpen = 'isOpen' in line ? line.isOpen : null
  if (isOpen === null) return <span className={styles.opener} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a part of its line, whose keys do the same.
    <span
      className={styles.opener}
      data-open={isOpen}
      onClick={(event) => {
        event.stopPropagation()
        void tree.toggle(line.key, !isOpen)
      }}
    >
      <ChevronRight aria-hidden="true" />
    </span>
  )
}

const icons = { image: Image, video: Video, audio: Music, other: File } as const

function Node({ node }: { readonly node: LineageNode }) {
  const words = useLibraryWords().lineage
  const state = node.state === 'here' ? null : words.states[node.state]
  return (
    <>
      <span className={styles.thumb} data-state={node.state}>
        <Thumb node={node} />
      </span>
      <span className={styles.text}>
        <span className={styles.name} title={node.name}>
          {node.sheet ? (
            words.sheet(node.sheet.files)
          ) : (
            <span data-verbatim>{node.name || words.unnamed}</span>
          )}
        </span>
        {state && <small className={styles.state}>{state}</small>}
      </span>
    </>
  )
}

function Thumb({ node: { state, kind, hasPoster, id } }: { readonly node: LineageNode }) {
  const [isBroken, setBroken] = useState(false)
  const Icon = state === 'deleted' ? Trash2 : state === 'missing' || state === 'gone' ? FileX2 : icons[kind]
  const source = hasPoster ? posterRoute(id) : state === 'own' && kind === 'image' ? inputRoute(id) : null
  if (source === null || isBroken) return <Icon aria-hidden="true" />
  return <img src={source} alt="" draggable={false} loading="lazy" onError={() => setBroken(true)} />
}
