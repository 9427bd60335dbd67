import type { Settings } from '../../shared/settings/settings.ts'
import type { Words } from '../words/words-context.tsx'

type SettingWords = Words['settings']

/** Every row of the Settings screen by its name there, and the section that it stands in. */
const rows = {
  which: (words) => [words.which, words.service],
  baseUrl: (words) => [words.baseUrl, words.service],
  key: (words) => [words.key, words.service],
  connection: (words) => [words.test, words.service],
  jobsInFlight: (words) => [words.jobsInFlight, words.results],
  delivery: (words) => [words.delivery, words.results],
  port: (words) => [words.webhooks.port, words.results],
  publicUrl: (words) => [words.webhooks.publicUrl, words.results],
  webhookTest: (words) => [words.webhooks.tryIt, words.results],
  signature: (words) => [words.webhooks.signature, words.results],
  requestId: (words) => [words.webhooks.headers.requestId, words.results],
  timestamp: (words) => [words.webhooks.headers.timestamp, words.results],
  signatureHeader: (words) => [words.webhooks.headers.signature, words.results],
  keyId: (words) => [words.webhooks.headers.keyId, words.results],
  message: (words) => [words.webhooks.message, words.results],
  scheme: (words) => [words.webhooks.scheme, words.results],
  encoding: (words) => [words.webhooks.encoding, words.results],
  form: (words) => [words.webhooks.form, words.results],
  allowsUnsigned: (words) => [words.webhooks.allowsUnsigned, words.results],
  log: (words) => [words.webhooks.log, words.results],
  perDay: (words) => [words.budget.perDay, words.budget.title],
  perMonth: (words) => [words.budget.perMonth, words.budget.title],
  askAbove: (words) => [words.budget.askAbove, words.budget.title],
  theme: (words) => [words.theme, words.appearance],
  language: (words) => [words.language, words.appearance],
  dataFolder: (words) => [words.dataFolder, words.machine],
  host: (words) => [words.host, words.machine],
  version: (words) => [words.version, words.machine],
} satisfies Record<string, (words: SettingWords) => readonly [name: string, section: string]>

/** A row of the Settings screen, as the address names it. */
export type SettingId = keyof typeof rows

const ofService: readonly SettingId[] = ['baseUrl', 'key']
const ofSignature: readonly SettingId[] = ['encoding', 'form']
const ofProfile: readonly SettingId[] = [
  'requestId',
  'timestamp',
  'signatureHeader',
  'keyId',
  'message',
  'scheme',
  'allowsUnsigned',
  ...ofSignature,
]
const ofWebhooks: readonly SettingId[] = [
  'port',
  'publicUrl',
  'webhookTest',
  'signature',
  'log',
  ...ofProfile,
]

/** Whether it is a setting of the person’s own service, which has a form of its own. */
export function isOfService(item: string | null): boolean {
  return ofService.some((id) => id === item)
}

/** Whether it stands among the collapsed settings of the signature. */
export function isOfProfile(item: string | null): boolean {
  return ofProfile.some((id) => id === item)
}

/** The address of one model’s path. */
export function pathItem(modelId: string): string {
  return `path-${modelId}`
}

export interface ListedSetting {
  readonly id: SettingId
  readonly name: string
  readonly section: string
}

/** The settings that the screen has now, in its order. */
export function listSettings(
  words: SettingWords,
  { webhooks }: Settings,
  languages: number,
): readonly ListedSetting[] {
  const isThere = (id: SettingId) =>
    (id !== 'language' || languages > 1) &&
    (webhooks.enabled || !ofWebhooks.includes(id)) &&
    (webhooks.profile.scheme === 'signature' || !ofSignature.includes(id))
  return (Object.keys(rows) as SettingId[]).filter(isThere).map((id) => {
    const [name, section] = rows[id](words)
    return { id, name, section }
  })
}
