import type { CodedReason, Reason } from '../../failures/reason.ts'
import type { BaseUrlProblem } from '../../settings/base-url.ts'
import { endSentence } from './end-sentence.ts'
import { dollars, grouped, serviceDate } from './figures.ts'

const bytes = (count: number) => `${grouped(count)} bytes`
const megabytes = (count: number) => `${grouped(Math.ceil(count / 1e6))} MB`

const storage = {
  damaged: 'The library is damaged.',
  full: 'The disk is full.',
  refused: 'The data folder can’t be read or written by this user.',
  failing: 'The disk could not be read or written.',
} as const

const openings = {
  sandbox: 'The sandbox could not be started',
  service: 'The service could not be opened',
} as const

const notEncrypted = (address: string) =>
  `The address ${address} is not encrypted: anyone on the network path can read your key, every prompt and every result.`

/** Why an address can’t be a service’s, each as the end of a sentence. None of them repeats the address. */
export const addressProblems = {
  not_an_address:
    'it has to begin with https:// or http:// and to name a host, such as https://service.example',
  too_long: 'it has at most 2,000 characters',
  credentials: 'it holds no user name and no password, because the key alone says who you are',
  has_query: 'it ends with its path, without ? and #',
} as const satisfies Record<BaseUrlProblem, string>

const jsonProblems = {
  not_json: 'it is not JSON',
  too_deep: 'it is nested too deeply',
  too_large: 'it is too large',
  too_many_members: 'it has too many members',
} as const

type ShareRefusal = Extract<CodedReason, { code: 'share_refused' }>

/** What a refused share means, and what to do; `words` are added as the service gave them. */
const shareRefusals: Readonly<Record<ShareRefusal['kind'], (refusal: ShareRefusal) => string>> = {
  key: () => 'The service doesn’t accept this key. Enter another one in Settings.',
  not_allowed: () =>
    'The service doesn’t let this key share the style. Only a style’s owner can: one that was trained in the app is shared there.',
  not_found: () =>
    'The service finds no style with this id that this key can see. Check the id; a style that was trained in the app has to be shared there first.',
  too_many: ({ seconds }) =>
    `The service received too many requests. Share it ${seconds === null ? 'later' : `in ${grouped(seconds)} s`}.`,
  declined: () => 'The service says that it did not share the style. Check that it is your own.',
  other: ({ status }) => `The service refused to share the style (${status}). Check its id.`,
}

/** After what is said of a file that was not uploaded. */
const noRun = 'The run was not sent, and nothing is charged.'

/** What the service refuses of a file, by its status. */
function uploadRefusal(file: string, status: number): string {
  if (status === 401) return `The service refused the key while “${file}” was uploaded (401).`
  if (status === 402) return `The service refused “${file}”: the balance is empty (402).`
  if (status === 403) return `The service lets this key upload nothing, so “${file}” was refused (403).`
  if (status === 413) return `The service refused “${file}”: the file is too large for it (413).`
  if (status === 415) return `The service refused “${file}”: it doesn’t take files of this type (415).`
  if (status === 429) return `The service takes no more uploads for now, so “${file}” was refused (429).`
  if (status >= 500) return `The service could not take “${file}” now (${status}). Try again later.`
  return `The service refused “${file}” (${status}).`
}

type Sentences = {
  readonly [Code in CodedReason['code']]: (reason: Extract<CodedReason, { code: Code }>) => string
}

