import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { readInputReference } from '../../../../shared/form/input-reference.ts'
import type { Restored } from '../../../../shared/library/restored.ts'
import { useIntake, useIntakeState } from '../../../forms/intake-context.tsx'
import { MediaPreview } from '../../../forms/media-preview.tsx'
import { useAtelier, useCatalog } from '../../../shell/atelier-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { usePlacingWords } from '../../../words/placing-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import styles from './carried-dialog.module.css'
import { type CarriedRow, mostRows, recipeOf, rowsOf } from './carried-settings.ts'

interface CarriedDialogProps {
  readonly form: FormStore
}

/** The settings that a file carries, beside those of the form: all of them are used, or those that are chosen. */
export function CarriedDialog({ form }: CarriedDialogProps) {
  const carried = useIntakeState((state) => state.carried)
  if (!carried?.isWanted || !carried.restored) return null
  return <Shown key={carried.name} form={form} name={carried.name} restored={carried.restored} />
}

interface ShownProps extends CarriedDialogProps {
  readonly name: string
  readonly restored: Restored
}

function Shown({ form, name: fileName, restored }: ShownProps) {
  const { carried: words } = usePlacingWords()
  const { fields } = useWords()
  const intake = useIntake()
  const { recipes, router } = useAtelier()
  const models = useCatalog((state) => state.models)
  const state = useStore(form.store)
  const model = models?.find(({ id }) => id === restored.modelId) ?? null
  const [takesModel, setTakesModel] = useState(model !== null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const button = useRef<HTMLButtonElement>(null)
  const formId = useId()
  const rows = rowsOf(restored, state)
  const names = Object.keys(restored.values)
  const isAll = left.size === 0 && (takesModel || model === null)
  const recipe = recipeOf({ restored, takesModel, left }, state)
  const close = () => intake.showCarried(null)

  function toggle(name: string) {
    const others = new Set(left)
    if (!others.delete(name)) others.add(name)
    setLeft(others)
  }

  function use(event: FormEvent) {
    event.preventDefault()
    if (!recipe) return
    close()
    router.go('create')
    recipes.offer({ ...recipe, fileName })
  }

  const { rating, flag, label, isFavorite, tags, note } = restored
  const isJudged = rating > 0 || flag !== 'none' || label > 0 || isFavorite
  return (
    <Dialog
      open
      wide
      onClose={close}
      title={words.title(fileName)}
      description={words.writtenBy(restored.source, restored.carried?.modelLabel || restored.modelId)}
      firstFocus={button}
      actions={
        <>
          <Button look="quiet" onClick={close}>
            {words.cancel}
          </Button>
          <Button
            ref={button}
            look="primary"
            type="submit"
            form={formId}
            disabled={!recipe || left.size === names.length + (takesModel ? 1 : 0)}
          >
            {isAll ? words.takeAll : words.takeSome(names.length - left.size)}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.body} onSubmit={use}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.setting}</th>
              <th scope="col">{words.inFile}</th>
              <th scope="col">{words.inForm}</th>
            </tr>
          </thead>
          <tbody>
            {restored.modelId !== null && (
              <Row
                label={words.model}
                isOn={takesModel}
                isOpen={model !== null}
                onToggle={() => setTakesModel(!takesModel)}
                inFile={model?.label ?? words.notOffered(restored.carried?.modelLabel || restored.modelId)}
                inForm={state.detail?.label ?? ''}
                isSame={restored.modelId === state.modelId}
              />
            )}
            {rows.map((row) => (
              <Row
                key={row.name}
                label={fields.label(row.name.slice(0, mostOfName), null)}
                isOn={!left.has(row.name)}
                isOpen
                onToggle={() => toggle(row.name)}
                inFile={<Value row={row} value={row.inFile} />}
                inForm={<Value row={row} value={row.inForm} />}
                isSame={JSON.stringify(row.inFile) === JSON.stringify(row.inForm)}
              />
            ))}
          </tbody>
        </table>
        {names.length > rows.length && <p className={styles.more}>{words.more(names.length - mostRows)}</p>}
        {(isJudged || tags.length > 0 || note !== '') && <p className={styles.more}>{words.stays}</p>}
      </form>
    </Dialog>
  )
}

const mostOfName = 80
const mostOfText = 600
const mostMedia = 3

interface RowProps {
  readonly label: string
  readonly isOn: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly inFile: ReactNode
  readonly inForm: ReactNode
  readonly isSame: boolean
}

function Row({ label, isOn, isOpen, onToggle, inFile, inForm, isSame }: RowProps) {
  const { carried: words } = usePlacingWords()
  return (
    <tr data-on={isOn || undefined}>
      <th scope="row">
        <label className={styles.name}>
          <input type="checkbox" checked={isOn} disabled={!isOpen} onChange={onToggle} />
          <span>{label}</span>
        </label>
      </th>
      <td data-verbatim>{inFile}</td>
      <td data-verbatim className={styles.inForm}>
        {isSame ? words.same : inForm}
      </td>
    </tr>
  )
}

function Value({ row: { name }, value }: { readonly row: CarriedRow; readonly value: unknown }) {
  const { fields, inputs } = useWords()
  const { carried: words } = usePlacingWords()
  if (value === undefined) return words.notSet
  const media = [value].flat().filter((one) => readInputReference(one) !== null)
  if (media.length > 0)
    return (
      <span className={styles.media}>
        {media.slice(0, mostMedia).map((reference, index) => (
          <span key={String(reference)}>
            <MediaPreview kind="image" value={reference} alt={inputs.preview(`${name} ${index + 1}`)} />
          </span>
        ))}
      </span>
    )
  const text = fields.measured(name, value) ?? (typeof value === 'string' ? value : JSON.stringify(value))
  return <span className={styles.value}>{text.slice(0, mostOfText)}</span>
}
