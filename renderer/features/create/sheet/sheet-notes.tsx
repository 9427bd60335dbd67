import { useStore } from 'zustand'
import type { SheetAxis } from '../../../../shared/bridge/sheet.ts'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { objectionsTo } from '../../../../shared/form/field-objections.ts'
import { requestFields } from '../../../../shared/form/request-fields.ts'
import { rollSeed, seedField } from '../../../forms/roll-seed.ts'
import { lengthOf } from '../../../sheets/place-in-sheet.ts'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { useCompareWords } from '../../../words/compare-words.ts'
import { useObjectionWords } from '../../../words/objection-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import { comparesField } from '../composer/plan-runs.ts'
import styles from './compare-panel.module.css'

/** How many runs are compared; the stage shows which will be where. */
export function SheetSize({ form, axes }: { readonly form: FormStore; readonly axes: readonly SheetAxis[] }) {
  const { sheet } = useWords().create
  useStore(form.store)
  const [across, down] = axes
  if (!across || !form.plan()?.count) return null
  return <p className={styles.note}>{sheet.size(lengthOf(across), down ? lengthOf(down) : 1)}</p>
}

/** Why each compared model doesn't accept some of the values and is sent without them. */
export function DroppedNotes({ form }: { readonly form: FormStore }) {
  const objections = useObjectionWords()
  const { detail, details } = useStore(form.store)
  const models = useCatalog((state) => state.models)
  const plan = form.plan()
  const labelOf = (modelId: string) => models?.find((model) => model.id === modelId)?.label ?? modelId
  const objectionsOf = (modelId: string, names: readonly string[]) =>
    objectionsTo((modelId === detail?.id ? detail : details[modelId])?.schema ?? {}, names)
  const lines = [...(plan?.dropped ?? [])]
    .filter(([, names]) => names.length > 0)
    .map(([modelId, names]) => objections.without(labelOf(modelId), objectionsOf(modelId, names)))
  if (lines.length === 0) return null
  return (
    <ul className={styles.notes}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

interface SeedHintProps {
  readonly form: FormStore
  readonly detail: ModelDetail
  readonly axes: readonly SheetAxis[]
}

/** Without a seed, the images differ by chance too. */
export function SeedHint({ form, detail, axes }: SeedHintProps) {
  const compare = useCompareWords()
  const isSet = useStore(form.store, ({ values }) => values[seedField] !== undefined)
  const schema = requestFields(detail.schema)[seedField]
  if (!schema || isSet || axes.length === 0 || comparesField(axes, seedField)) return null
  const bounds = { minimum: schema.minimum ?? null, maximum: schema.maximum ?? null }
  return (
    <div className={styles.hint}>
      <p>{compare.seedHint}</p>
      <Button look="quiet" onClick={() => form.setValue(seedField, rollSeed(Math.random, bounds))}>
        {compare.seedAction}
      </Button>
    </div>
  )
}
