import { Copy } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { StyleView } from '../../../shared/bridge/style-procedures.ts'
import { longestStyleName, longestStyleNote } from '../../../shared/styles/style-id.ts'
import { LibraryPicker } from '../../forms/library-picker.tsx'
import { StylePreview } from '../../styles/style-preview.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { type StyleWords, useStyleWords } from '../../words/style-words.ts'
import styles from './styles-view.module.css'
import type { StyleActions } from './use-style-actions.ts'

interface StyleDialogProps {
  readonly style: StyleView
  readonly actions: StyleActions
  readonly onClose: () => void
}

/** One style with all that is known of it: its name, note and preview can be changed. */
export function StyleDialog({ style, actions, onClose }: StyleDialogProps) {
  const words = useStyleWords()
  const id = useId()
  const [name, setName] = useState(style.name)
  const [note, setNote] = useState(style.note)

  function save(event: FormEvent) {
    event.preventDefault()
    const change = { ...(name !== style.name && { name }), ...(note !== style.note && { note }) }
    if (Object.keys(change).length > 0) actions.change(style, change)
    onClose()
  }

  return (
    <Dialog open onClose={onClose} title={words.nameOf(style.name, style.styleId)} wide>
      <div className={styles.opened}>
        <PreviewPart style={style} actions={actions} />
        <form className={styles.form} onSubmit={save}>
          <label htmlFor={`${id}-name`}>{words.dialog.name}</label>
          <TextInput id={`${id}-name`} value={name} maxLength={longestStyleName} onChange={setName} />
          <label htmlFor={`${id}-note`}>{words.dialog.note}</label>
          <TextArea
            id={`${id}-note`}
            value={note}
            maxLength={longestStyleNote}
            placeholder={words.dialog.notePlaceholder}
            onChange={setNote}
          />
          <StyleFacts style={style} actions={actions} />
          <footer className={styles.formActions}>
            {style.canShare && (
              <Button type="button" onClick={() => actions.askToShare(style)}>
                {style.shared ? words.share.again : words.share.open}
              </Button>
            )}
            <Button type="submit" look="primary">
              {words.dialog.save}
            </Button>
          </footer>
        </form>
      </div>
    </Dialog>
  )
}

const previewWidth = 260

function PreviewPart({ style, actions }: Omit<StyleDialogProps, 'onClose'>) {
  const words = useStyleWords()
  const [isPicking, setPicking] = useState(false)
  return (
    <div className={styles.openedPreview}>
      <span className={styles.preview}>
        <StylePreview style={style} width={previewWidth} />
      </span>
      <p className={styles.about}>{previewWords(style, words)}</p>
      <Button onClick={() => setPicking(true)}>{words.dialog.choosePreview}</Button>
      {style.isPreviewChosen && (
        <Button look="quiet" onClick={() => actions.change(style, { previewFileId: null })}>
          {words.dialog.lastPreview}
        </Button>
      )}
      <LibraryPicker
        open={isPicking}
        kind="image"
        room={1}
        onClose={() => setPicking(false)}
        onChoose={([fileId]) => fileId !== undefined && actions.change(style, { previewFileId: fileId })}
      />
    </div>
  )
}

/** Where the image comes from that is shown. */
function previewWords({ preview, isPreviewChosen, hasListedPreview }: StyleView, words: StyleWords): string {
  if (preview !== null) return isPreviewChosen ? words.dialog.chosen : words.dialog.last
  return hasListedPreview ? words.dialog.listed : words.noPreview
}

function StyleFacts({ style, actions }: Omit<StyleDialogProps, 'onClose'>) {
  const words = useStyleWords()
  const { facts } = words
  return (
    <dl className={styles.facts}>
      <dt>{facts.id}</dt>
      <dd className={styles.idLine}>
        <code className={styles.wholeId}>{style.styleId}</code>
        <IconButton
          small
          label={words.copyId(words.nameOf(style.name, style.styleId))}
          icon={<Copy />}
          onClick={() => actions.copyId(style)}
        />
      </dd>
      <dt>{facts.met}</dt>
      <dd>
        {words.met(style)}
        <span className={styles.metAt}>{words.metAt(style.metAt)}</span>
      </dd>
      <dt>{facts.shared}</dt>
      <dd>
        {shareLines(style, words.state).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </dd>
    </dl>
  )
}

/** Everything that is known of its share. */
function shareLines(
  { shared, shareDoubtAt, canShare }: StyleView,
  words: ReturnType<typeof useStyleWords>['state'],
): string[] {
  if (!canShare) return [words.unusable]
  if (!shared && shareDoubtAt === null) return [words.none]
  return [
    ...(shared ? [words.sharedLong(shared.workspaceName, shared.workspaceId, shared.at)] : []),
    ...(shareDoubtAt === null ? [] : [words.doubtLong(shareDoubtAt)]),
  ]
}
