import {
  type ComponentType,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { useStore } from 'zustand'
import { useWords } from '../words/words-context.tsx'
import { Button } from './button.tsx'
import { type CodeSource, createCodeSource } from './code-source.ts'
import { EmptyState } from './empty-state.tsx'
import { failedStyles, loadFailedStyles } from './failed-styles.ts'
import { type HeldTyping, holdTyping } from './hold-typing.ts'
import { createMissingLayers } from './missing-layers.ts'
import { whenIdle } from './when-idle.ts'

interface Loadable {
  /** Starts loading the code unless it is loaded or loading; never rejects. */
  preload(): Promise<void>
}

type Load<Props> = () => Promise<ComponentType<Props>>
type Source<Props> = CodeSource<ComponentType<Props>>

/** A component whose code is loaded when it is first shown or preloaded; once loaded it renders at once. */
export type OnDemand<Props> = ComponentType<Props> & Loadable

/**
 * A part of the page with code of its own. Until that is loaded `meanwhile` is shown; if it can't be loaded, a
 * sentence with a Retry, which `frameFailure` puts into the element that its place needs.
 */
export function partOnDemand<Props extends object>(
  load: Load<Props>,
  meanwhile: ReactNode = null,
  frameFailure: (failure: ReactElement) => ReactElement = (failure) => failure,
): OnDemand<Props> {
  const source = createSource(load)
  const component = (props: Props) => (
    <Part source={source} props={props} meanwhile={meanwhile} frameFailure={frameFailure} />
  )
  return Object.assign(component, { preload: source.preload })
}

/** Functions and components of a part that is there before them, such as the list of a popup. */
export type ToolsOnDemand<Tools> = CodeSource<Tools>

export function toolsOnDemand<Tools>(load: () => Promise<Tools>): ToolsOnDemand<Tools> {
  return createSource(load)
}

/** Null until the tools are loaded. Where they are wanted they are loaded; `failure` says that they can't be. */
export function useTools<Tools>(
  source: ToolsOnDemand<Tools>,
  wanted: boolean,
): { readonly tools: Tools | null; readonly failure: ReactElement | null } {
  const code = useStore(source.store)
  useLayoutEffect(() => {
    if (wanted) void source.ensure()
  }, [wanted, source])
  return {
    tools: code.kind === 'loaded' ? code.value : null,
    failure: code.kind === 'failed' ? <NotLoaded onRetry={() => void source.ensure()} /> : null,
  }
}

function createSource<Value>(load: () => Promise<Value>): CodeSource<Value> {
  /** The stylesheets that failed with this part: another part's keep it from nothing. */
  let own: readonly string[] = []
  async function loadWhole() {
    const before = failedStyles()
    await loadFailedStyles(own)
    try {
      return await load()
    } catch (cause) {
      own = [...failedStyles()].filter((href) => !before.has(href) || own.includes(href))
      throw cause
    }
  }
  return createCodeSource(loadWhole, (cause) => {
    console.warn('A part of the page could not be loaded.', cause)
  })
}

interface PartProps<Props> {
  readonly source: Source<Props>
  readonly props: Props
  readonly meanwhile: ReactNode
  readonly frameFailure: (failure: ReactElement) => ReactElement
}

function Part<Props extends object>({ source, props, meanwhile, frameFailure }: PartProps<Props>) {
  const code = useStore(source.store)
  // Before painting: a part that failed when last shown is retried without showing the failure again.
  useLayoutEffect(() => void source.ensure(), [source])
  if (code.kind === 'loaded') return <code.value {...props} />
  if (code.kind !== 'failed') return meanwhile
  return frameFailure(<NotLoaded onRetry={() => void source.ensure()} />)
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }) {
  const { shell } = useWords()
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => () => passFocusOn(place.current), [])
  return (
    <div ref={place} role="alert">
      <EmptyState title={shell.partFailed} action={<Button onClick={onRetry}>{shell.retry}</Button>} />
    </div>
  )
}

/** The focused element is about to be removed: its surroundings get the focus. */
function passFocusOn(place: HTMLElement | null): void {
  if (place?.contains(document.activeElement)) place.closest<HTMLElement>('[tabindex]')?.focus()
}

/**
 * What has no place in which its failure could be said: a drop target, a button in a row, keys. It is absent while its
 * code can't be loaded, which one note says for all of them (`MissingLayersNote`).
 */
