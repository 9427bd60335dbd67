import { z } from 'zod'

/** A switch of the desktop; what can't be read is as it was delivered. */
const offAtFirst = z.boolean().default(false).catch(false)
const onAtFirst = z.boolean().default(true).catch(true)

/** What the desktop does outside its page. The other hosts keep it and do nothing with it. */
export const desktopSettingsSchema = z.object({
  /** Jobs are followed and waiting runs sent while no window is open. */
  runsWithoutWindow: offAtFirst,
  opensAtLogin: offAtFirst,
  hasTray: offAtFirst,
  /** Of jobs that ended, and of agents that ask, while the window is not in front. */
  notifies: onAtFirst,
  /** A lock screen shows notifications to whoever passes. */
  promptsInNotifications: offAtFirst,
  /** How far the runs are, and how many ended unseen, at the icon in the dock or the taskbar. */
  showsProgress: onAtFirst,
})

export type DesktopSettings = z.infer<typeof desktopSettingsSchema>

const change = z.boolean()

export const desktopPatchSchema = z
  .strictObject({
    runsWithoutWindow: change,
    opensAtLogin: change,
    hasTray: change,
    notifies: change,
    promptsInNotifications: change,
    showsProgress: change,
  })
  .partial()
