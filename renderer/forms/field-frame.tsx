import { createContext, type ReactNode, useContext, useId, useState } from 'react'
import type { Field } from '../../shared/form/field.ts'
import type { Problem, ProblemReason } from '../../shared/form/problems.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { useWords } from '../words/words-context.tsx'
import { useIsBare } from './bare-field.tsx'
import styles from './field-frame.module.css'

interface FieldFrameProps {
  readonly field: Field
  readonly touched: boolean
  /** The control is one line: where it has the width to itself, it stands beside its label. */
  readonly isCompact?: boolean
  /** The control can be a row that is scrolled: in low windows that stands beside its label (FORM450). */
  readonly canBeStrip?: boolean
  readonly problems: readonly Problem[]
  /** How these are said, where not as those of every field. */
  readonly say?: (reason: ProblemReason) => string
  readonly onReset: () => void
  /** Beside the label, such as a count. */
  readonly aside?: ReactNode
  /** What stands on the label's line: words, or the control by the id that connects it with the label. */
  readonly inline?: ReactNode | ((controlId: string) => ReactNode)
  /** Gets the ids that connect label, problem and description with the control. */
  readonly children?: (ids: FrameIds) => ReactNode
}

interface FrameIds {
  readonly controlId: string
  readonly problemId: string | undefined
  /** The description of the control: its problem, else its purpose. */
  readonly describedBy: string | undefined
}

const OwnAside = createContext<ReactNode>(null)

/** Puts something on the label line of the next field within. */
export const OnLabelLine = OwnAside

export function useOwnAside(): ReactNode {
  return useContext(OwnAside)
}

/** A field's label, its reset button, its control and its problem. */
export function FieldFrame(props: FieldFrameProps) {
  const { fields } = useWords()
  const { field, problems, say = fields.problem, isCompact, canBeStrip, inline, children } = props
  const isBare = useIsBare()
  const id = useId()
  const problemId = problems.length > 0 ? `${id}-problem` : undefined
  const description = problems.length === 0 ? field.description : null
  const descriptionId = description ? `${id}-description` : undefined
  return (
    <div
      className={styles.field}
      data-compact={(isCompact && !isBare) || undefined}
      data-strip={(canBeStrip && !isBare) || undefined}
      data-field={isBare ? undefined : field.name}
    >
      {(!isBare || inline) && <LabelLine {...props} controlId={id} />}
      <OwnAside value={null}>
        {children?.({ controlId: id, problemId, describedBy: problemId ?? descriptionId })}
      </OwnAside>
      {problems.length > 0 && (
        <p id={problemId} className={styles.problem}>
          {[...new Set(problems.map(({ reason }) => say(reason)))].join(' ')}
        </p>
      )}
      {description && (
        <p id={descriptionId} className={styles.description}>
          {description}
        </p>
      )}
    </div>
  )
}

function LabelLine(props: FieldFrameProps & { readonly controlId: string }) {
  const { field, touched, onReset, aside, inline, controlId } = props
  const { fields } = useWords()
  const isBare = useIsBare()
  const label = fields.label(field.name, field.title)
  const isMarked = !isBare && isNeeded(field)
  const own = fields.ownWords(field.name, field.title, field.description)
  const ownAside = useOwnAside()
  const [hasDetails, setDetails] = useState(false)
  return (
    <>
      <div className={styles.line}>
        <label
          className={isBare ? 'visually-hidden' : styles.label}
          htmlFor={controlId}
          data-required={isMarked || undefined}
        >
          {label}
        </label>
        {isMarked && <span className="visually-hidden">{fields.unset(true)}</span>}
        {own !== null && (
          <Tooltip text={own}>
            <button
              type="button"
              className={styles.reset}
              data-details
              aria-label={fields.detailsOf(label)}
              aria-description={own}
              aria-expanded={hasDetails}
              onClick={() => setDetails(!hasDetails)}
            >
              {fields.details}
            </button>
          </Tooltip>
        )}
        {aside}
        {ownAside}
        {touched && !field.required && (
          <button
            type="button"
            className={styles.reset}
            data-reset
            aria-label={fields.resetField(label)}
            onClick={onReset}
          >
            {fields.reset}
          </button>
        )}
        {inline && (
          <span className={styles.inline}>{typeof inline === 'function' ? inline(controlId) : inline}</span>
        )}
      </div>
      {hasDetails && <p className={styles.description}>{own}</p>}
    </>
  )
}

/** Whether a person has to fill it: a fixed value is sent without their doing, and an item may be removed. */
function isNeeded({ name, required, kind }: Field): boolean {
  return required && kind !== 'constant' && name !== ''
}

/** Beside the label of an untouched field: the service's default. */
export function RestNote({ words }: { readonly words: string }) {
  return <span className={styles.count}>{words}</span>
}
