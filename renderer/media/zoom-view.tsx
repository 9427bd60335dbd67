import { Expand, ZoomIn, ZoomOut } from 'lucide-react'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { fileRoute, posterRoute } from '../../shared/bridge/media-routes.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { shownKeys, useKeys } from '../shell/keys.ts'
import { IconButton } from '../ui/button.tsx'
import { useViewingWords } from '../words/viewing-words.ts'
import { useWords } from '../words/words-context.tsx'
import { dragFile } from './drag-file.ts'
import type { MediaControls } from './media-controls.ts'
import { NotShown } from './not-shown.tsx'
import { pointIn, useSize, useWheel, wheelFactor } from './use-frame.ts'
import { useZoom } from './use-zoom.ts'
import { arrowKeys, type Size, type Zoom } from './zoom.ts'
import styles from './zoom-view.module.css'

interface ZoomViewProps {
  readonly file: FileView
  readonly name: string
  /** Its buttons lie over it, and are seen while it is zoomed, pointed at or has the focus. */
  readonly quiet: boolean
  readonly onFullScreen: () => void
  readonly controls: Ref<Pick<MediaControls, 'toggleZoom'>>
}

/** By how much a button and its key zoom. */
export const zoomStep = 1.5
/** The signs of the keys that zoom; + is above = on many keyboards. */
export const zoomKeys: readonly (readonly [key: string, factor: number])[] = [
  ['+', zoomStep],
  ['=', zoomStep],
  ['-', 1 / zoomStep],
]
/** From this scale on, pixels are shown as squares. */
const pixelScale = 3

/**
 * An image that fills its place and can be zoomed to its pixels: wheel, clicks and buttons zoom, dragging pans. Its
 * thumbnail stands there, as large, until all of its pixels do.
 */
export function ZoomView({ file, name, quiet, onFullScreen, controls }: ZoomViewProps) {
  const { actions, format, shell } = useWords()
  const words = useViewingWords()
  const frame = useRef<HTMLDivElement>(null)
  const [image, setImage] = useState<Size | null>(null)
  const [failed, setFailed] = useState(false)
  const zoom = useZoom(image, useSize(frame))
  const { shown, zoomed, share, zoomBy, toggle } = zoom
  useImperativeHandle(controls, () => ({ toggleZoom: () => toggle() }))
  // Before what it would leave else: the large view, the item of the library.
  useKeys(
    [
      { key: 'Escape', first: true, run: zoom.fit },
      ...arrowKeys.map((key) => ({ key, shift: true, first: true, run: () => zoom.panByKey(key) })),
    ],
    zoomed,
  )
  useKeys(zoomKeys.map(([key, factor]) => ({ key, run: () => zoomBy(factor) })))
  useWheel(frame, (delta, point) => zoomBy(wheelFactor(delta), point))
  if (failed) return <NotShown kind="image" />
  return (
    <div className={styles.view}>
      <div ref={frame} className={styles.frame} data-zoomed={zoomed || undefined} data-click={zoom.click}>
        {image === null && file.hasPoster && (
          <img className={styles.standIn} src={posterRoute(file.fileId)} alt="" draggable={false} />
        )}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons below do the same by keyboard. */}
        <img
          className={styles.image}
          // Before what is read about it: it is not seen until it is here, which counts as unimportant.
          fetchPriority="high"
          src={fileRoute(file.fileId)}
          alt={name}
          {...zoom.dragging}
          onClick={(event) => {
            // The second click of a double click is often that which opened the image.
            if (frame.current && event.detail === 1 && !zoom.hasPanned())
              toggle(pointIn(frame.current, event))
          }}
          draggable={!zoomed}
          onDragStart={(event) => dragFile(event, file)}
          style={transformOf(shown, image)}
          data-pixels={(zoomed && (shown?.scale ?? 0) >= pixelScale) || undefined}
          onLoad={({ currentTarget }) => {
            const { naturalWidth: width, naturalHeight: height } = currentTarget
            // Decoded before it is shown, so that no frame is without an image. What decodes only in part is shown so.
            const show = () => setImage({ width, height })
            currentTarget.decode().then(show, show)
          }}
          onError={() => setFailed(true)}
        />
      </div>
      <div className={styles.controls} data-over={quiet || undefined} data-zoomed={zoomed || undefined}>
        <IconButton
          label={words.zoomOut}
          icon={<ZoomOut />}
          shortcut="−"
          onClick={() => zoomBy(1 / zoomStep)}
        />
        <span className={styles.scale}>{format.percent(share)}</span>
        <IconButton label={words.zoomIn} icon={<ZoomIn />} shortcut="+" onClick={() => zoomBy(zoomStep)} />
        <IconButton
          label={actions.names.zoom}
          aria-pressed={zoomed}
          shortcut="Z"
          icon={<span className={styles.ratio} />}
          onClick={() => toggle()}
        />
        <IconButton
          label={actions.names.fullScreen}
          shortcut={shownKeys({ key: 'f', shift: true }, shell.keyNames).join(' ')}
          icon={<Expand />}
          onClick={onFullScreen}
        />
      </div>
    </div>
  )
}

/** Of an image in the middle of its frame. */
export function transformOf(zoom: Zoom | null, image: Size | null) {
  if (!zoom || !image) return { visibility: 'hidden' as const }
  return {
    width: image.width,
    height: image.height,
    transform: `translate(-50%, -50%) translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`,
  }
}
