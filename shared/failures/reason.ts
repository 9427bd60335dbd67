import { z } from 'zod'
import { baseUrlProblems } from '../settings/base-url.ts'

/** Reasons without parameters. */
export const plainReasons = [
  'address_not_found',
  'address_lookup_failed',
  'connection_refused',
  'connection_reset',
  'connection_timeout',
  'connection_ended',
  'connection_failed',
  'answer_timeout',
  'answer_missing',
  'answer_cut',
  'answer_too_large',
  'answer_head_too_long',
  'answer_without_job',
  'answer_of_other_job',
  'answer_holds_key',
  'host_unreachable',
  'network_missing',
  'request_unsendable',
  'certificate_self_signed',
  'certificate_of_other_host',
  'certificate_expired',
  'certificate_not_yet_valid',
  'tls_missing',
  'closed_while_sending',
  'service_unavailable',
  'file_silent',
  'file_redirects',
  'file_address_too_long',
  'file_address_invalid',
  'file_address_unread',
  'file_swells',
  'file_end_unknown',
  'file_not_media',
  'file_packed',
  'file_part_gone',
  'file_digest_differs',
  'file_too_large',
  'file_of_unknown_length_too_large',
  'file_gone',
  'file_only_here',
  'file_deleted',
  'file_not_in_place',
  'file_changed',
  'file_changed_and_kept',
  'file_place_blocked',
  'upload_without_url',
  'input_gone',
  'input_not_kept',
  'record_unreadable',
  'library_repaired',
  'sandbox_ended',
  'sandbox_late',
  'sandbox_unreadable',
  'sandbox_missing',
  'service_not_reached',
  'probe_no_network',
  'probe_unknown_host',
  'probe_certificate_date',
  'probe_no_answer',
  'probe_other_service',
  'probe_key_refused',
  'probe_access_off',
  'probe_unclear',
  'usage_key_refused',
  'usage_key_not_entitled',
  'usage_key_no_workspace',
  'account_unknown',
  'accounts_too_many',
  'account_name_taken',
  'not_shown',
  'log_says_why',
  'key_missing',
  'key_needs_consent',
  'keychain_missing',
  'key_place_missing',
  'run_unknown',
  'run_sent_already',
  'run_waits_no_more',
  'run_held_no_more',
  'queue_place_gone',
  'cancel_stands',
  'undo_over_budget',
  'queue_not_connected',
  'run_request_unreadable',
  'run_not_unknown_to_repeat',
  'run_not_unknown_to_close',
  'run_repeated_already',
  'run_may_still_cost',
  'models_changed',
  'price_changed',
  'account_changed',
  'runs_not_stored',
  'runs_stored_unseen',
  'runs_stored_perhaps',
  'upload_cancelled',
  'file_unknown',
  'file_not_in_library',
  'file_not_shown_in_folder',
  'image_size_unknown',
  'route_unknown',
  'measures_invalid',
  'thumbnail_missing',
  'thumbnail_too_large',
  'thumbnail_invalid',
  'recipe_unknown',
  'recipes_none_to_export',
  'recipes_not_json',
  'recipes_not_in_file',
  'recipes_of_newer_version',
  'style_unknown',
  'style_id_unusable',
  'share_unreadable',
  'input_empty',
  'input_of_unknown_kind',
  'input_heic',
  'input_svg',
  'input_damaged',
  'procedure_unknown',
  'page_not_trusted',
  'output_unreadable',
  'agent_quote_gone',
  'agent_key_used',
  'agent_no_window',
  'agent_declined',
  'agent_cancelled',
  'agent_expired',
  'agent_requests_full',
  'agent_request_unknown',
  'agent_run_of_person',
  'agent_procedure_closed',
  'export_folder_away',
  'own_model_unknown',
  'own_model_fields_unreadable',
  'own_model_path_taken',
  'own_models_too_many',
] as const

/** What a disk or the library’s file refuses, distinguished by what can be done about it. */
export const storageFailures = ['damaged', 'full', 'refused', 'failing'] as const

export type StorageFailure = (typeof storageFailures)[number]

const text = z.string().max(4_096)
const count = z.number().nonnegative()