export function layerOnDemand<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const source = createSource(load)
  return (props: Props) => <Layer source={source} props={props} />
}

function Layer<Props extends object>({ source, props }: Pick<PartProps<Props>, 'source' | 'props'>) {
  const Component = useLayer(source)
  return Component && <Component {...props} />
}

/** The same for tools that are wanted from the start: null until they are loaded. */
export function useLayer<Tools>(source: ToolsOnDemand<Tools>): Tools | null {
  const code = useStore(source.store)
  useEffect(() => {
    void source.ensure()
    return missingLayers.want(source)
  }, [source])
  useEffect(() => {
    // A failure of before is being retried.
    const isNow = source.store.getState().kind === code.kind
    if (isNow && (code.kind === 'loaded' || code.kind === 'failed')) missingLayers.settle(source, code.kind)
  }, [source, code.kind])
  return code.kind === 'loaded' ? code.value : null
}

const missingLayers = createMissingLayers()

export function useMissingLayers() {
  const { layers, failures } = useStore(missingLayers.store)
  return { areMissing: layers.size > 0, failures, retry: missingLayers.retry }
}

interface Wanting {
  /** Whether the dialog is open; its code is loaded on first opening. */
  readonly wanted: boolean
  /** Called where the person cancels before the code is loaded: set `wanted` to false. */
  readonly onCancel: () => void
}

/**
 * A dialog with code of its own. While it loads the focus stays where it is and typed text is held for the
 * dialog; if it can't be loaded, a small dialog says so with a Retry.
 */
export function dialogOnDemand<Props extends object>(load: Load<Props>): OnDemand<Props & Wanting> {
  const source = createSource(load)
  const component = ({ wanted, onCancel, ...props }: Props & Wanting) => (
    <DialogPart source={source} wanted={wanted} onCancel={onCancel} props={props as unknown as Props} />
  )
  return Object.assign(component, { preload: source.preload })
}

interface DialogPartProps<Props> extends Wanting {
  readonly source: Source<Props>
  readonly props: Props
}

function DialogPart<Props extends object>({ source, wanted, onCancel, props }: DialogPartProps<Props>) {
  const code = useStore(source.store)
  useLayoutEffect(() => {
    if (wanted) void source.ensure()
  }, [wanted, source])
  useHeldTyping(wanted && code.kind !== 'failed', code.kind === 'loaded', onCancel)
  if (code.kind === 'loaded') return <code.value {...props} />
  if (!wanted || code.kind !== 'failed') return null
  return <DialogNotLoaded onClose={onCancel} onRetry={() => void source.ensure()} />
}

/** Holds typing until the dialog has the focus, which takes a frame even where its code is loaded. */
function useHeldTyping(isComing: boolean, isLoaded: boolean, onEscape: () => void) {
  const latestEscape = useRef(onEscape)
  latestEscape.current = onEscape
  const held = useRef<HeldTyping | null>(null)
  useLayoutEffect(() => {
    if (!isComing) return
    const typing = holdTyping(window, () => latestEscape.current())
    held.current = typing
    return () => typing.drop()
  }, [isComing])
  useLayoutEffect(() => {
    if (isComing && isLoaded) held.current?.release()
  }, [isComing, isLoaded])
}

interface DialogNotLoadedProps {
  readonly onClose: () => void
  readonly onRetry: () => void
}

/** The browser's own dialog: ours has code of its own, which may be the part that can't be loaded. */
function DialogNotLoaded({ onClose, onRetry }: DialogNotLoadedProps) {
  const { shell } = useWords()
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // Closed rather than unmounted, so that it returns the focus.
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={ref} data-keys="own" data-open="" aria-label={shell.partFailed} onCancel={onClose}>
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

/** Loads these at once, in parallel with the studio's data. `parts` must stay the same. */
export function usePreload(parts: readonly Loadable[]): void {
  useEffect(() => {
    for (const part of parts) void part.preload()
  }, [parts])
}

const idlePatienceMs = 3000

/** Loads these one after the other when the page is idle. `parts` must stay the same. */
export function usePreloadWhenIdle(parts: readonly Loadable[]): void {
  useEffect(() => {
    let cancel = () => {}
    let isOver = false
    function next(index: number): void {
      const part = parts[index]
      if (isOver || !part) return
      cancel = whenIdle(window, () => void part.preload().then(() => next(index + 1)), idlePatienceMs)
    }
    next(0)
    return () => {
      isOver = true
      cancel()
    }
  }, [parts])
}
