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
  }, [fileId, address, library])

  useEffect(() => {
    if (address === null) shownResult.setState({ cameBack: undefined })
  }, [address, shownResult])

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
          onShowFiles={() => {
            library.filter({ ...noFilter, search: `${writeToken('sheet', sheetId)} ` })
            leave()
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

/** Back to where this was opened from: the grid, an open file, or a survey. */
function useLeave(address: string | null): () => void {
  const { router } = useAtelier()
  const origins = useRef(new Map<string, string | null>())
  const before = useRef<string | null>(null)
  useEffect(() => {
    const [last, now] = [kindOf(before.current), kindOf(address)]
    const isBack = last !== null && (origins.current.get(last) ?? null) === address
    if (now !== null && now !== last && !isBack) origins.current.set(now, before.current)
    before.current = address
  }, [address])
  return useCallback(() => {
    const now = kindOf(router.store.getState().item)
    router.go('library', (now && origins.current.get(now)) ?? null)
  }, [router])
}

/** Null: the grid. */
function kindOf(address: string | null): string | null {
  if (address === null) return null
  if (readTournamentAddress(address) !== null) return 'tournament'
  return readTogetherAddress(address)?.way ?? (readSheetAddress(address) === null ? 'file' : 'sheet')
}
