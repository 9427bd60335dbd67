import type { ComponentType } from 'react'
import { useStore } from 'zustand'
import type { LeavingWay } from '../actions/collecting.ts'
import { CollectDialog } from '../collections/collect-dialog.tsx'
import { TagDialog } from '../collections/tag-dialog.tsx'
import { ProofDialog } from '../proofs/proof-dialog.tsx'
import { ReplyDialog } from '../proofs/reply-dialog.tsx'
import { SheetImageDialog } from '../sheet-image/sheet-image-dialog.tsx'
import { useAtelier } from '../shell/atelier-context.tsx'
import { ExportDialog } from './export-dialog.tsx'
import type { LeavingDialogProps } from './leaving-props.ts'
import { UnfinishedDialog } from './unfinished-dialog.tsx'

const dialogs: Readonly<Record<LeavingWay, ComponentType<LeavingDialogProps>>> = {
  export: ExportDialog,
  sheetImage: SheetImageDialog,
  proof: ProofDialog,
}

/** The dialogs that put files into a collection, take them out of the library, or take a reply in, or continue an export, on every screen. */
export function AskedDialogs() {
  return (
    <>
      <CollectDialog />
      <TagDialog />
      <LeavingDialog />
      <ReplyDialog />
      <UnfinishedDialog />
    </>
  )
}

/** In the way that was asked for. */
function LeavingDialog() {
  const { collecting } = useAtelier()
  const leaving = useStore(collecting, (state) => state.leaving)
  if (!leaving) return null
  const { way, subject } = leaving
  const Shown = dialogs[way]
  const close = () => collecting.setState({ leaving: null })
  return <Shown key={`${way} ${JSON.stringify(subject.which)}`} subject={subject} onClose={close} />
}
