import type { DeliveryOutcome, ReceiverStatus, WebhookTest } from '../../../shared/bridge/webhook-views.ts'
import { sayReason } from './failures.ts'
import { format } from './format.ts'

const outcomes: Record<DeliveryOutcome, string> = {
  taken: 'Accepted',
  repeated: 'Repeated; nothing changed',
  test: 'Your own test',
  unknown_path: 'No such address',
  wrong_method: 'Not a POST',
  too_large: 'Larger than 1 MiB',
  body_cut: 'Cut off',
  header_missing: 'A header is missing',
  header_repeated: 'A header came twice',
  header_malformed: 'A header can’t be read',
  signature_malformed: 'The signature can’t be read',
  stale: 'Sent more than 5 minutes ago, or ahead',
  keys_unreachable: 'The service’s keys can’t be reached',
  unknown_key: 'Signed with a key the service doesn’t have',
  key_unsettled: 'Fits none of the keys read a moment ago; the service was asked to resend it',
  bad_signature: 'The signature is wrong',
  unreadable_body: 'Signed, but no webhook',
  other_job: 'About another run’s job',
  other_service: 'For a service that is not connected',
  storage_failed: 'Could not be stored',
}

const findings: Record<WebhookTest['finding'], (test: WebhookTest) => string> = {
  arrived: ({ milliseconds }) =>
    `It arrived and was verified, in ${format.number(milliseconds ?? 0)} ms. The service can reach Atelier the same way.`,
  refused: ({ reason }) =>
    `It came back to Atelier but was refused: ${reason ? outcomes[reason].toLowerCase() : ''}. Something on the way changes requests.`,
  not_reached: ({ cause }) =>
    `The public URL can’t be reached. ${sayReason(cause ?? '')} Start the tunnel, or check the address.`,
  elsewhere: ({ status }) =>
    `Something else responded at the public URL (status ${status ?? ''}). Point the tunnel at the port above.`,
  no_address: () => 'There is no public URL for the service to deliver to.',
  not_listening: () => 'Atelier is not listening. Choose a port that is free.',
}

function portState({ state, port }: ReceiverStatus, wanted: number): string | null {
  if (state === 'listening') return `Listening on port ${port ?? wanted} of this machine.`
  if (state === 'port_in_use')
    return `Another program uses port ${wanted}. Atelier polls until you choose another.`
  if (state === 'port_refused')
    return `This system doesn’t allow port ${wanted}. Atelier polls until you choose another.`
  return null
}

export const webhooks = {
  choices: { polling: 'Polling', webhook: 'Webhook' },
  pollingNote: 'Atelier polls each job at short intervals. Nothing needs to reach this machine.',
  webhookNote:
    'The service tells Atelier when a job ends. Atelier still polls now and then, as a safety net.',
  port: 'Port',
  portNote: 'Only programs on this machine reach it; a tunnel brings the service here.',
  portInvalid: 'A whole number from 0 to 65535; 0 takes any free one.',
  portState,
  publicUrl: 'Public URL',
  publicUrlNote: 'Where your tunnel begins, over https. A service on this machine needs none.',
  publicUrlPlaceholder: 'https://atelier.example.com',
  publicUrlInvalid: 'An address that begins with https://, without ?, # or a password.',
  reported: (address: string) => `The service gets ${address} with a secret for each run.`,
  notReported: 'Without it the service gets no address, and Atelier polls.',
  missed: (at: string) =>
    `At ${format.time(at)} Atelier found a result by polling before any delivery reported it. The tunnel may be down. Until a delivery arrives, Atelier polls at short intervals; nothing is lost.`,
  tryIt: 'Test webhooks',
  test: 'Send a test delivery',
  testing: 'Sending',
  testNote:
    'Goes out to the public URL and comes back like a real one. It costs nothing and changes nothing.',
  finding: (test: WebhookTest) => findings[test.finding](test),

  signature: 'Signature',
  advanced: 'Advanced',
  advancedNote:
    'As the service signs its deliveries. The defaults fit the sandbox and the published interface.',
  headers: {
    requestId: 'Header of the request id',
    timestamp: 'Header of the time',
    signature: 'Header of the signature',
    keyId: 'Header of the key’s id',
  },
  headerInvalid: 'A header’s name: letters, digits and dashes, none twice.',
  message: 'What is signed',
  messageNote: '{id}, {timestamp}, and {body} or {sha256} of the body. What is not signed can be forged.',
  messageInvalid: 'Needs {id}, {timestamp}, and {body} or {sha256}.',
  scheme: 'Signature as',
  schemes: { signature: 'Plain', jws: 'Detached JWS' },
  encoding: 'Written in',
  encodings: { base64url: 'base64url', base64: 'base64', hex: 'hex' },
  form: 'Form',
  forms: { raw: 'r and s', der: 'DER' },
  allowsUnsigned: 'Accept unsigned deliveries',
  allowsUnsignedNote:
    'Anyone who learns a run’s address could then make Atelier poll that run. Their content is never trusted either way.',
  reset: 'Restore the defaults',

  log: 'Deliveries',
  logEmpty: 'None yet.',
  logMore: 'Show more',
  outcome: (outcome: DeliveryOutcome) => outcomes[outcome],
  entryTime: (at: string) => format.dateTime(at),
  entryStatus: (status: number) => `Responded ${status}`,
}
