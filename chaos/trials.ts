import type { Trial } from './trial.ts'
import { damagesTrial } from './trials/damages.ts'
import { downloadsTrial } from './trials/downloads.ts'
import { faultsTrial } from './trials/faults.ts'
import { formatsTrial } from './trials/formats.ts'
import { fullDiskTrial } from './trials/full-disk.ts'
import { fullStartTrial } from './trials/full-start.ts'
import { inwardUrlTrial } from './trials/inward-urls.ts'
import { killsTrial, libraryTrial } from './trials/kills.ts'
import { lostInListingTrial } from './trials/lost-in-listing.ts'
import { repeatedKeysTrial } from './trials/repeated-keys.ts'
import { resourcesTrial } from './trials/resources.ts'
import { responsesTrial } from './trials/responses.ts'
import { silentSocketsTrial } from './trials/silent-sockets.ts'
import { unknownKeysTrial } from './trials/unknown-keys.ts'
import { webhookForgeriesTrial } from './trials/webhook-forgeries.ts'
import { webhookReplaysTrial } from './trials/webhook-replays.ts'

/** Every trial, in the order of the promises. */
export const trials: readonly Trial[] = [
  faultsTrial,
  killsTrial,
  lostInListingTrial,
  webhookForgeriesTrial,
  webhookReplaysTrial,
  silentSocketsTrial,
  unknownKeysTrial,
  repeatedKeysTrial,
  downloadsTrial,
  fullDiskTrial,
  inwardUrlTrial,
  libraryTrial,
  formatsTrial,
  responsesTrial,
  damagesTrial,
  fullStartTrial,
  resourcesTrial,
]
