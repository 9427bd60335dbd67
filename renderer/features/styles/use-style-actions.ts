import { useMemo } from 'react'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { StyleView } from '../../../shared/bridge/style-procedures.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useStyleWords } from '../../words/style-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { isSame, type StylesStore } from './styles-store.ts'

/** The actions on styles; each reports its result. */
export interface StyleActions {
  use(style: StyleView): void
  copyId(style: StyleView): void
  edit(style: StyleView): void
  askToShare(style: StyleView): void
  share(style: StyleView): void
  remove(style: StyleView): void
  add(styleId: string, name: string, note: string): void
  change(style: StyleView, change: { name?: string; note?: string; previewFileId?: string | null }): void
  readListing(): void
}

export function useStyleActions(stylesStore: StylesStore): StyleActions {
  const { router, commands } = useAtelier()
  const { failures } = useWords()
  const words = useStyleWords()
  const notify = useNotify()
  return useMemo(() => {
    async function reported<Value>(requested: Promise<BridgeResult<Value> | null>): Promise<Value | null> {
      const result = await requested
      if (result === null || result.ok) return result?.value ?? null
      notify(failures.sentence(result.error), 'danger')
      return null
    }
    const nameOf = ({ name, styleId }: StyleView) => words.nameOf(name, styleId)

    async function remove(style: StyleView) {
      const removed = await reported(stylesStore.remove(style))
      if (!removed) return
      const undo = () => void reported(stylesStore.restore(removed))
      notify(words.removed(nameOf(removed)), 'calm', { label: words.undo, run: undo })
    }

    async function copyId({ styleId }: StyleView) {
      try {
        await navigator.clipboard.writeText(styleId)
        notify(words.copied)
      } catch {
        notify(words.copyFailed, 'danger')
      }
    }

    async function share(style: StyleView) {
      const shared = await stylesStore.share(style)
      if (shared === null) return
      const { dialog } = stylesStore.store.getState()
      const isShown = dialog?.kind === 'share' && isSame(dialog.style, style)
      if (shared.ok) {
        if (isShown) stylesStore.show(null)
        notify(words.share.done(nameOf(style), shared.value.workspace.name))
      } else if (!isShown) notify(failures.sentence(shared.error), 'danger')
    }

    async function add(styleId: string, name: string, note: string) {
      const added = await reported(stylesStore.add({ styleId, name, note }))
      if (!added) return
      stylesStore.show(null)
      const say = added.isNew ? words.dialog.added : words.dialog.known
      notify(say(nameOf(added.style)))
    }

    async function readListing() {
      const read = await reported(stylesStore.readListing())
      if (read) notify(words.listingRead(read.read, read.added, read.isWhole))
    }

    return {
      use(style) {
        commands.offerStyle({ styleId: style.styleId, name: nameOf(style) })
        router.go('create')
      },
      copyId: (style) => void copyId(style),
      edit: (style) => stylesStore.show({ kind: 'style', style }),
      askToShare: (style) => stylesStore.show({ kind: 'share', style }),
      share: (style) => void share(style),
      remove: (style) => void remove(style),
      add: (styleId, name, note) => void add(styleId, name, note),
      change: ({ account, styleId }, change) =>
        void reported(stylesStore.change({ account, styleId, ...change })),
      readListing: () => void readListing(),
    }
  }, [stylesStore, router, commands, failures, words, notify])
}
