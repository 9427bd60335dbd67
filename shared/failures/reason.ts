import { z } from 'zod'

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
  'host_unreachable',
  'network_missing',
  'request_unsendable',
  'certificate_self_signed',
  'certificate_of_other_host',
  'certificate_expired',
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
  'not_shown',
  'log_says_why',
] as const

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
    problem: z.enum(['not_an_address', 'too_long', 'credentials', 'has_query']),
  }),
  z.object({ code: z.literal('inputs_too_large'), maxBytes: count }),
  z.object({
    code: z.literal('storage'),
    kind: z.enum(['damaged', 'full', 'refused', 'failing']),
  }),
] as const

/** Why something failed, as a code from a closed list with its parameters; a language’s words say it. */
const ownReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.enum(plainReasons) }),
  ...parametric,
])

/** The same, and what failed for such a reason. */
export const codedReasonSchema = z.discriminatedUnion('code', [
  ownReasonSchema,
  z.object({ code: z.literal('upload_failed'), file: text, why: z.union([text, ownReasonSchema]) }),
])

export type CodedReason = z.infer<typeof codedReasonSchema>

/**
 * Why something failed. A string is somebody else’s words, shown as they are: the service’s, the system’s, or a
 * sentence that an earlier version kept.
 */
export const reasonSchema = z.union([z.string(), codedReasonSchema])

export type Reason = z.infer<typeof reasonSchema>

/** A coded reason without parameters. */
export function reasonOf(code: (typeof plainReasons)[number]): CodedReason {
  return { code }
}
