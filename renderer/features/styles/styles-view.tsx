import { Palette, Plus, RefreshCw, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { longestStyleSearch } from '../../../shared/styles/style-id.ts'
import { SearchField } from '../../shell/search-field.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useStyleWords } from '../../words/style-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { AddStyleDialog } from './add-style-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { StyleDialog } from './style-dialog.tsx'
import { StyleGrid } from './style-grid.tsx'
import type { StylesStore } from './styles-store.ts'
import styles from './styles-view.module.css'
import { type StyleActions, useStyleActions } from './use-style-actions.ts'

interface StylesProps {
  readonly styles: StylesStore
  readonly actions: StyleActions
}

/** The known styles of the connected account. */
export function StylesView({ styles: stylesStore }: Pick<StylesProps, 'styles'>) {
  const words = useStyleWords()
  const actions = useStyleActions(stylesStore)
  const dialog = useStore(stylesStore.store, (state) => state.dialog)
  const close = () => stylesStore.show(null)
  useEffect(() => void stylesStore.open(), [stylesStore])
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{words.title}</h1>
      <StylesBar styles={stylesStore} actions={actions} />
      <p className={styles.identity}>{words.identity}</p>
      <div className={styles.content}>
        <StylesContent styles={stylesStore} actions={actions} />
      </div>
      <AddStyleDialog open={dialog?.kind === 'add'} onClose={close} onAdd={actions.add} />
      {dialog?.kind === 'style' && (
        <StyleDialog
          key={JSON.stringify([dialog.style.account, dialog.style.styleId])}
          style={dialog.style}
          actions={actions}
          onClose={close}
        />
      )}
      {dialog?.kind === 'share' && (
        <ShareDialog style={dialog.style} styles={stylesStore} actions={actions} onClose={close} />
      )}
    </div>
  )
}

function StylesBar({ styles: stylesStore, actions }: StylesProps) {
  const words = useStyleWords()
  const { search, total, styles: shown, hasListing, isReading, failure } = useStore(stylesStore.store)
  // Where there is none yet, the same button stands in the middle.
  const isEmpty = shown?.length === 0 && search.trim() === '' && failure === null
  return (
    <div className={styles.bar}>
      <SearchField
        label={words.search}
        clearLabel={words.clearSearch}
        value={search}
        maxLength={longestStyleSearch}
        onChange={stylesStore.search}
        className={styles.search}
      />
      <p className={styles.total} role="status">
        {shown !== null && total > 0 ? words.total(total) : null}
      </p>
      {hasListing && (
        <Button icon={<RefreshCw />} disabled={isReading} focusableWhenDisabled onClick={actions.readListing}>
          {words.readListing}
        </Button>
      )}
      {!isEmpty && (
        <Button icon={<Plus />} onClick={() => stylesStore.show({ kind: 'add' })}>
          {words.add}
        </Button>
      )}
    </div>
  )
}

function StylesContent({ styles: stylesStore, actions }: StylesProps) {
  const words = useStyleWords()
  const { shell, failures } = useWords()
  const { styles: shown, failure, search, account } = useStore(stylesStore.store)
  if (failure && (shown === null || shown.length === 0)) {
    return (
      <EmptyState
        title={words.failed}
        body={failures.sentence(failure)}
        action={<Button onClick={() => void stylesStore.refresh()}>{shell.retry}</Button>}
      />
    )
  }
  if (shown === null) return <LoadingStyles />
  if (shown.length > 0) {
    return (
      <>
        {failure && (
          <div role="alert" className={styles.failed}>
            <p>{failures.sentence(failure)}</p>
            <Button onClick={() => void stylesStore.refresh()}>{shell.retry}</Button>
          </div>
        )}
        <StyleGrid styles={stylesStore} shown={shown} actions={actions} />
      </>
    )
  }
  if (search.trim() !== '') {
    return (
      <EmptyState
        icon={<SearchX />}
        title={words.nothingFound}
        action={<Button onClick={() => stylesStore.search('')}>{words.clearSearch}</Button>}
      />
    )
  }
  return (
    <EmptyState
      icon={<Palette />}
      title={words.empty}
      body={account === 'sandbox' ? `${words.emptyBody} ${words.emptySandbox}` : words.emptyBody}
      action={
        <Button look="primary" icon={<Plus />} onClick={() => stylesStore.show({ kind: 'add' })}>
          {words.add}
        </Button>
      }
    />
  )
}

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

function LoadingStyles() {
  const words = useStyleWords()
  return (
    <div className={styles.loading} role="status" aria-busy="true" aria-label={words.loading}>
      {placeholders.map((place) => (
        <Skeleton key={place} height={260} />
      ))}
    </div>
  )
}
