import { Link2 } from 'lucide-react'
import { useStore } from 'zustand'
import type { MediaKind } from '../../../../shared/api/media.ts'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { useIntake, useIntakeState } from '../../../forms/intake-context.tsx'
import { IntakeRefusals } from '../../../forms/intake-refusals.tsx'
import type { IntakeTarget, NamedReason, OfferedInput } from '../../../forms/intake-store.ts'
import { MediaPreview } from '../../../forms/media-preview.tsx'
import { PendingInputs } from '../../../forms/pending-inputs.tsx'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import { roomWords } from './drop-layer.tsx'
import { MadeHereNote } from './made-here-note.tsx'
import type { MediaStore } from './media-store.ts'
import styles from './offer-dialog.module.css'
import { PlaceByFile } from './place-by-file.tsx'
import type { Placement } from './placement.ts'

const none: readonly NamedReason[] = []

interface OfferDialogProps {
  readonly form: FormStore
  readonly media: MediaStore
  /** Opens a model in the form, with the current values that it accepts. */
  readonly onChooseModel: (modelId: string) => Promise<void>
}

/** Files without a field yet: the person chooses one, or a model that has one. */
export function OfferDialog({ form, media, onChooseModel }: OfferDialogProps) {
  const { inputs } = useWords()
  const intake = useIntake()
  const { offer, toCome, pending, refusals, targets } = useIntakeState((state) => state)
  const place = useUndoablePlacing(form)
  const modelLabel = useStore(form.store, (state) => state.detail?.label) ?? ''
  const waiting = pending.filter(({ targetId }) => targetId === null)
  const offered = offer ?? []
  const fitting = fittingTargets(targets, offered)
  const several = offered.length + toCome > 1 && (toCome > 0 || fitting.length > 0)
  const isPlacing = several && toCome === 0
  return (
    <Dialog
      open={offer !== null}
      wide={several}
      onClose={intake.closeOffer}
      title={
        offered.length === 0 && waiting.length > 0 ? inputs.offer.reading : inputs.offer.title(offered.length)
      }
    >
      <div className={styles.body}>
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
        {offered.length > 0 && !several && (
          <Choices
            form={form}
            offered={offered}
            targets={fitting}
            onPlace={intake.place}
            onChooseModel={onChooseModel}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Places files, each in its field, with one undo for all of them. */
function useUndoablePlacing(form: FormStore): (placement: Placement) => void {
  const { inputs } = useWords()
  const intake = useIntake()
  const notify = useNotify()
  return (placement) => {
    const { values: before } = form.store.getState()
    intake.placeEach(placement)
    const { values: after } = form.store.getState()
    function undo() {
      const { values: now } = form.store.getState()
      // Later changes are the person's own and stay.
      for (const name of Object.keys(after))
        if (after[name] !== before[name] && now[name] === after[name]) form.setValue(name, before[name])
    }
    const count = placement.filter((id) => id !== null).length
    notify(inputs.offer.placed(count), 'calm', { label: inputs.undo, run: undo })
  }
}

/** Fields for at least one of the offered things; a URL may be of any kind. */
function fittingTargets(targets: readonly IntakeTarget[], offered: readonly OfferedInput[]): IntakeTarget[] {
  return targets.filter(
    ({ kind, room }) => room !== 0 && offered.some((input) => input.kind === null || input.kind === kind),
  )
}

function Offered({ offered }: { readonly offered: readonly OfferedInput[] }) {
  const { inputs } = useWords()
  return (
    <ul className={styles.offered}>
      {offered.map(({ value, name, kind }) => (
        <li key={value} title={name}>
          {kind === null ? (
            <span className={styles.url}>
              <Link2 aria-hidden="true" />
              {name}
            </span>
          ) : (
            <MediaPreview kind={kind} value={value} alt={inputs.preview(name)} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface ChoicesProps extends Pick<OfferDialogProps, 'form' | 'onChooseModel'> {
  readonly offered: readonly OfferedInput[]
  readonly targets: readonly IntakeTarget[]
  readonly onPlace: (targetId: string) => void
}

function Choices({ form, offered, targets, onPlace, onChooseModel }: ChoicesProps) {
  const { inputs, models: modelWords } = useWords()
  const models = useCatalog((state) => state.models) ?? []
  const { modelId, detail } = useStore(form.store)
  if (targets.length > 0) {
    return (
      <div className={styles.choices}>
        <p className={styles.caption}>{inputs.offer.fields}</p>
        {targets.map((target) => (
          <button key={target.id} type="button" className={styles.choice} onClick={() => onPlace(target.id)}>
            <span>{target.label}</span>
            <span className={styles.aside}>{roomWords(target, inputs)}</span>
          </button>
        ))}
      </div>
    )
  }
  const kinds = [...new Set(offered.flatMap(({ kind }) => kind ?? []))]
  const others = modelsTaking(models, kinds, modelId, detail?.kind ?? null)
  return (
    <div className={styles.choices}>
      <p>{detail ? inputs.offer.none(detail.label) : inputs.offer.noneHere}</p>
      {others.length > 0 && <p className={styles.caption}>{inputs.offer.models}</p>}
      {others.map((model) => (
        <button
          key={model.id}
          type="button"
          className={styles.choice}
          onClick={() => void onChooseModel(model.id)}
        >
          <span>{model.label}</span>
          <span className={styles.aside}>
            {model.priceFrom
              ? modelWords.priceFrom(model.priceFrom.microUsd, model.priceFrom.unit)
              : modelWords.priceUnlisted}
          </span>
        </button>
      ))}
    </div>
  )
}

/** Which fields hold which kind, as far as a summary shows; the form decides. */
const namesOf: Record<MediaKind, RegExp> = {
  image: /(^|_)(image|images|frame|frames|mask|picture|pictures)(_|$)/,
  video: /(^|_)(video|videos|film|films)(_|$)/,
  audio: /^(?!generate_).*(^|_)(audio|audios|sound|sounds)(_|$)/,
}

const most = 8

/**
 * Models that seem to accept all of these kinds and can be used: first those that make the kind of `making`,
 * then those that make the kind of the files; a bounded number.
 */
export function modelsTaking(
  models: readonly ModelSummary[],
  kinds: readonly MediaKind[],
  except: string | null,
  making: MediaKind | null,
): readonly ModelSummary[] {
  const rank = ({ kind }: ModelSummary) => (kind === making ? 0 : kinds.includes(kind) ? 1 : 2)
  return models
    .filter(({ id, path, deprecation }) => id !== except && path !== null && deprecation?.state !== 'sunset')
    .filter(({ fieldNames }) => kinds.every((kind) => fieldNames.some((name) => namesOf[kind].test(name))))
    .toSorted((left, right) => rank(left) - rank(right))
    .slice(0, most)
}
