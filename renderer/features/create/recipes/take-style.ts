import type { ModelDetail, ModelSummary } from '../../../../shared/bridge/views.ts'
import { fieldsFromSchema } from '../../../../shared/form/fields-from-schema.ts'
import { withInitialStrength } from '../../../../shared/form/style-readers.ts'
import { isRecord } from '../../../../shared/json-schema/schema-node.ts'
import { ownMember } from '../../../../shared/own-member.ts'
import { namesStyles } from '../../../../shared/styles/styles-in-values.ts'
import type { OfferedStyle } from '../../../shell/page-commands.ts'
import type { UndoNotes } from '../../../ui/undo-notes.ts'
import { styleWordsIn } from '../../../words/style-words.ts'
import type { Words } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'

export interface TakeStyleDeps {
  readonly form: Pick<FormStore, 'store' | 'remember' | 'setValue'>
  readonly models: readonly ModelSummary[]
  readonly words: Words
  readonly undoNotes: Pick<UndoNotes, 'add'>
  readonly notify: (text: string) => void
  readonly chooseModel: (modelId: string, keepsRuns: boolean) => Promise<void>
}

/**
 * Adds a style to the form: of its own model where that takes styles, else of the first that does. Everything else in the
 * form stays, but for the number of runs of another model (FORM13), and there is an undo.
 */
export async function takeStyle(deps: TakeStyleDeps, { styleId, name }: OfferedStyle): Promise<void> {
  const { form, models, undoNotes, notify } = deps
  const words = styleWordsIn(deps.words)
  const { modelId } = form.store.getState()
  const own = models.find((model) => model.id === modelId && takesStyles(model))
  const model = own ?? models.find((one) => takesStyles(one) && isOffered(one))
  if (!model) return notify(words.offered.noModel)
  const undo = form.remember(model.id)
  if (!own) await deps.chooseModel(model.id, false)
  await untilRead(form)
  const { detail, values, modelId: chosen } = form.store.getState()
  const field = detail?.fieldNames.find(namesStyles)
  if (!detail || field === undefined || chosen !== model.id) return
  const held = ownMember(values, field)
  const list: readonly unknown[] = Array.isArray(held) ? held : []
  const say = (text: string) => undoNotes.add({ text, label: words.undo, isWhole: true, run: undo })
  const sayUnchanged = (text: string) => void (own ? notify(text) : say(text))
  if (list.some((item) => isRecord(item) && item.id === styleId))
    return sayUnchanged(words.offered.inForm(name, detail.label))
  const most = mostItems(ownMember(detail.schema.properties ?? {}, field))
  if (most !== null && list.length >= most) return sayUnchanged(words.offered.full(detail.label, most))
  form.setValue(field, [...list, addedStyle(detail, field, styleId)])
  say(words.offered.taken(name, detail.label))
}

function addedStyle({ schema }: ModelDetail, name: string, styleId: string): object {
  const field = fieldsFromSchema(schema).find((one) => one.name === name)
  const style = { id: styleId }
  return field?.kind === 'styles' ? withInitialStrength(field, style) : style
}

function takesStyles({ fieldNames }: ModelSummary): boolean {
  return fieldNames.some(namesStyles)
}

function isOffered({ deprecation, path }: ModelSummary): boolean {
  return deprecation?.state !== 'sunset' && path !== null
}

/** Resolves once the form's model is read, or can't be. */
function untilRead({ store }: Pick<FormStore, 'store'>): Promise<void> {
  const isRead = () => store.getState().detail !== null || store.getState().refusal !== null
  if (isRead()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = store.subscribe(() => {
      if (!isRead()) return
      end()
      resolve()
    })
  })
}

function mostItems(schema: unknown): number | null {
  return isRecord(schema) && typeof schema.maxItems === 'number' ? schema.maxItems : null
}
