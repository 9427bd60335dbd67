import { ChevronLeft, ChevronRight, Download, PanelRight, RotateCcw, SquarePlus, X } from 'lucide-react'
import { downloadRoute } from '../../../shared/bridge/media-routes.ts'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { useWords } from '../../words/words-context.tsx'
import styles from './item-viewer.module.css'

interface ViewerBarProps {
  /** The file's position among the others, in words; null where that is unknown. */
  readonly position: string | null
  /** Null while the file is not there. */
  readonly fileId: string | null
  readonly details: boolean
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  readonly onLeave: () => void
  readonly onStep: (by: number) => void
  readonly onRemix: () => void
  readonly onUseAsInput: () => void
  readonly onDetails: () => void
}

/** Close, previous and next, and the file's actions. */
export function ViewerBar(props: ViewerBarProps) {
  const { library: words, inputs, shell } = useWords()
  const { fileId, details, onStep } = props
  return (
    <header className={styles.bar}>
      <IconButton label={words.close} shortcut={shell.keyNames.escape} icon={<X />} onClick={props.onLeave} />
      <IconButton
        label={words.previous}
        shortcut="←"
        icon={<ChevronLeft />}
        disabled={!props.hasPrevious}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label={words.next}
        shortcut="→"
        icon={<ChevronRight />}
        disabled={!props.hasNext}
        onClick={() => onStep(1)}
      />
      {props.position && <span className={styles.position}>{props.position}</span>}
      <span className={styles.space} />
      {fileId && (
        <>
          <Button icon={<RotateCcw />} title={words.remixHint} onClick={props.onRemix}>
            {words.remix}
          </Button>
          <Button icon={<SquarePlus />} title={inputs.useAsInputHint} onClick={props.onUseAsInput}>
            {inputs.useAsInput}
          </Button>
          <LinkButton href={downloadRoute(fileId)} download icon={<Download />}>
            {words.download}
          </LinkButton>
        </>
      )}
      <IconButton
        label={details ? words.hideDetails : words.showDetails}
        shortcut="I"
        aria-pressed={details}
        icon={<PanelRight />}
        onClick={props.onDetails}
      />
    </header>
  )
}
