import { Grid2x2, ListPlus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { useCommand } from '../../shell/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { dialogOnDemand, partOnDemand, usePreloadWhenIdle } from '../../ui/on-demand.tsx'
import { useListWords } from '../../words/list-words.ts'
import { useWords } from '../../words/words-context.tsx'
import type { FormStore } from './composer/form-store.ts'
import styles from './form-tools.module.css'
import type { ListStore } from './list/list-store.ts'
import { undoByKey, useCompareEdits, useKeptFocus } from './sheet/use-compare-edits.ts'

const ListDialog = dialogOnDemand(async () => (await import('./list/list-dialog.tsx')).ListDialog)
const ExamplesMenu = partOnDemand(async () => (await import('./form/examples-menu.tsx')).ExamplesMenu)
const dialogsToPreload = [ListDialog]

interface FormToolsProps {
  readonly form: FormStore
  readonly list: ListStore
  /** Shows on the stage what Generate would make. */
  readonly planButton: ReactNode
  /** Called with runs that are sent without Generate. */
  readonly onSend: (sending: Promise<readonly SubmissionView[]>) => void
}

/** Ways to make several different runs. */
export function FormTools({ form, list, planButton, onSend }: FormToolsProps) {
  const { create } = useWords()
  const listWords = useListWords()
  const { commands } = useAtelier()
  const detail = useStore(form.store, (state) => state.detail)
  const [pasting, setPasting] = useState(false)
  const sent = useStore(list.store, (state) => state.sent)
  const axes = useStore(form.store, (state) => state.axes)
  const edits = useCompareEdits(form)
  const compare = useRef<HTMLButtonElement>(null)
  useKeptFocus(form, compare)
  usePreloadWhenIdle(dialogsToPreload)
  useCommand('pasteList', () => setPasting(true), detail !== null)
  return (
    <div className={styles.tools}>
      <Button
        ref={compare}
        look="quiet"
        icon={<Grid2x2 />}
        aria-pressed={axes !== null}
        onClick={() => (axes === null ? commands.ask('compare') : edits.stop())}
        onKeyDown={(event) => undoByKey(form, event)}
      >
        {create.sheet.start}
      </Button>
      <Button look="quiet" icon={<ListPlus />} disabled={!detail} onClick={() => setPasting(true)}>
        {sent ? listWords.startRest(sent.left) : listWords.start}
      </Button>
      {detail?.examples && <ExamplesMenu modelId={detail.id} examples={detail.examples} />}
      <span className={styles.plan}>{planButton}</span>
      {pasting && detail && (
        <ListDialog
          wanted
          onCancel={() => setPasting(false)}
          form={form}
          detail={detail}
          list={list}
          onClose={() => setPasting(false)}
          onSend={onSend}
        />
      )}
    </div>
  )
}
