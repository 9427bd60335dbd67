import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { useWords } from '../words/words-context.tsx'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { holdTyping } from './hold-typing.ts'

type Code<Props> =
  | { readonly kind: 'absent' | 'loading' | 'failed' }
  | { readonly kind: 'loaded'; readonly Component: ComponentType<Props> }

interface Loadable {
  /** Loads the code unless it is here or on its way; never rejects. After a failure it is tried anew. */
  preload(): Promise<void>
}

interface Source<Props> extends Loadable {
  readonly store: StoreApi<Code<Props>>
}

type Load<Props> = () => Promise<ComponentType<Props>>

/** A component whose code is loaded when it is first shown or preloaded; once loaded it renders at once. */
export type OnDemand<Props> = ComponentType<Props> & Loadable

/**
 * A part of the page with code of its own. Until that is here `meanwhile` stands in its place; where it can't be loaded, a
 * sentence with a way to retry.
 */
export function partOnDemand<Props extends object>(
  load: Load<Props>,
  meanwhile: ReactNode = null,
): OnDemand<Props> {
  const source = createSource(load)
  const component = (props: Props) => <Part source={source} props={props} meanwhile={meanwhile} />
  return Object.assign(component, { preload: source.preload })
}

interface PartProps<Props> {
  readonly source: Source<Props>
  readonly props: Props
  readonly meanwhile: ReactNode
}

function Part<Props extends object>({ source: { store, preload }, props, meanwhile }: PartProps<Props>) {
  const { shell } = useWords()
  const code = useStore(store)
  useEffect(() => void (code.kind === 'absent' && preload()), [code.kind, preload])
  if (code.kind === 'loaded') return <code.Component {...props} />
  if (code.kind !== 'failed') return meanwhile
  const retry = <Button onClick={() => void preload()}>{shell.retry}</Button>
  return (
    <div role="alert">
      <EmptyState title={shell.partFailed} action={retry} />
    </div>
  )
}

interface Wanting {
  /** Whether the dialog is open; its code is loaded when it first is. */
  readonly wanted: boolean
  /** Called where the person gives up waiting: `wanted` is to become false. */
  readonly onCancel: () => void
}

/**
 * A dialog with code of its own. While it loads the focus stays where it is and what is typed is held for the dialog;
 * where it can't be loaded, a small dialog says so with a way to retry.
 */
export function dialogOnDemand<Props extends object>(load: Load<Props>): OnDemand<Props & Wanting> {
  const source = createSource(load)
  const component = ({ wanted, onCancel, ...props }: Props & Wanting) => (
    <LoadedDialog source={source} wanted={wanted} onCancel={onCancel} props={props as unknown as Props} />
  )
  return Object.assign(component, { preload: source.preload })
}

interface LoadedDialogProps<Props> extends Wanting {
  readonly source: Source<Props>
  readonly props: Props
}

function LoadedDialog<Props extends object>(dialog: LoadedDialogProps<Props>) {
  const { source, wanted, onCancel, props } = dialog
  const { store, preload } = source
  const code = useStore(store)
  useEffect(() => void (wanted && code.kind === 'absent' && preload()), [wanted, code.kind, preload])
  useHeldTyping(wanted && (code.kind === 'absent' || code.kind === 'loading'), {
    opens: wanted && code.kind === 'loaded',
    onEscape: onCancel,
  })
  if (code.kind === 'loaded') return <code.Component {...props} />
  if (!wanted || code.kind !== 'failed') return null
  return <NotLoaded onClose={onCancel} onRetry={() => void preload()} />
}

function useHeldTyping(isWaiting: boolean, now: { readonly opens: boolean; readonly onEscape: () => void }) {
  const latest = useRef(now)
  latest.current = now
  useEffect(() => {
    if (!isWaiting) return
    const held = holdTyping(window, () => latest.current.onEscape())
    return () => (latest.current.opens ? held.release() : held.drop())
  }, [isWaiting])
}

interface NotLoadedProps {
  readonly onClose: () => void
  readonly onRetry: () => void
}

/** The browser's own dialog: ours has code of its own, which may be what can't be loaded. */
function NotLoaded({ onClose, onRetry }: NotLoadedProps) {
  const { shell } = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} data-keys="own" data-open="" aria-label={shell.partFailed} onClose={onClose}>
      <EmptyState
        title={shell.partFailed}
        action={
          <>
            <Button onClick={onClose}>{shell.close}</Button>{' '}
            <Button look="primary" onClick={onRetry}>
              {shell.retry}
            </Button>
          </>
        }
      />
    </dialog>
  )
}

function createSource<Props>(load: Load<Props>): Source<Props> {
  const store = createStore<Code<Props>>(() => ({ kind: 'absent' }))
  return {
    store,
    async preload() {
      const { kind } = store.getState()
      if (kind === 'loading' || kind === 'loaded') return
      store.setState({ kind: 'loading' })
      try {
        store.setState({ kind: 'loaded', Component: await load() })
      } catch (cause) {
        console.warn('A part of the page could not be loaded.', cause)
        store.setState({ kind: 'failed' })
      }
    },
  }
}

/** Loads these at once, beside what is read of the studio. `parts` is to stay the same. */
export function usePreload(parts: readonly Loadable[]): void {
  useEffect(() => {
    for (const part of parts) void part.preload()
  }, [parts])
}

const idlePatienceMs = 3000

/** Loads these one after the other when the page has nothing else to do. `parts` is to stay the same. */
export function usePreloadWhenIdle(parts: readonly Loadable[]): void {
  useEffect(() => {
    let handle: number
    const next = (index: number) => {
      handle = requestIdleCallback(() => void parts[index]?.preload().then(() => next(index + 1)), {
        timeout: idlePatienceMs,
      })
    }
    next(0)
    return () => cancelIdleCallback(handle)
  }, [parts])
}
