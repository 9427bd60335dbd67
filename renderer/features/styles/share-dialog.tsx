import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import type { StyleView } from '../../../shared/bridge/style-procedures.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { useAccountLabel } from '../../shell/use-account-label.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useStyleWords } from '../../words/style-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { type StylesStore, shareOf } from './styles-store.ts'
import styles from './styles-view.module.css'
import type { StyleActions } from './use-style-actions.ts'

interface ShareDialogProps {
  readonly style: StyleView
  readonly styles: StylesStore
  readonly actions: StyleActions
  readonly onClose: () => void
}

/** Asks before a style is shared, and says how it ended where it was not. */
export function ShareDialog({ style, styles: stylesStore, actions, onClose }: ShareDialogProps) {
  const { share: words, nameOf } = useStyleWords()
  const { failures, shell } = useWords()
  const { router } = useAtelier()
  const labelOf = useAccountLabel()
  const share = useStore(stylesStore.store, (state) => shareOf(state, style))
  const shareFailure = share?.failure ?? null
  const isSharing = share !== null && shareFailure === null
  const hasKeyTrouble =
    shareFailure?.code === 'no_key' ||
    (shareFailure?.cause?.code === 'share_refused' && shareFailure.cause.kind === 'key')
  const isFinal = shareFailure !== null && isFinalRefusal(shareFailure.cause)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (isFinal) close.current?.focus()
  }, [isFinal])
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={words.title(nameOf(style.name, style.styleId))}
      actions={
        <>
          <Button ref={close} look={isFinal ? 'primary' : 'plain'} onClick={onClose}>
            {shareFailure ? shell.close : words.no}
          </Button>
          {hasKeyTrouble && (
            <Button
              onClick={() => {
                onClose()
                router.go('settings')
              }}
            >
              {words.toSettings}
            </Button>
          )}
          {!isFinal && (
            <Button
              look="primary"
              disabled={isSharing}
              focusableWhenDisabled
              isPaid
              onClick={() => actions.share(style)}
            >
              {sayYes(isSharing, shareFailure !== null, words)}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.question}>
        <p>{words.account(labelOf(style.account))}</p>
        <p>{words.effect}</p>
        <p>{words.noWayBack}</p>
        {style.shareDoubtAt !== null && !isSharing && !shareFailure && <p>{words.doubt}</p>}
        {shareFailure && (
          <div
            role="alert"
            className={styles.outcome}
            data-tone={shareFailure.code === 'share_unknown' ? 'warn' : 'danger'}
          >
            <strong>{shareFailure.code === 'share_unknown' ? words.unknownTitle : words.failedTitle}</strong>
            <p>{failures.sentence(shareFailure)}</p>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** Refusals that another try doesn't change: the style is someone else's, isn't there, or may not be shared. */
const finalKinds: ReadonlySet<string> = new Set(['not_allowed', 'not_found', 'declined'])

function isFinalRefusal(cause: BridgeFailure['cause']): boolean {
  return cause?.code === 'share_refused' && finalKinds.has(cause.kind)
}

function sayYes(
  isSharing: boolean,
  hasFailed: boolean,
  words: ReturnType<typeof useStyleWords>['share'],
): string {
  if (isSharing) return words.sending
  return hasFailed ? words.again : words.yes
}
