import type { DesktopSettings } from '../../shared/settings/desktop-settings.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import type { SettingsWords } from '../words/settings-words.ts'

/** Every row of the Settings screen by its name there, and the section that it stands in. */
const rows = {
  accounts: (words) => [words.accountsLabel, words.accounts],
  accountName: (words) => [words.accountName, words.accounts],
  baseUrl: (words) => [words.baseUrl, words.accounts],
  key: (words) => [words.key, words.accounts],
  usageKey: (words) => [words.usageKey, words.accounts],
  connection: (words) => [words.test, words.accounts],
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
  perSession: (words) => [words.budget.perSession, words.budget.title],
  askAbove: (words) => [words.budget.askAbove, words.budget.title],
  agentsPerDay: (words) => [words.agents.perDay, words.agents.title],
  agentsAskAbove: (words) => [words.agents.askAbove, words.agents.title],
  agentsHttp: (words) => [words.agents.http, words.agents.title],
  runsWithoutWindow: (words) => [words.desktop.runsWithoutWindow, words.desktop.title],
  opensAtLogin: (words) => [words.desktop.opensAtLogin, words.desktop.title],
  hasTray: (words) => [words.desktop.hasTray, words.desktop.title],
  notifies: (words) => [words.desktop.notifies, words.desktop.title],
  promptsInNotifications: (words) => [words.desktop.promptsInNotifications, words.desktop.title],
  showsProgress: (words) => [words.desktop.showsProgress, words.desktop.title],
  theme: (words) => [words.theme, words.appearance],
  language: (words) => [words.language, words.appearance],
  description: (words) => [words.descriptionPlace, words.paths],
  dataFolder: (words) => [words.dataFolder, words.machine],
  host: (words) => [words.host, words.machine],
  diagnostics: (words) => [words.diagnostics, words.machine],
  version: (words) => [words.version, words.about],
  licenses: (words) => [words.licenses, words.about],
} satisfies Record<string, (words: SettingsWords) => readonly [name: string, section: string]>

/** A row of the Settings screen, as the address names it. */
export type SettingId = keyof typeof rows

const ofAccount: readonly SettingId[] = ['accountName', 'baseUrl', 'key', 'usageKey']
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

/** The switches of the desktop, in their order. */
export const desktopSwitches = [
  'runsWithoutWindow',
  'opensAtLogin',
  'hasTray',
  'notifies',
  'promptsInNotifications',
  'showsProgress',
] as const satisfies readonly (SettingId & keyof DesktopSettings)[]

/** Whether it is a field of one account, which has a form of its own. */
export function isOfAccount(item: string | null): boolean {
  return ofAccount.some((id) => id === item)
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
  words: SettingsWords,
  { webhooks, desktop, accounts, activeAccount }: Settings,
  { languages, isDesktop }: { readonly languages: number; readonly isDesktop: boolean },
): readonly ListedSetting[] {
  const isThere = (id: SettingId) =>
    (id !== 'language' || languages > 1) &&
    (id !== 'description' || accounts.some((account) => account.id === activeAccount)) &&
    (isDesktop || !desktopSwitches.some((one) => one === id)) &&
    (id !== 'promptsInNotifications' || desktop.notifies) &&
    (webhooks.enabled || !ofWebhooks.includes(id)) &&
    (webhooks.profile.scheme === 'signature' || !ofSignature.includes(id))
  return (Object.keys(rows) as SettingId[]).filter(isThere).map((id) => {
    const [name, section] = rows[id](words)
    return { id, name, section }
  })
}
