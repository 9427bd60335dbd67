import { Link2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { Wish } from '../../../forms/input-role.ts'
import { useIntake, useIntakeState } from '../../../forms/intake-context.tsx'
import { IntakeRefusals } from '../../../forms/intake-refusals.tsx'
import type { IntakeTarget, NamedReason, OfferedInput } from '../../../forms/intake-store.ts'
import { MediaPreview } from '../../../forms/media-preview.tsx'
import { PendingInputs } from '../../../forms/pending-inputs.tsx'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useFormUndo } from '../../../ui/toaster.tsx'
import { usePlacingWords } from '../../../words/placing-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import { rememberValues } from '../composer/remember-values.ts'
import { useFavorites } from '../models/use-favorites.ts'
import { CarriedNote } from './carried-note.tsx'
import { Choice } from './choice.tsx'
import { roomWords } from './drop-layer.tsx'
import { MadeHereNote } from './made-here-note.tsx'
import type { MediaStore } from './media-store.ts'
import { ModelChoices } from './model-choices.tsx'
import { modelsTaking } from './models-taking.ts'
import styles from './offer-dialog.module.css'
import { PlaceByFile } from './place-by-file.tsx'
import { isFor, type Placement } from './placement.ts'
import { useCancelOffer } from './use-cancel-offer.ts'

const none: readonly NamedReason[] = []

interface OfferDialogProps {
  readonly form: FormStore
  readonly media: MediaStore
  /** Opens a model in the form, with the current values that it accepts. */
  readonly onChooseModel: (modelId: string) => Promise<void>
}

/** Files without a field yet: the person chooses one, or a model that has one. */
export function OfferDialog({ form, media, onChooseModel }: OfferDialogProps) {
  const placing = usePlacingWords()
  const intake = useIntake()
  const cancel = useCancelOffer()
  const { offer, wish, toCome, pending, refusals, targets } = useIntakeState((state) => state)
  const place = useUndoablePlacing(form)
  const modelLabel = useStore(form.store, (state) => state.detail?.label) ?? ''
  const waiting = pending.filter(({ targetId }) => targetId === null)
  const offered = offer ?? []
  const fitting = fittingTargets(targets, offered)
  const several = offered.length + toCome > 1 && (toCome > 0 || fitting.length > 0)
  const isPlacing = several && toCome === 0

  const body = useRef<HTMLDivElement>(null)
  const firstFocus = useMemo(
    () => ({
      get current() {
        return choicesIn(body.current)[0] ?? body.current?.closest<HTMLElement>('[role="dialog"]') ?? null
      },
    }),
    [],
  )

  function titleOf(): string {
    if (offered.length === 0 && waiting.length > 0) return placing.offer.reading
    return wish ? placing.offer.wanted(wish) : placing.offer.title(offered.length)
  }

  return (
    <Dialog open={offer !== null} wide={several} onClose={cancel} title={titleOf()} firstFocus={firstFocus}>
      <div ref={body} className={styles.body}>
        {offered.length > 0 && !isPlacing && <Offered offered={offered} />}
        {isPlacing && (
          <PlaceByFile
            key={[...targets.map(({ id }) => id), ...offered.map(({ value }) => value)].join()}
            modelLabel={modelLabel}
            targets={targets}
            offered={offered}
            onPlace={place}
          />
        )}
        <PendingInputs pending={waiting} onCancel={intake.cancel} />
        <IntakeRefusals refusals={refusals[''] ?? none} onDismiss={() => intake.dismiss('')} />
        <MadeHereNote media={media} onUsed={intake.closeOffer} />
        <CarriedNote form={form} onUsed={intake.closeOffer} />
        {offered.length > 0 && !several && (
          <Choices
            form={form}
            offered={offered}
            wish={wish}
            targets={fitting}
            onPlace={intake.place}
            onChooseModel={onChooseModel}
          />
        )}
      </div>
    </Dialog>
  )
}

