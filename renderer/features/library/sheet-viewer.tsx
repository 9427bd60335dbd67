import { Download, FolderPlus, ListFilter, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import type { Subject } from '../../actions/action.ts'
import { collectKey, downloadKey } from '../../actions/action-table.ts'
import { download } from '../../actions/download.ts'
import { useActionDeps, useActionKeys, useActions, useShownResult } from '../../actions/use-actions.ts'
import { CellSize } from '../../sheets/cell-size.tsx'
import { fileAfter } from '../../sheets/file-after.ts'
import { columnsFor, FileTile } from '../../sheets/file-tiles.tsx'
import { presentRuns } from '../../sheets/place-in-sheet.ts'
import { commonRatio, ratiosOf, shapeOf } from '../../sheets/shape-of-runs.ts'
import { SheetTable } from '../../sheets/sheet-table.tsx'
import { axisWords, stepWords } from '../../sheets/sheet-words.ts'
import { cellsIn, useRoom } from '../../sheets/use-cells.ts'
import { useAtelier, useCatalog } from '../../shell/atelier-context.tsx'
import { shownKeys, useKeys } from '../../shell/keys.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { isContentPress } from '../../ui/is-content-press.ts'
import { useLibraryWords } from '../../words/library-words.ts'
import { useWords } from '../../words/words-context.tsx'
import type { SheetStore } from './sheet-store.ts'
import styles from './sheet-viewer.module.css'

interface SheetViewerProps {
  readonly sheet: SheetStore
  readonly batchId: string
  readonly onLeave: () => void
  /** Leaves it for the grid with its files alone. */
  readonly onShowFiles: () => void
}

/** A contact sheet of the library: every file in its place, with a link to each. */
export function SheetViewer({ sheet: model, batchId, onLeave: leave, onShowFiles }: SheetViewerProps) {
  const words = useWords()
  const library = useLibraryWords()
  const { failures } = words
  const { collecting } = useAtelier()
  const viewer = useRef<HTMLElement>(null)
  const result = useStore(model.store, (state) => (state.batchId === batchId ? state.runs : null))
  const runs = useMemo(() => presentRuns(result?.ok ? result.value : []), [result])
  const [fileId, setFileId] = useState<string | null>(null)
  const sheet = runs[0]?.sheet
  const next = sheet && fileId !== null ? fileAfter(sheet.axes, runs, fileId) : null
  const subject = useSubject(runs, fileId, () => focusFile(next))
  useShownResult(subject)
  useEffect(() => {
    void model.open(batchId)
    return model.close
  }, [model, batchId])
  useEffect(() => viewer.current?.focus(), [])
  const files = runs.flatMap((run) => run.files).filter(({ state }) => state === 'saved')
  const asked = subject?.files ?? files
  const deps = useActionDeps()
  const collect = () => collecting.setState({ asked: { way: 'collect', files: asked, found: null } })
  const save = () => void download({ downloads: asked, file: null, batchId: null }, deps)
  function focusFile(id: string | null) {
    if (id !== null) viewer.current?.querySelector<HTMLElement>(`[data-sheet-file="${id}"]`)?.focus()
  }
  function clearChoice() {
    setFileId(null)
    viewer.current?.focus()
  }
  useKeys([{ key: 'Escape', run: subject ? clearChoice : leave }])
  // A chosen file has its own actions by these keys.
  useKeys(
    [
      { ...collectKey, once: true, run: collect },
      { ...downloadKey, once: true, run: save },
    ],
    subject === null && files.length > 0,
  )
  return (
    <section
      ref={viewer}
      role="dialog"
      data-keys="screen"
      tabIndex={-1}
      aria-label={library.sheet.title}
      className={styles.viewer}
    >
      <header className={styles.bar}>
        <h2 className={styles.title}>
          {sheet
            ? words.create.sheet.grid(sheet.axes.map((axis) => axisWords(axis, words)))
            : library.sheet.title}
        </h2>
        <span className={styles.acts}>
          {files.length > 0 && (
            <IconButton label={library.sheet.showFiles} icon={<ListFilter />} onClick={onShowFiles} />
          )}
          {files.length > 0 && (
            <IconButton
              label={library.sheet.download(asked.length)}
              shortcut={shownKeys(downloadKey, words.shell.keyNames).join(' ')}
              icon={<Download />}
              onClick={save}
            />
          )}
          {files.length > 0 && (
            <IconButton
              label={library.sheet.collect(asked.length)}
              shortcut={shownKeys(collectKey, words.shell.keyNames).join(' ')}
              icon={<FolderPlus />}
              onClick={collect}
            />
          )}
          <IconButton label={library.close} icon={<X />} onClick={leave} />
        </span>
      </header>
      {sheet ? (
        <Cells runs={runs} axes={sheet.axes} subject={subject} onChoose={setFileId} onClear={clearChoice} />
      ) : (
        result && (
          <EmptyState
            title={result.ok ? library.sheet.gone : library.sheet.failed}
            {...(result.ok ? {} : { body: failures.sentence(result.error) })}
            action={<Button onClick={leave}>{library.close}</Button>}
          />
        )
      )}
    </section>
  )
}

interface CellsProps {
  readonly runs: readonly SubmissionView[]
  readonly axes: NonNullable<SubmissionView['sheet']>['axes']
  /** The chosen file. */
  readonly subject: Subject | null
  readonly onChoose: (fileId: string) => void
  readonly onClear: () => void
}

function Cells({ runs, axes, subject, onChoose, onClear }: CellsProps) {
  const words = useWords()
  const models = useCatalog((state) => state.models)
  const [selectedId, setSelectedId] = useState(runs[0]?.submissionId ?? '')
  const [side, setSide] = useState<number | null>(null)
  useActionKeys(useActions(subject))
  const labelOf = (id: string) => models?.find((model) => model.id === id)?.label ?? id
  const { place, room } = useRoom()
  const rowHeads = axes[1] ? stepWords(axes[1], words, labelOf) : []
  const ratio = commonRatio(ratiosOf(runs))
  const cells = cellsIn(room, shapeOf(axes, runs.length, ratio, room, rowHeads), side, false)
  return (
    <>
      <div
        className={styles.place}
        onPointerDown={({ target, nativeEvent }) => {
          const isBeside = target instanceof Element && !target.closest('a')
          if (subject && isBeside && isContentPress(nativeEvent)) onClear()
        }}
      >
        <div ref={place} className={styles.body}>
          <SheetTable
            axes={axes}
            runs={runs}
            cells={cells}
            labelOf={labelOf}
            selectedId={selectedId}
            onSelect={setSelectedId}
            cell={(run, captions) => (
              <Cell
                run={run}
                captions={captions}
                selected={run.submissionId === selectedId}
                chosenId={subject?.file?.fileId ?? null}
                onSelect={(chosenId) => {
                  setSelectedId(run.submissionId)
                  onChoose(chosenId)
                }}
              />
            )}
          />
        </div>
      </div>
      <div className={styles.foot}>
        <CellSize cells={cells} side={side} onChange={setSide} />
      </div>
    </>
  )
}

/** The file that has, or had, the focus, for the actions and their keys. */
function useSubject(
  runs: readonly SubmissionView[],
  fileId: string | null,
  advance: () => void,
): Subject | null {
  const latest = useRef(advance)
  latest.current = advance
  return useMemo(() => {
    const run = runs.find(({ files }) => files.some((file) => file.fileId === fileId))
    const file = run?.files.find((one) => one.fileId === fileId)
    if (!run || file?.state !== 'saved') return null
    const { account, modelId, values } = run
    return {
      id: ['sheet', file.fileId].join(' '),
      place: 'grid',
      kind: file.kind,
      prompt: typeof values.prompt === 'string' ? values.prompt : '',
      file,
      files: [file],
      downloads: [file],
      standing: 'library',
      askPurge: null,
      batchId: null,
      advance: () => latest.current(),
      collectionId: null,
      readOrigin: async () => ({ ok: true, value: { account, modelId, values } }),
      view: null,
      queued: null,
      reveal: null,
    }
  }, [runs, fileId])
}

interface CellProps {
  readonly run: SubmissionView
  readonly captions: readonly string[]
  readonly selected: boolean
  /** The file that keys and the button are for, in whichever cell. */
  readonly chosenId: string | null
  readonly onSelect: (fileId: string) => void
}

/** The files of one run, each a link to itself. */
function Cell({ run, captions, selected, chosenId, onSelect }: CellProps) {
  const library = useLibraryWords()
  const files = run.files.filter(({ state }) => state !== 'trashed' && state !== 'deleted')
  if (files.length === 0) return <span className={styles.none}>{library.sheet.none}</span>
  const columns = columnsFor(files.length)
  return (
    <span className={styles.cell} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {files.map((file, index) => (
        <a
          key={file.fileId}
          href={`#/library/${file.fileId}`}
          // Arrow keys lead to the first of a cell, Tab to the others.
          data-sheet-file={file.fileId}
          data-run={index === 0 ? run.submissionId : undefined}
          tabIndex={selected ? 0 : -1}
          aria-label={library.sheet.open(captions, files.length > 1 ? [index + 1, files.length] : null)}
          aria-current={file.fileId === chosenId ? 'true' : undefined}
          className={styles.file}
          onFocus={() => onSelect(file.fileId)}
        >
          <FileTile file={file} />
        </a>
      ))}
    </span>
  )
}
