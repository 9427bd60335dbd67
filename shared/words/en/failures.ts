import type { BridgeErrorCode, BridgeFailure } from '../../bridge/error-codes.ts'
import { lostEngine } from './lost-engine.ts'
import { sayWhy } from './reasons.ts'

const byCode: Record<BridgeErrorCode, string> = {
  ...lostEngine,
  invalid_input: 'Atelier’s engine could not use this.',
  not_recipes: 'The file has no Atelier recipes in it. Nothing was added.',
  newer_recipes: 'The file was written by a newer Atelier. Nothing was added.',
  invalid_values: 'Some fields need another look; nothing was sent.',
  unknown_model: 'Atelier doesn’t know this model; nothing was sent.',
  model_sunset: 'This model has ended; nothing was sent.',
  model_without_path: 'It isn’t known where this model is at the service. Give its path in Settings.',
  price_changed: 'The price has changed; nothing was sent.',
  asks_first: 'This goes beyond what you set; nothing is sent until you confirm.',
  not_found: 'This is no longer there.',
  name_taken: 'Another collection has this name.',
  too_many: 'There are too many of these already.',
  not_possible_now: 'This is no longer possible: the run has moved on.',
  input_missing: 'A file this run needs is no longer on this machine.',
  input_too_large: 'The files are too large for this service; nothing was sent.',
  upload_failed: 'A file could not be uploaded. Nothing was sent for it, and nothing is charged.',
  upload_cancelled: 'You stopped the upload. The run was not sent and nothing is charged.',
  no_key: 'There is no key for this service yet. Add one in Settings.',
  http_not_allowed:
    'This address is not encrypted, so nothing was sent to it. Confirm it below, or use https://.',
  service_unreachable: 'The service doesn’t respond.',
  service_refused: 'The service refused.',
  share_refused: 'The service did not share this style.',
  share_unknown: 'It is not known whether this style is shared.',
  storage_failed: 'Atelier could not write to its data folder. Is the disk full?',
  not_shown: 'Atelier can’t show the result of this.',
  library_damaged:
    'The library is damaged, so nothing more is stored or sent. Restart Atelier; it offers ways to repair it.',
  not_supported_here: 'This isn’t possible here.',
  internal: 'Something went wrong inside Atelier.',
}

const detailed: ReadonlySet<BridgeErrorCode> = new Set([
  'service_refused',
  'input_too_large',
  'storage_failed',
  'invalid_input',
  'not_shown',
  'internal',
])

/** Codes of which the reason, where there is one, says all that a person needs. */
const saidByReason: ReadonlySet<BridgeErrorCode> = new Set([
  'not_found',
  'not_possible_now',
  'share_refused',
  'share_unknown',
  'upload_failed',
])

type SomeFailure = Pick<BridgeFailure, 'code' | 'message' | 'cause'>

export const failures = {
  /** What happened, for a person; the reason is added where it says more. */
  sentence: (failure: SomeFailure) => {
    const { code } = failure
    const why = sayWhy(failure)
    if (why !== '' && saidByReason.has(code)) return why
    return why !== '' && detailed.has(code) ? `${byCode[code]} ${why}` : byCode[code]
  },
}

/** What happened as closely as it is known, for the command line and the log. */
export function sayFailure(failure: SomeFailure): string {
  return sayWhy(failure) || byCode[failure.code]
}
