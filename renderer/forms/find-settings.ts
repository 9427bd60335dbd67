import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { CarriedSettings, Intake } from './intake-store.ts'
import { type Incoming, isOfText } from './read-transfer.ts'

/** A text that is longer holds no settings. */
const mostTextBytes = 4 * 1024 * 1024

export interface FindSettingsDeps {
  readonly bridge: Pick<Bridge, 'call'>
  readonly intake: Pick<Intake, 'keep' | 'restore' | 'store'>
}

/**
 * The settings in the first of these files that carries some, else null; `made_here` where the first that has any was made
 * by Atelier itself, which its run then offers.
 */
export async function findSettings(
  things: readonly Incoming[],
  deps: FindSettingsDeps,
): Promise<CarriedSettings | 'made_here' | null> {
  // What an earlier file carries is not theirs.
  deps.intake.restore([])
  for (const thing of things) {
    if (thing.type !== 'file') continue
    const found = isOfText(thing.file) ? await inText(thing.file, deps) : await inMedium(thing, deps)
    if (found) return found
  }
  return null
}

async function inText(file: File, { bridge }: FindSettingsDeps): Promise<CarriedSettings | null> {
  const text = file.size > mostTextBytes ? null : await file.text().catch(() => null)
  const result = text === null ? null : await bridge.call('restore.text', { text })
  const restored = result?.ok ? result.value : null
  return restored && { name: file.name, restored, isWanted: true }
}

async function inMedium(thing: Incoming, { intake }: FindSettingsDeps) {
  const { madeHere: before } = intake.store.getState()
  await intake.keep(thing)
  const { carried, madeHere } = intake.store.getState()
  if (carried?.restored && !carried.isWanted) return { ...carried, isWanted: true }
  return madeHere !== null && madeHere !== before ? 'made_here' : null
}