const sentences = {
  address_not_found: () => 'The service’s address can’t be found.',
  address_lookup_failed: () => 'The service’s address can’t be looked up now.',
  connection_refused: () => 'The service refuses connections.',
  connection_reset: () => 'The connection was reset.',
  connection_timeout: () => 'No connection in time.',
  connection_ended: () => 'The connection ended before the whole response arrived.',
  connection_failed: () => 'The connection failed.',
  answer_timeout: () => 'No response in time.',
  answer_missing: () => 'The connection ended without a response.',
  answer_cut: () => 'The response was cut off.',
  answer_too_large: () => 'The response is too large.',
  answer_head_too_long: () => 'The response’s headers are too long.',
  answer_unreadable: ({ json }) =>
    json === undefined ? 'The response can’t be read.' : `The response can’t be read: ${jsonProblems[json]}.`,
  answer_malformed: ({ place }) =>
    place === ''
      ? 'The response holds no job.'
      : `The response holds no job: ${place} is not as the interface has it.`,
  answer_holds_key: () => 'The response holds the key.',
  usage_malformed: ({ place }) => `The response can’t be read: ${place}.`,
  answer_without_job: () => 'The response holds no job.',
  answer_of_other_job: () => 'The service responded with another job.',
  host_unreachable: () => 'The service can’t be reached.',
  network_missing: () => 'There is no network.',
  request_unsendable: () => 'The key or the address holds a character that can’t be sent.',
  certificate_self_signed: () => 'The service’s certificate is self-signed.',
  certificate_of_other_host: () => 'The service’s certificate belongs to another address.',
  certificate_expired: () => 'The service’s certificate has expired.',
  certificate_not_yet_valid: () => 'The service’s certificate isn’t valid yet, by this machine’s clock.',
  tls_missing: () => 'The service doesn’t use TLS at this address.',
  closed_while_sending: () => 'Atelier was closed while the request was being sent.',
  service_unavailable: () => 'The service is unavailable.',
  file_silent: () => 'No data arrived for a minute.',
  file_redirects: () => 'The file’s address redirects in circles.',
  file_address_too_long: () => 'The file’s address is longer than 8,192 characters.',
  file_address_invalid: () => 'The file’s address is not a web address.',
  file_address_unread: () => 'The file’s current address could not be read from the service.',
  file_swells: () => 'The file unpacks to far more than was sent.',
  file_end_unknown: () =>
    'The server doesn’t say where the file ends; it is downloaded once more to compare.',
  file_not_media: () => 'The download is no image, video or audio.',
  file_packed: () => 'The response was sent compressed in a way that was not requested.',
  file_part_gone: () => 'The part downloaded earlier is no longer on the disk.',
  file_digest_differs: () => 'The download differs from what the service said it sent.',
  file_too_large: () => 'The file is larger than 16 GiB.',
  file_of_unknown_length_too_large: () => 'The file doesn’t state its length and is larger than 2 GiB.',
  file_deleted: () => 'You deleted this file.',
  file_gone: () => 'The file is no longer in the data folder.',
  file_only_here: () => 'The file isn’t back in its place, and no service has it.',
  file_not_in_place: () => 'The file is no longer in its place.',
  file_changed: () => 'The file was changed.',
  file_changed_and_kept: () => 'The file was changed; the changed file is in lost+found now.',
  file_place_blocked: () =>
    'The existing file can’t be moved to lost+found, because lost+found is not a folder.',
  upload_without_url: () => 'The service took the file but returned no URL for it.',
  input_gone: () => 'A file that this run uses is no longer in the data folder, or was changed.',
  input_not_kept: () => 'A file in the form is no longer in the data folder. Add it again.',
  record_unreadable: () => 'The stored record of this run can no longer be read.',
  library_repaired: () => 'The library was repaired. It is not known whether this run was sent before.',
  sandbox_ended: () => 'It stopped by itself.',
  sandbox_late: () => 'It was not ready in time.',
  sandbox_unreadable: () => 'Its first line can’t be read.',
  sandbox_missing: () => 'The sandbox could not be started, so there is nowhere to send this.',
  sandbox_exit: ({ exitCode }) => `It ended with code ${exitCode}.`,
  probe_no_network: () => 'This machine is connected to no network, so nothing could be tested.',
  probe_unknown_host: () => 'There is no machine with this name. Check the address.',
  probe_certificate_date: () =>
    'The certificate of this address isn’t valid today. Check this machine’s date and time; if they are right, the service’s certificate has expired.',
  probe_no_answer: () =>
    'Nothing responds at this address, so the key could not be tested. Check the address and your network.',
  probe_other_service: () =>
    'Something responds at this address, but it is not this service. Check the address, its path included.',
  probe_key_refused: () => 'The service refuses this key. The key was not stored.',
  probe_access_off: () =>
    'The service knows the key, but API access is off for its workspace. An owner or admin has to turn it on.',
  probe_unclear: () => 'The service responds, but can’t say now whether it accepts the key.',
  usage_key_refused: () => 'The service refuses this key for usage. The key was not stored.',
  usage_key_not_entitled: () =>
    'The service doesn’t let this key read usage. It takes a service key of one workspace, not a personal one, and a plan that includes the usage API. The key was not stored.',
  usage_key_no_workspace: () => 'The service finds no workspace for this key. The key was not stored.',
  account_unknown: () => 'This account is not in the list any more.',
  accounts_too_many: () => 'There are 50 accounts already, which is as many as there can be.',
  account_name_taken: () => 'Another account has this name.',
  service_not_reached: () => 'The service can’t be reached. Nothing was sent.',
  key_missing: () => 'There is no key for this service. Add one in Settings.',
  key_needs_consent: () =>
    'Keeping the key in a file needs your consent; or start Atelier with ATELIER_API_KEY set and --service with this address.',
  keychain_missing: () =>
    'This system has no keychain: the key would be in a file that only your user account can read, without real encryption. Agree to that, or keep the key for this session only.',
  key_place_missing: () =>
    'This system’s keychain can’t be used now, so the key can’t be kept. Unlock it, or keep the key for this session only.',
  key_not_kept: ({ why }) => `The key could not be kept: ${endSentence(sayReason(why))}`,
  key_not_forgotten: ({ why }) => `The key could not be removed: ${endSentence(sayReason(why))}`,
  run_unknown: () => 'There is no such run.',
  run_sent_already: () => 'The run has been sent already; it can’t be canceled.',
  run_waits_no_more: () =>
    'It is no longer waiting: it is being sent, was sent, or was canceled. Nothing was moved.',
  run_held_no_more: () =>
    'A run is no longer held: it is waiting, was sent, or was canceled. Nothing was sent.',
  queue_place_gone: () =>
    'That place in the queue is gone: what waited there is being sent, was sent, or was canceled. Nothing was moved.',
  cancel_stands: () =>
    'The canceled runs can no longer be restored: they were retried, or Atelier was restarted. Nothing was sent.',
  undo_over_budget: () =>
    'The canceled runs would go over a budget by now, so they stay canceled. Nothing was sent. Retry or Remix asks about the budget.',
  queue_not_connected: () => 'No service is connected now, so the queue can’t be changed. Nothing was moved.',
  run_request_unreadable: () => 'What this run sent can’t be read any more, so it can’t be sent again.',
  run_not_unknown_to_repeat: () => 'Only a run whose outcome is unknown can be sent again.',
  run_not_unknown_to_close: () => 'Only a run whose outcome is unknown can be closed.',
  run_repeated_already: () => 'This run was tried again already. Nothing was sent.',
  run_may_still_cost: () => 'The first run may still bring something, or cost. Nothing was sent.',
  models_changed: () => 'What this may cost has changed. Nothing was sent.',
  price_changed: () => 'The price is another one now. Nothing was sent.',
  account_changed: () =>
    'Another account is active than the one that this price was shown for. Nothing was sent. Switch back to it, or load the settings into the form.',
  runs_not_stored: () => 'The runs could not be written down, so nothing was sent. The log says why.',
  runs_stored_unseen: () =>
    'The runs were saved and may be sent, but they can’t be shown. Check the list of runs before you confirm again.',
  runs_stored_perhaps: () =>
    'The runs may have been saved and sent, but they can’t be shown. Check the list of runs before you confirm again.',
  upload_cancelled: () => 'The upload was canceled. Nothing was sent, and nothing is charged.',
  file_unknown: () => 'There is no such file.',
  file_not_in_library: () => 'This file is not in the library.',
  file_not_shown_in_folder: () => 'Only the desktop window can show a file in its folder.',
  file_too_large_to_show: ({ width, height }) =>
    `The file is too large to show: ${width} × ${height} pixels. It can be downloaded.`,
  image_size_unknown: () => 'The image doesn’t say how large it is.',
  route_unknown: () => 'There is nothing at this address.',
  measures_invalid: () => 'Width, height and duration are positive numbers.',
  thumbnail_missing: () => 'There is no thumbnail yet.',
  thumbnail_too_large: () => 'A thumbnail has at most 1 MiB.',
  thumbnail_invalid: () => 'A thumbnail is a whole, small JPEG.',
  media_route_failed: ({ why }) => `The file could not be read or kept: ${endSentence(sayReason(why))}`,
  recipe_unknown: () => 'There is no such recipe.',
  recipes_none_to_export: () => 'There is no recipe to export.',
  recipes_not_json: () => 'The file is no JSON, so it holds no recipes. Nothing was added.',
  recipes_not_in_file: () => 'The file has no Atelier recipes in it. Nothing was added.',
  recipes_of_newer_version: () => 'The file was written by a newer Atelier. Nothing was added.',
  style_unknown: () => 'This style is not in the list any more.',
  style_id_unusable: () =>
    'This id can’t be part of an address, so the style can’t be shared. Nothing was sent. Check the id.',
  share_unreadable: () => 'The response can’t be read as the result of a share.',
  share_of_other_style: ({ style }) => `The response is about another style, “${style}”.`,
  share_refused: (refusal) =>
    [
      `${shareRefusals[refusal.kind](refusal)} Nothing was shared.`,
      ...(refusal.words === '' ? [] : [`The service’s words: ${endSentence(refusal.words)}`]),
    ].join(' '),
  share_unknown: ({ why }) =>
    `It is not known whether the style is shared. ${endSentence(sayReason(why))} Sharing it again sends the same request; the interface lists no price and no other effect for it.`,
  share_not_sent: ({ why }) => `Nothing was sent, and nothing was shared. ${endSentence(sayReason(why))}`,
  input_empty: () => 'The file is empty.',
  input_of_unknown_kind: () => 'The file is no image, video or audio that Atelier knows.',
  export_folder_away: () =>
    'The folder isn’t there, or can’t be read. Connect its drive, or make the folder again.',
  own_model_unknown: () => 'This model no longer exists.',
  own_model_fields_unreadable: () => 'Its fields are no JSON Schema of an object with at least one field.',
  own_model_path_taken: () => 'Another model that you entered has this path.',
  own_models_too_many: () => 'An account has at most 100 models that were entered by hand.',
  input_heic: () => 'HEIC images aren’t supported. Export the image as JPEG or PNG.',
  input_svg: () => 'SVG images aren’t supported. Export the image as PNG.',
  input_damaged: () => 'The file is damaged or was cut short.',
  input_too_large: ({ maxBytes }) => `The file is larger than ${grouped(maxBytes / 1024 / 1024)} MiB.`,
  input_write_failed: ({ why }) => `The file could not be kept: ${endSentence(sayReason(why))}`,
  procedure_unknown: () => 'There is no such procedure.',
  page_not_trusted: () => 'Only Atelier’s own page may call this.',
  output_unreadable: () => 'The response has no known form.',
  call_invalid: ({ procedure, place, words }) =>
    `The input of ${procedure} is wrong${place === '' ? '' : ` at ${place}`}: ${words}.`,
  opening_failed: ({ service, why }) => `${openings[service]}: ${endSentence(sayReason(why))}`,
  model_unknown: ({ model }) => `There is no model ${model}.`,
  model_path_unknown: ({ model }) =>
    `Where ${model} is on this service is not known. Say so in Settings, under model paths.`,
  model_path_of_other_kind: ({ model, kind }) => `The path of ${model} begins with /generate/${kind}/.`,
  model_ended: ({ model, date, replacement, words }) =>
    [
      `${model} was switched off${date === null ? '' : ` on ${serviceDate(date)}`}. Nothing was sent.`,
      ...(replacement === null ? [] : [`Use ${replacement} instead.`]),
      ...(words === null ? [] : [`The reason given: ${endSentence(words)}`]),
    ].join(' '),
  over_bound({ question, limit, committed, open = 0, requested, isUpTo, runs = 1 }) {
    const spent = `${open > 0 ? 'at most ' : ''}${dollars(committed)}`
    const costs = `costs ${isUpTo ? 'at most ' : ''}${dollars(requested)}`
    const together = runs > 1 ? ' together' : ''
    // Only the sum of runs without a listed price is nothing.
    if (requested === 0)
      return `The price of this isn’t listed, and your budget of ${dollars(limit)} for this ${question} is spent: ${spent} so far. Nothing was sent.`
    if (question === 'price')
      return `This ${costs}${together}; above ${dollars(limit)} you are asked first. Nothing was sent.`
    return committed === 0
      ? `This ${costs}, over your budget of ${dollars(limit)} for this ${question}. Nothing was sent.`
      : `This ${costs}, over your budget of ${dollars(limit)} for this ${question}: ${spent} is spent or on its way. Nothing was sent.`
  },
  agent_budget: ({ limit, committed, requested }) =>
    requested === 0
      ? `The price of this isn’t listed, and agents have spent their budget of ${dollars(limit)} a day: ${dollars(committed)} so far. Nothing was sent.`
      : `This costs up to ${dollars(requested)}. Agents may spend ${dollars(limit)} a day (UTC), and ${dollars(committed)} is committed. Nothing was sent. Only a person can raise it, in Settings.`,
  agent_asks: ({ limit, requested }) =>
    requested === null
      ? 'The price of this isn’t listed, so a person has to allow it in Atelier’s window. Nothing was sent.'
      : `This costs up to ${dollars(requested)}; above ${dollars(limit)} a person has to allow it in Atelier’s window. Nothing was sent.`,
  agent_quote_gone: () =>
    'This quote has expired. Get a new one with estimate, and call generate with it and the same key. Nothing was sent.',
  agent_key_used: () =>
    'This key belongs to another run. Use a new key for a new run; nothing was sent by this call.',
  agent_no_window: () =>
    'A person has to allow this run, and no window of Atelier is open. Nothing was sent. Ask them to open it, and call again with the same key.',
  agent_declined: () => 'The person declined this run. Nothing was sent.',
  agent_cancelled: () => 'This run was canceled. Nothing was sent.',
  agent_expired: () => 'Nobody answered in time. Nothing was sent.',
  agent_requests_full: () => 'Too many runs wait for a person. Nothing was sent.',
  agent_request_unknown: () => 'This request is no longer waiting.',
  agent_run_of_person: () => 'This run was confirmed by a person, not by an agent.',
  agent_procedure_closed: () => 'This is not open to agents.',
  values_invalid: ({ field, problem }) => `${field}: ${problem}`,
  address_in_clear: ({ address }) => `${notEncrypted(address)} Nothing was sent to it.`,
  not_shown: () =>
    'It was done. Confirmed runs are stored and may be sent: check the list before you confirm again.',
  log_says_why: () => 'The log says why.',
  file_leads_inward: ({ host }) =>
    `The file’s address (${host}) leads to this machine or its network, so it stays refused.`,
  file_refused: ({ host }) => `The file’s address (${host}) was refused before and stays refused.`,
  file_host_unknown: ({ host }) => `The network of ${host} can’t be determined now.`,
  answer_status: ({ status }) => `The service returned ${status}.`,
  file_status: ({ status }) => `The file’s address returned ${status}.`,
  file_incomplete: ({ bytes: came, totalBytes }) => `${grouped(came)} of ${bytes(totalBytes)} arrived.`,
  file_length_differs: ({ bytes: here, savedBytes }) =>
    here < savedBytes
      ? `The file on the disk is damaged: ${grouped(here)} of its ${bytes(savedBytes)} are there.`
      : `The file on the disk is damaged: it has ${bytes(here)} instead of ${grouped(savedBytes)}.`,
  account_away: ({ account }) =>
    `It belongs to ${account === 'sandbox' ? 'the sandbox' : account}, which is not connected now.`,
  too_many_files: ({ files, fetched }) =>
    `The job names ${grouped(files)} files; Atelier downloads the first ${grouped(fetched)}. The others stay at the service.`,
  disk_full: ({ missingBytes }) => `The disk is full: ${megabytes(missingBytes)} more are needed.`,
  link_in_place: ({ path }) => `In the place of ${path} is a link, and Atelier follows no links.`,
  folder_is_link: ({ path }) =>
    `The folder ${path} is a link, and Atelier follows no links. Put the real folder in its place.`,
  no_file_in_place: ({ path }) => `In the place of ${path} is something that is not a file.`,
  value_renamed: ({ field, from, to }) =>
    `${field} “${from}” is called “${to}” now, and the old name is no longer sent.`,
  address_not_encrypted: ({ address }) =>
    `${notEncrypted(address)} Use its https:// address, or allow this one in Settings or with --allow-http.`,
  address_invalid: ({ address, problem }) =>
    `The address ${address} can’t be used: ${addressProblems[problem]}. Enter it again in Settings.`,
  upload_failed: ({ file, why }) =>
    `“${file}” could not be uploaded. ${endSentence(sayReason(why))} ${noRun}`,
  upload_refused: ({ file, status, words }) => {
    const said = words === '' ? '' : ` The service’s words: ${endSentence(words)}`
    return `${uploadRefusal(file, status)}${said} ${noRun}`
  },
  inputs_too_large: ({ maxBytes }) =>
    `This service takes no uploads, so files are sent inside the request: together at most ${grouped(maxBytes / 1024 / 1024)} MiB.`,
  storage: ({ kind, nothingSent }) =>
    nothingSent ? `${storage[kind]} This could not be done, and nothing was sent by it.` : storage[kind],
} satisfies Sentences

export const reasons = {
  /** A coded reason in a sentence. */
  sentence: (reason: CodedReason) => (sentences[reason.code] as (some: CodedReason) => string)(reason),
}

/** Why something is as it is, as failures carry it; empty where nothing says. */
export function sayWhy({
  cause,
  message,
}: {
  readonly cause?: CodedReason | undefined
  readonly message?: string | undefined
}): string {
  return cause ? reasons.sentence(cause) : (message ?? '')
}

/** A reason in English, for logs, scripts and the command line; somebody else’s words as they are. */
export function sayReason(reason: Reason): string {
  return typeof reason === 'string' ? reason : reasons.sentence(reason)
}