/** The buttons to choose among, in the order of the arrow keys. */
function choicesIn(place: Element | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>('[data-choice]') ?? [])]
}

/** The arrows move from choice to choice; Enter chooses. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const choices = choicesIn(event.currentTarget)
  const here = choices.indexOf(event.target as HTMLElement)
  if (by === undefined || here === -1) return
  event.preventDefault()
  choices[here + by]?.focus()
}

/** Places files, each in its field, with one undo for all of them. */
function useUndoablePlacing(form: FormStore): (placement: Placement) => void {
  const { inputs } = useWords()
  const placing = usePlacingWords()
  const intake = useIntake()
  const undoNotes = useFormUndo()
  return (placement) => {
    const placed = rememberValues(form)
    intake.placeEach(placement)
    const count = placement.filter((id) => id !== null).length
    undoNotes.add({ text: placing.offer.placed(count), label: inputs.undo, run: placed() })
  }
}

/** Fields for at least one of the offered things; a URL may be of any kind. */
function fittingTargets(targets: readonly IntakeTarget[], offered: readonly OfferedInput[]): IntakeTarget[] {
  return targets.filter((target) => target.room !== 0 && offered.some((input) => isFor(target, input)))
}

function Offered({ offered }: { readonly offered: readonly OfferedInput[] }) {
  const { inputs } = useWords()
  return (
    <ul className={styles.offered}>
      {offered.map(({ value, name, kind }) => (
        <li key={value} title={name}>
          {kind === null ? (
            <span data-verbatim className={styles.url}>
              <Link2 aria-hidden="true" />
              {name}
            </span>
          ) : (
            <MediaPreview kind={kind === 'other' ? 'file' : kind} value={value} alt={inputs.preview(name)} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface ChoicesProps extends Pick<OfferDialogProps, 'form' | 'onChooseModel'> {
  readonly offered: readonly OfferedInput[]
  readonly wish: Wish | null
  readonly targets: readonly IntakeTarget[]
  readonly onPlace: (targetId: string) => void
}

/** The fields of the form that take it, and all models that do; with a wish only the models for that. */
function Choices({ form, offered, wish, targets, onPlace, onChooseModel }: ChoicesProps) {
  const placing = usePlacingWords()
  const intake = useIntake()
  const models = useCatalog((state) => state.models) ?? []
  const { modelId, detail } = useStore(form.store)
  const { favorites } = useFavorites()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The file was read after the dialog had opened, with the focus on itself.
    if (document.activeElement?.matches('[role="dialog"]')) choicesIn(place.current)[0]?.focus()
  }, [])
  const groups = modelsTaking(models, {
    kinds: [...new Set(offered.flatMap(({ kind }) => (kind === 'other' ? [] : (kind ?? []))))],
    wish,
    // The form's model may be the one to animate it.
    except: wish?.making ? null : modelId,
    first: wish ? wish.making : (detail?.kind ?? null),
    preferred: modelId === null ? favorites : [modelId, ...favorites],
  })
  const fields = wish ? [] : targets

  function choose(chosenId: string) {
    intake.modelChosen(chosenId)
    void onChooseModel(chosenId)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it.
    <div ref={place} className={styles.choices} onKeyDown={moveByArrows}>
      {fields.length > 0 && <p className={styles.caption}>{placing.offer.fields}</p>}
      {fields.map((target) => (
        <Choice key={target.id} onChoose={() => onPlace(target.id)}>
          <span>{target.label}</span>
          <span className={styles.aside}>{roomWords(target, placing)}</span>
        </Choice>
      ))}
      {fields.length === 0 && !wish?.making && (
        <p>{detail ? placing.offer.none(detail.label) : placing.offer.noneHere}</p>
      )}
      {groups.length > 0 ? (
        <>
          <p className={styles.heading}>{placing.offer.models}</p>
          <ModelChoices groups={groups} favorites={favorites} onChoose={choose} />
        </>
      ) : (
        wish && <p>{placing.offer.noModel}</p>
      )}
    </div>
  )
}
