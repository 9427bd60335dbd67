import { type RefObject, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { DialogField } from '../exports/dialog-field.tsx'
import exportStyles from '../exports/export-dialog.module.css'
import { Toggles } from '../exports/toggles.tsx'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/join-classes.ts'
import { Progress } from '../ui/progress.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Slider } from '../ui/slider.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useSheetImageWords } from '../words/sheet-image-words.ts'
import { useWords } from '../words/words-context.tsx'
import { captionParts, heightOf, mostColumns, sheetWidths } from './lay-out-sheet.ts'
import styles from './sheet-image-dialog.module.css'
import type { SheetImageStore } from './sheet-image-store.ts'

const grounds = ['dark', 'light'] as const
const formats = ['png', 'jpeg'] as const
const longestTitle = 200

interface SheetImageFormProps {
  readonly sheet: SheetImageStore
  readonly first: RefObject<HTMLInputElement | null>
  readonly onCopy: () => void
  readonly onClose: () => void
}

export function SheetImageForm({ sheet, first, onCopy, onClose }: SheetImageFormProps) {
  const words = useSheetImageWords()
  const { failures } = useWords()
  const { captions, choices, drawn, failure } = useStore(sheet.store)
  const layout = sheet.layout()
  const isDrawing = drawn !== null
  return (
    <div className={exportStyles.form}>
      {layout && <Preview sheet={sheet} />}
      <DialogField label={words.heading}>
        <TextInput
          ref={first}
          aria-label={words.heading}
          placeholder={words.headingHint}
          maxLength={longestTitle}
          value={choices.title}
          onChange={(title) => sheet.change({ title })}
        />
      </DialogField>
      <div className={styles.pair}>
        <DialogField label={words.columns}>
          <div className={styles.columns}>
            <Slider
              label={words.columns}
              {...{ minimum: 1, maximum: mostColumns, step: 1, rest: null, unset: '' }}
              value={choices.columns}
              onChange={(columns) => sheet.change({ columns })}
            />
            <span className={styles.count}>{choices.columns}</span>
          </div>
        </DialogField>
        <DialogField label={words.width}>
          <Segmented
            label={words.width}
            options={sheetWidths.map((value) => ({ value, label: words.pixels(value) }))}
            value={choices.width}
            onChange={(width) => sheet.change({ width })}
          />
        </DialogField>
      </div>
      <DialogField label={words.captions}>
        <Toggles
          label={words.captions}
          options={captionParts.map((value) => ({ value, label: words.parts[value] }))}
          chosen={choices.captions}
          onChange={(parts) => sheet.change({ captions: parts })}
        />
      </DialogField>
      <div className={styles.pair}>
        <DialogField label={words.ground}>
          <Segmented
            label={words.ground}
            options={grounds.map((value) => ({ value, label: words.grounds[value] }))}
            value={choices.ground}
            onChange={(ground) => sheet.change({ ground })}
          />
        </DialogField>
        <DialogField label={words.format}>
          <Segmented
            label={words.format}
            options={formats.map((value) => ({ value, label: words.formats[value] }))}
            value={choices.format}
            onChange={(format) => sheet.change({ format })}
          />
        </DialogField>
      </div>
      {failure && (
        <p role="alert" className={joinClasses(exportStyles.hint, exportStyles.problem)}>
          {failure === 'undrawn' ? words.failed : failures.sentence(failure)}
        </p>
      )}
      {captions?.length === 0 && <p className={exportStyles.hint}>{words.none}</p>}
      {isDrawing && captions && (
        <Progress label={words.drawing(drawn, captions.length)} value={drawn / captions.length} />
      )}
      <footer className={exportStyles.actions}>
        <span role="status" className={exportStyles.total}>
          {isDrawing && captions ? words.drawing(drawn, captions.length) : layout && sizeOf()}
        </span>
        <Button type="button" onClick={isDrawing ? sheet.stop : onClose}>
          {words.cancel}
        </Button>
        {layout?.pages === 1 && (
          <Button type="button" disabled={isDrawing} focusableWhenDisabled onClick={onCopy}>
            {words.copy}
          </Button>
        )}
        <Button type="submit" look="primary" disabled={!layout || isDrawing} focusableWhenDisabled>
          {words.save}
        </Button>
      </footer>
    </div>
  )

  function sizeOf() {
    if (!layout || !captions) return null
    const size = words.size(layout.width, heightOf(layout, Math.min(captions.length, layout.perPage)))
    return layout.pages === 1 ? size : `${size}. ${words.pages(layout.pages, layout.perPage)}`
  }
}

/** In CSS pixels; twice as many are drawn. */
const previewWidth = 600

function Preview({ sheet }: { readonly sheet: SheetImageStore }) {
  const words = useSheetImageWords()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { choices, captions } = useStore(sheet.store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is drawn again where these change.
  useEffect(() => {
    void sheet.preview(previewWidth * 2, words).then((image) => {
      const shown = canvas.current
      if (!image || !shown) return image?.close()
      shown.width = image.width
      shown.height = image.height
      shown.getContext('bitmaprenderer')?.transferFromImageBitmap(image)
    })
  }, [sheet, words, choices, captions])
  return (
    <div className={styles.preview}>
      <canvas ref={canvas} role="img" aria-label={words.preview} />
    </div>
  )
}
