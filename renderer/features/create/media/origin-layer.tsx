import { useEffect } from 'react'
import { findSettings } from '../../../forms/find-settings.ts'
import { useIntake, useIntakeState } from '../../../forms/intake-context.tsx'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { useCommand } from '../../../shell/use-command.ts'
import { dialogOnDemand } from '../../../ui/on-demand.tsx'
import type { FormStore } from '../composer/form-store.ts'
import { CarriedOffer } from './carried-note.tsx'
import { chooseFile } from './choose-file.ts'
import { MadeHereOffer } from './made-here-note.tsx'
import type { MediaStore } from './media-store.ts'
import { usePasteAnywhere } from './use-paste-anywhere.ts'

const CarriedDialog = dialogOnDemand(async () => (await import('./carried-dialog.tsx')).CarriedDialog)

interface OriginLayerProps {
  readonly form: FormStore
  readonly media: MediaStore
}

/** Files that are pasted, and what is offered of those that are added: the run that made one here, or the settings in it. */
export function OriginLayer({ form, media }: OriginLayerProps) {
  const intake = useIntake()
  const isLooking = useIntakeState(({ carried }) => carried?.isWanted === true && carried.restored !== null)
  useCommand('restoreFile', () => chooseFile((file) => intake.restore([{ type: 'file', file }])))
  useSettingsToFind()
  usePasteAnywhere(intake)
  return (
    <>
      <MadeHereOffer media={media} />
      <CarriedOffer form={form} />
      <CarriedDialog wanted={isLooking} onCancel={() => intake.showCarried(null)} form={form} />
    </>
  )
}

/** What is to be read for its settings is: they are shown, or it is said that there are none. */
function useSettingsToFind(): void {
  const intake = useIntake()
  const { bridge } = useAtelier()
  const things = useIntakeState(({ toRestore }) => toRestore)
  useEffect(() => {
    const [first] = things
    if (!first) return
    void findSettings(things, { bridge, intake }).then((found) => {
      if (found === 'made_here') return
      const name = first.type === 'file' ? first.file.name : ''
      intake.showCarried(found ?? { name, restored: null, isWanted: true })
    })
  }, [things, intake, bridge])
}