/** Reasons with their parameters: hosts, paths relative to the data folder, bytes, HTTP statuses. */
const parametric = [
  z.object({ code: z.literal('file_leads_inward'), host: text }),
  z.object({ code: z.literal('file_refused'), host: text }),
  z.object({ code: z.literal('file_host_unknown'), host: text }),
  z.object({
    code: z.literal('answer_unreadable'),
    /** The fault in its JSON, if that is the cause. */
    json: z.enum(['not_json', 'too_deep', 'too_large', 'too_many_members']).optional(),
  }),
  /** `place`: the path of the invalid member; empty for the whole. */
  z.object({ code: z.literal('answer_malformed'), place: text }),
  /** `place`: the invalid member of a usage report. */
  z.object({ code: z.literal('usage_malformed'), place: text }),
  z.object({ code: z.literal('answer_status'), status: count }),
  z.object({ code: z.literal('file_status'), status: count }),
  z.object({ code: z.literal('file_incomplete'), bytes: count, totalBytes: count }),
  z.object({ code: z.literal('file_length_differs'), bytes: count, savedBytes: count }),
  z.object({ code: z.literal('account_away'), account: text }),
  z.object({ code: z.literal('too_many_files'), files: count, fetched: count }),
  z.object({ code: z.literal('disk_full'), missingBytes: count }),
  z.object({ code: z.literal('link_in_place'), path: text }),
  z.object({ code: z.literal('folder_is_link'), path: text }),
  z.object({ code: z.literal('no_file_in_place'), path: text }),
  z.object({ code: z.literal('value_renamed'), field: text, from: text, to: text }),
  z.object({ code: z.literal('address_not_encrypted'), address: text }),
  z.object({
    code: z.literal('address_invalid'),
    address: text,
    problem: z.enum(baseUrlProblems),
  }),
  z.object({ code: z.literal('inputs_too_large'), maxBytes: count }),
  z.object({ code: z.literal('input_too_large'), maxBytes: count }),
  /** `nothingSent`: it was to be done at the person’s word, and nothing of it was. */
  z.object({
    code: z.literal('storage'),
    kind: z.enum(storageFailures),
    nothingSent: z.literal(true).optional(),
  }),
  z.object({ code: z.literal('sandbox_exit'), exitCode: z.number().nullable() }),
  z.object({ code: z.literal('model_unknown'), model: text }),
  z.object({ code: z.literal('model_path_unknown'), model: text }),
  z.object({ code: z.literal('model_path_of_other_kind'), model: text, kind: text }),
  /** `date` and `replacement` where they are known; `words` are the service’s. */
  z.object({
    code: z.literal('model_ended'),
    model: text,
    date: text.nullable(),
    replacement: text.nullable(),
    words: z.string().nullable(),
  }),
  /** A run’s price above the person’s own bound, or a period’s budget; amounts in micro-dollars. */
  z.object({
    code: z.literal('over_bound'),
    question: z.enum(['price', 'day', 'month', 'session']),
    limit: count,
    committed: z.number(),
    open: z.number().optional(),
    requested: count,
    isUpTo: z.literal(true).optional(),
    /** How many runs cost that together; absent for one. */
    runs: count.optional(),
  }),
  /** The budget of the day that agents have; `requested` 0: runs without a listed price, where it is spent. */
  z.object({ code: z.literal('agent_budget'), limit: count, committed: z.number(), requested: count }),
  /** An agent’s runs need the person’s yes: above this price, or without a listed one (`requested` null). */
  z.object({ code: z.literal('agent_asks'), limit: count, requested: count.nullable() }),
  /**
   * A refused share of a style, by its status; `words` are the service's own, empty where it gave none. `seconds`: how long
   * it asks to wait.
   */
  z.object({
    code: z.literal('share_refused'),
    kind: z.enum(['key', 'not_allowed', 'not_found', 'too_many', 'declined', 'other']),
    status: count,
    words: text,
    seconds: count.nullable(),
  }),
  /** The response to a share is about another style. */
  z.object({ code: z.literal('share_of_other_style'), style: text }),
  /** The service did not take a file, by its status; `words` are its own, empty where it gave none. */
  z.object({ code: z.literal('upload_refused'), file: text, status: count, words: text }),
  z.object({ code: z.literal('values_invalid'), field: text, problem: text }),
  z.object({ code: z.literal('address_in_clear'), address: text }),
  z.object({ code: z.literal('file_too_large_to_show'), width: count, height: count }),
  /** `place`: the member at fault, empty for the whole; `words`: the schema’s own, for developers. */
  z.object({ code: z.literal('call_invalid'), procedure: text, place: text, words: z.string() }),
] as const

/** Why something failed, as a code from a closed list with its parameters; a language’s words say it. */
const ownReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.enum(plainReasons) }),
  ...parametric,
])

const why = z.union([text, ownReasonSchema])

/** The same, and what failed for such a reason. */
export const codedReasonSchema = z.discriminatedUnion('code', [
  ownReasonSchema,
  z.object({ code: z.literal('upload_failed'), file: text, why }),
  z.object({ code: z.literal('opening_failed'), service: z.enum(['sandbox', 'service']), why }),
  z.object({ code: z.literal('key_not_kept'), why }),
  z.object({ code: z.literal('key_not_forgotten'), why }),
  z.object({ code: z.literal('input_write_failed'), why }),
  z.object({ code: z.literal('media_route_failed'), why }),
  /** A share of a style whose outcome isn't known; `why` is the end of its request. */
  z.object({ code: z.literal('share_unknown'), why }),
  /** Nothing of it was sent. */
  z.object({ code: z.literal('share_not_sent'), why }),
])

export type CodedReason = z.infer<typeof codedReasonSchema>

/**
 * Why something failed. A string is somebody else’s words, shown as they are: the service’s, the system’s, or a
 * sentence that an earlier version kept.
 */
export const reasonSchema = z.union([z.string(), codedReasonSchema])

export type Reason = z.infer<typeof reasonSchema>

/** A reason as part of another. */
export type InnerReason = z.infer<typeof why>

/** The reason by itself where it is already part of another. */
export function innermost(reason: Reason): InnerReason {
  return typeof reason !== 'string' && 'why' in reason ? reason.why : reason
}

/** A coded reason without parameters. */
export function reasonOf(code: (typeof plainReasons)[number]): CodedReason {
  return { code }
}
