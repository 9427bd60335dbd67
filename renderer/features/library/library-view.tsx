import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { writeToken } from '../../../shared/library/filter/library-filter.ts'
import { togetherCode } from '../../actions/run-action.ts'
import { useContextMenu } from '../../actions/use-context-menu.ts'
import { useUndoKey } from '../../actions/use-undo-key.ts'
import { useAtelier, useRoute } from '../../shell/atelier-context.tsx'
import { adoptKey, importKey } from '../../shell/import-key.ts'
import { useKeys } from '../../shell/keys.ts'
import { readTogetherAddress, readTournamentAddress } from '../../shell/together-address.ts'
import { dialogOnDemand, partOnDemand, usePreloadWhenIdle } from '../../ui/on-demand.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { FilterStrip } from './filter-strip.tsx'
import { readSheetAddress } from './item-address.ts'
import { ItemViewer } from './item-viewer.tsx'
import { LibraryBar } from './library-bar.tsx'
import { LibraryContent } from './library-content.tsx'
import { LibraryMenu } from './library-menu.tsx'
import { type LibraryStore, noFilter } from './library-store.ts'
import styles from './library-view.module.css'
import { PurgeDialog } from './purge-dialog.tsx'
import { wholeSelection } from './selection.ts'
import { SheetViewer } from './sheet-viewer.tsx'

const TogetherView = partOnDemand(async () => (await import('./together/together-view.tsx')).TogetherView)

const TournamentView = partOnDemand(
  async () => (await import('./together/tournament-view.tsx')).TournamentView,
)

const ImportFilesDialog = dialogOnDemand(
  async () => (await import('../../imports/import-files-dialog.tsx')).ImportFilesDialog,
)
const ImportDialog = dialogOnDemand(
  async () => (await import('../../imports/import-dialog.tsx')).ImportDialog,
)

const AdoptDialog = dialogOnDemand(async () => (await import('../../adoption/adopt-dialog.tsx')).AdoptDialog)

const idleParts = [TogetherView, togetherCode]

/** All results; the address says which one is open, or which are shown together. */
export function LibraryView({ library }: { readonly library: LibraryStore }) {
  const words = useLibraryWords()
  const { router, collecting, shownResult } = useAtelier()
  const { item: address } = useRoute()
  const sheetId = readSheetAddress(address)
  const together = useMemo(() => readTogetherAddress(address), [address])
  const tournamentId = readTournamentAddress(address)
  const fileId = sheetId === null && together === null && tournamentId === null ? address : null
  const opened = useStore(library.store, (state) => state.opened)
  const lastOpened = useRef(address === null ? (shownResult.getState().cameBack?.fileId ?? null) : null)

  useUndoKey()
  const importing = useStore(collecting, (state) => state.importing)
  // What is open over the grid has these keys for itself.
  useKeys(
    [
      { ...importKey, run: () => collecting.setState({ importing: 'folder' }) },
      { ...adoptKey, run: () => collecting.setState({ importing: 'jobs' }) },
      { key: 'a', mod: true, shift: false, outsideText: true, run: () => selectAll(library) },
    ],
    address === null,
  )
  usePreloadWhenIdle(idleParts)
  const menu = useContextMenu(
    (target) =>
      target.closest('[data-file]') !== null ||
      ((fileId !== null || together !== null) && target.closest('aside') === null),
  )
  useEffect(() => {
    if (fileId) void library.open(fileId)
    else library.closeItem()
    if (address) lastOpened.current = address
    // Back at the grid, nothing that the lineage led to is open.
    else library.walk.from = null
  }, [fileId, address, library])

  useEffect(() => {
    if (address !== null) return
    shownResult.setState({ cameBack: undefined })
    library.walk.from = null
  }, [address, shownResult, library])

  const leave = useLeave(address)
  const forgetOpened = useCallback(() => {
    lastOpened.current = null
  }, [])
  const keepCurrent = useCallback((id: string) => {
    lastOpened.current = id
  }, [])

  return (
    <div className={styles.library}>
      <div className={styles.all} inert={address !== null}>
        <h1 className="visually-hidden">{words.title}</h1>
        <LibraryBar library={library} />
        <FilterStrip library={library} />
        <div className={styles.content}>
          <LibraryContent
            library={library}
            returnTo={address === null ? lastOpened.current : null}
            onReturned={forgetOpened}
            onOpen={(id) => router.go('library', id)}
          />
        </div>
      </div>
      <ImportDialog
        wanted={importing === 'folder'}
        onCancel={() => collecting.setState({ importing: null })}
      />
      <ImportFilesDialog
        wanted={Array.isArray(importing)}
        onCancel={() => collecting.setState({ importing: null })}
      />
      <AdoptDialog wanted={importing === 'jobs'} onCancel={() => collecting.setState({ importing: null })} />
      {fileId !== null && opened !== null && <ItemViewer library={library} opened={opened} onLeave={leave} />}
      {menu.asked && (
        <LibraryMenu key={menu.asked.id} asked={menu.asked} library={library} onClose={menu.close} />
      )}
      {together && (
        <TogetherView
          key={together.way}
          library={library}
          together={together}
          onLeave={leave}
          onCurrent={keepCurrent}
        />
      )}
      {tournamentId !== null && (
        <TournamentView key={tournamentId} library={library} tournamentId={tournamentId} onLeave={leave} />
      )}
      <PurgeDialog library={library} />
      {sheetId !== null && (
        <SheetViewer
          key={sheetId}
          sheet={library.sheet}
          batchId={sheetId}
          onLeave={leave}
          onShowFiles={() => {
            library.filter({ ...noFilter, search: `${writeToken('sheet', sheetId)} ` })
            router.go('library')
          }}
        />
      )}
    </div>
  )
}

/** From outside the grid, too, as from the rail: its keys then act on the selection. */
function selectAll(library: LibraryStore): void {
  if ((library.store.getState().index?.length ?? 0) === 0) return
  library.select(wholeSelection)
  document.querySelector<HTMLElement>('[data-file][tabindex="0"]')?.focus()
}

/** Back to where this was opened from: the grid, an open file, a contact sheet, or a survey. */
function useLeave(address: string | null): () => void {
  const { router } = useAtelier()
  // What is open, from the first that was opened over the grid.
  const trail = useRef<readonly string[]>([])
  useEffect(() => {
    if (address === null) {
      trail.current = []
      return
    }
    const known = trail.current.indexOf(address)
    if (known >= 0) trail.current = trail.current.slice(0, known + 1)
    // Another one of its kind, as the next file, takes its place.
    else if (kindOf(trail.current.at(-1) ?? null) === kindOf(address))
      trail.current = [...trail.current.slice(0, -1), address]
    else trail.current = [...trail.current, address]
  }, [address])
  return useCallback(() => router.go('library', trail.current.at(-2) ?? null), [router])
}

/** Null: the grid. */
function kindOf(address: string | null): string | null {
  if (address === null) return null
  if (readTournamentAddress(address) !== null) return 'tournament'
  return readTogetherAddress(address)?.way ?? (readSheetAddress(address) === null ? 'file' : 'sheet')
}
