import type { MediaKind } from '../../../shared/api/media.ts'
import type { KeyPurpose } from '../../../shared/bridge/account-procedures.ts'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import type { DollarProblem } from '../../../shared/pricing/read-dollars.ts'
import type { BaseUrlProblem } from '../../../shared/settings/base-url.ts'
import { descriptionFaultWords } from '../../../shared/words/en/description-faults.ts'
import { endSentence } from '../../../shared/words/en/end-sentence.ts'
import type { AccountLabel } from '../account-label.ts'
import { accountName, spentWhere, whetherReal } from './account.ts'
import { capitalize } from './capitalize.ts'
import { format } from './format.ts'
import { webhooks } from './webhooks.ts'

type KeySource = StudioStatus['service']['keySource']

const keyPlaces: Record<KeySource, string> = {
  sandbox: 'The sandbox made its own key; it opens nothing else.',
  environment:
    'The key comes from the environment variable ATELIER_API_KEY, is used for this address only and is not stored.',
  keychain: 'The key is encrypted with this system’s keychain.',
  file: 'The key is in a file in the data folder that only your user account can read.',
  session: 'The key is kept until Atelier is closed, and written nowhere.',
  none: 'There is no key yet.',
}

const usageKeyPlaces: Record<KeySource, string | null> = {
  sandbox: null,
  environment:
    'The key for usage comes from the environment variable ATELIER_USAGE_KEY, is used for this account only and is not stored.',
  keychain: 'The key for usage is encrypted with this system’s keychain.',
  file: 'The key for usage is in a file in the data folder that only your user account can read.',
  session: 'The key for usage is kept until Atelier is closed, and written nowhere.',
  none: null,
}

/** Where the key and that for usage are, if that is the same place. */
const bothPlaces: Partial<Record<KeySource, string>> = {
  keychain: 'The keys are encrypted with this system’s keychain.',
  file: 'The keys are in files in the data folder that only your user account can read.',
  session: 'The keys are kept until Atelier is closed, and written nowhere.',
}

/** The environment variables that give a key of each purpose. */
const variables: Record<KeyPurpose, string> = { generating: 'ATELIER_API_KEY', usage: 'ATELIER_USAGE_KEY' }

export const settings = {
  title: 'Settings',
  appearance: 'Appearance',
  language: 'Language',
  languageNote: 'The language of everything that Atelier says.',
  theme: 'Theme',
  themeNote: 'Dark suits judging color; System follows your machine.',
  themes: { dark: 'Dark', light: 'Light', system: 'System' },
  /** Other words by which a theme is searched. */
  themeTerms: 'mode appearance colors night day',

  accounts: 'Accounts',
  accountsLabel: 'Where runs are sent',
  accountsNote:
    'Each account is one workspace at a service, with its own balance, budget and runs. Runs that you confirm belong to the active one. Those under way at another are followed to their end; those that still wait continue once it is active again.',
  sandboxNote:
    'A service on this machine that makes real files and costs nothing. Good for trying things out.',
  active: 'Active',
  use: 'Use',
  chooseAccount: (name: string) => `Use ${name}`,
  switchedTo: (name: string) => `Atelier uses ${name} now.`,
  addAccount: 'Add an account',
  editAccount: (name: string) => `Edit ${name}`,
  removeAccount: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeBody: (isActive: boolean) =>
    `Its keys are forgotten, which can’t be undone. Its runs, results and spend stay here; runs under way are read again once you add the account again.${isActive ? ' The sandbox becomes the active account.' : ''}`,
  remove: 'Remove',
  keepAccount: 'Keep it',
  removed: (name: string) => `${name} was removed, and its keys forgotten.`,
  keyOf: ({ source, ending }: { source: string; ending: string | null }) =>
    source === 'none' ? 'No API key' : `API key ${ending === null ? '' : `…${ending}`}`.trim(),
  usageKeyOf: ({ source, ending }: { source: string; ending: string | null }) =>
    source === 'none' ? 'no key for usage' : `key for usage ${ending === null ? '' : `…${ending}`}`.trim(),
  accountName: 'Name',
  accountNameNote: 'How this account is called here. Empty: the service’s host.',
  namePlaceholder: 'My workspace',
  baseUrlFixed: 'Runs belong to their address. For another one, add an account.',
  separate: 'Another workspace at this address',
  separateNote: (name: string, isGiven: boolean) =>
    isGiven
      ? `A second account beside “${name}”, with keys of its own.`
      : `“${name}” has this address. Connecting makes it the active account and replaces the keys that you enter.`,
  baseUrl: 'Base URL',
  baseUrlNote: 'The address of the service’s API, as its documentation gives it.',
  baseUrlPlaceholder: 'https://api.example.com',
  baseUrlProblems: {
    not_an_address: 'An address that begins with https:// and names a host.',
    too_long: 'At most 2,000 characters.',
    credentials: 'No user name and no password in the address: the key below says who you are.',
    has_query: 'Only as far as its path, without ? and #.',
  } satisfies Record<BaseUrlProblem, string>,
  http: 'Send without encryption',
  httpNote:
    'This address begins with http://. Anyone on the way there, on the same Wi-Fi or at a provider, can read your key, every prompt and every result, and can use the key at your expense.',
  httpNeeded: 'Nothing is sent there without your consent. Use the https:// address if there is one.',
  httpKept: 'This is for this address only.',
  key: 'API key',
  keyPlaceholder: 'Paste the key',
  keyKept: (ending: string | null) =>
    ending === null
      ? 'A key is kept for this address. Leave empty to keep it.'
      : `The key kept for this address ends with ${ending}. Leave empty to keep it.`,
  keyGiven: (purpose: KeyPurpose, ending: string | null) =>
    `${variables[purpose]}${ending === null ? '' : `, which ends with ${ending},`} was given for this address. Leave empty to use it.`,
  /** `trouble`: what the service says against it. */
  keyGivenRefused: (trouble: string, ending: string | null) =>
    `${trouble} It comes from the environment variable ${variables.generating}${ending === null ? '' : ` and ends with ${ending}`}. Change the variable and start Atelier again, or enter another key here: that one is used until Atelier is closed, and later wherever the variable is not set.`,
  keyOfAnother: (address: string) =>
    `There is no key for this address. The key for ${address} is not sent here: enter this one’s own.`,
  keyGivenForAnother: (purpose: KeyPurpose, address: string | null) =>
    `There is no key for this address. ${variables[purpose]} was given ${address === null ? 'before any service was chosen' : `for ${address}`} and is not sent here: enter this one’s own, or start Atelier with this address.`,
  keyNote:
    'Owners and admins of a workspace create its keys in the service’s app, which shows each once. Here it is never shown again; of a key of 12 characters or more, the last four stay visible.',
  usageKey: 'Key for usage',
  usageKeyPlaceholder: 'Optional',
  usageKeyNote:
    'A service key of this one workspace, for the Usage screen. Personal keys are refused, and the plan has to include the usage API.',
  forget: 'Forget it',
  forgetKey: (key: string) => `Forget it: ${key}`,
  keyEnding: (ending: string | null) => `•••• ${ending ?? '••••'}`,
  /** A poll is refused in the same way for both; the test of the connection tells which. */
  keyRefusedOrOff: 'The service refuses this key, or API access is off for its workspace.',
  keyTrouble: {
    refused: 'The service refuses this key.',
    not_allowed:
      'The service refused this key for generating the last time a run was sent. A key for usage can’t generate: enter an API key.',
  },
  keyPlaces: (key: KeySource, usageKey: KeySource) =>
    key === usageKey && bothPlaces[key] !== undefined
      ? bothPlaces[key]
      : [keyPlaces[key], usageKeyPlaces[usageKey]].filter((place) => place !== null).join(' '),
  notConnected: { sandbox: 'The sandbox isn’t running', service: 'The service isn’t connected' },
  sandboxKey: 'It makes its own key when it starts; it needs none from you.',
  notConnectedWhy: (reason: string) =>
    `${endSentence(capitalize(reason))} Nothing is sent, and nothing is charged.`,
  kept: 'Where the key is kept',
  consent: 'In a file',
  consentNote:
    'There is no keychain here. The key is written to a file in the data folder that only your user account can read. Whoever can read your files can read the key.',
  onlySession: 'For this session only',
  onlySessionNote:
    'The key is kept in memory until Atelier is closed, and written nowhere. You enter it again the next time.',
  noPlace:
    'This system offers no place to keep a key: its keychain can’t be used. The key can be used until Atelier is closed.',
  /** By why a key that is kept can't be read. */
  keyTroubles: {
    locked:
      'A key is kept, but the system’s keychain is locked or refuses. Unlock it and start Atelier again, or enter the key again.',
    other_keychain:
      'A key is kept, but another keychain encrypted it than the one in use now. Log in to the desktop in which you entered it, or enter it again.',
    undecryptable:
      'A key is kept, but the system’s keychain can’t decrypt it any more. Enter it again; until then it stays as it is.',
    unreadable:
      'The file of the keys can’t be read. It stays as it is. Make it readable or move it away, then enter the key again.',
  },
  connect: 'Connect',
  /** Beside Connect or Save, while it can’t be pressed. */
  cantConnect: {
    noAddress: 'Enter the base URL first.',
    badAddress: 'The base URL isn’t an address that can be used. Write it whole, with https:// before it.',
    http: 'Switch on “Send without encryption” above, or use an https:// address.',
    noKey: 'Enter an API key first.',
    unchanged: 'Nothing has changed yet.',
    consent: 'Choose where the key is kept first.',
    onlySession: 'Switch on “For this session only” above first.',
  },
  save: 'Save',
  cancelForm: 'Cancel',
  connecting: 'Testing the connection',
  /** Which one is said, too: several accounts may be added one after the other. */
  connected: (account: AccountLabel) =>
    `Connected. ${accountName(account) ?? 'The sandbox'} is the active account now.`,
  keepUntested: 'Keep it untested',
  keepUntestedNote:
    'Nothing was changed. You can keep address and key all the same: Atelier then connects once the service responds.',
  keptUntested: 'Kept, but not tested: it is not known whether the service accepts the key.',
  connection: 'Connection',
  test: 'Test the connection',
  testing: 'Testing the connection',
  testResult: {
    reachable: 'The service responds.',
    no_network: 'This machine is connected to no network.',
    unknown_host: 'There is no machine with this name. Check the address.',
    certificate_date: 'The service’s certificate isn’t valid today. Check this machine’s date and time.',
    no_answer: 'The service doesn’t respond. Check the address and your network.',
    other_service: 'What responds at this address is not this service. Check the address.',
    fine: 'It accepts the key.',
    key_refused: 'It refuses the key.',
    access_off: 'It knows the key, but API access is off for its workspace.',
    unclear: 'Whether it accepts the key is only known once a run is sent.',
    described: 'It publishes a description of its models.',
    notDescribed: 'It publishes no description; give the paths of the models below.',
    usage: {
      fine: 'It accepts the key for usage.',
      key_refused: 'It refuses the key for usage.',
      not_entitled:
        'It doesn’t let this key read usage: that takes a service key of one workspace, and a plan that includes the usage API.',
      no_workspace: 'It finds no workspace for the key for usage.',
      no_answer: 'Its usage report doesn’t respond.',
      unclear: 'Whether it accepts the key for usage isn’t known now.',
    },
    clock: (differenceMs: number) =>
      `This machine’s clock is ${format.number(Math.round(Math.abs(differenceMs) / 60_000))} minutes ${differenceMs > 0 ? 'behind' : 'ahead of'} the service’s. Set it right: signed deliveries are refused, and days are counted wrongly.`,
  },

  budget: {
    title: 'Budget',
    /** Whose budgets are edited; `isOwn`: the account has its own. */
    note: (account: AccountLabel, isOwn: boolean) =>
      account.id === 'sandbox'
        ? 'The sandbox’s runs cost no real money, and its budget is only for trying out how Atelier asks.'
        : `${isOwn ? `For the account “${accountName(account)}” alone.` : `The account “${accountName(account)}” has no budget of its own yet: these are shared by all accounts without one.`} Atelier asks before it sends what may exceed these. What has no listed price can’t be counted.`,
    perDay: 'Per day',
    perDayNote: 'What completed today and everything still running. A day ends at midnight UTC.',
    perMonth: 'Per month',
    perMonthNote: 'The same for the calendar month, UTC.',
    perSession: 'Per session',
    perSessionNote: (since: string) =>
      `Everything confirmed since Atelier was started, ${format.dateTime(since)}.`,
    askAbove: 'Ask before sending above',
    askAboveNote:
      'What one press would send is sent only after you confirm, where it may cost more than this together. Leave it empty not to be asked.',
    none: 'No limit',
    unit: '$',
    problems: {
      not_money: 'Enter an amount in dollars, such as 12.50.',
      too_fine: 'Prices have at most six decimals. The earlier limit stays until you enter another.',
      nothing: 'Enter more than zero, or leave it empty for no limit.',
      too_large: 'At most $1,000,000,000.',
    } satisfies Record<DollarProblem, string>,
    /** In cents unless the limit is passed, where they might contradict each other; or in full. */
    stateOf: (limit: number, committed: number, account: AccountLabel, isInFull = committed > limit) =>
      `${(isInFull ? format.price : format.total)(committed)} of ${format.price(limit)} is spent or committed ${spentWhere(account)}${whetherReal(account)}${committed > limit ? `; ${format.price(committed - limit)} over` : ''}.`,
  },

  agents: {
    title: 'Agents',
    note: 'Programs such as an assistant in your editor, which generate through Atelier (see “Agents” in the guide). What they spend counts against your own budgets as well.',
    perDay: 'Daily budget of all agents',
    perDayNote:
      'What agents may spend of each account between two midnights UTC. Runs beyond it are refused; 0 refuses every run that costs something.',
    askAbove: 'Ask me above',
    askAboveNote:
      'Runs of agents that may cost more than this together, or have no listed price, wait until you allow them here, and are refused while no window is open.',
    http: 'HTTP on this machine',
    httpNote:
      'For agents that can’t start a program. Only programs on this machine that have the token get in; web pages don’t.',
    newToken: 'Replace the token',
    tokenReplaced: 'The token was replaced. Agents that have the old one are refused.',
    httpTroubles: {
      moved:
        'Another program has the port that this had, so its address and token are new ones: give them to your agents again.',
      failed:
        'Agents can’t reach Atelier over HTTP now, as it could not be started. Turn it off and on to try again.',
    },
    httpFile: (folder: string) => `The address and the token are in ${folder}/agents-http.json.`,
    problems: {
      not_money: 'Enter an amount in dollars, such as 12.50, or 0.',
      too_fine: 'Prices have at most six decimals. The earlier amount stays until you enter another.',
      nothing: 'Enter an amount in dollars, or 0.',
      too_large: 'At most $1,000,000,000.',
    } satisfies Record<DollarProblem, string>,
  },

  desktop: {
    title: 'Desktop',
    runsWithoutWindow: 'Continue without a window',
    runsWithoutWindowNote:
      'When the window is closed, jobs are still followed, results downloaded and waiting runs sent. Start Atelier again to get the window back.',
    opensAtLogin: 'Open at login',
    opensAtLoginNote: 'Starts Atelier when you log in to this machine.',
    hasTray: 'Icon in the tray or menu bar',
    hasTrayNote: 'Shows what is running, and opens the window, also while it is closed.',
    notifies: 'Notifications',
    notifiesNote: 'When a job has ended or an agent asks you, while the window is not in front.',
    promptsInNotifications: 'Prompts in notifications',
    promptsInNotificationsNote:
      'Shows the beginning of the prompt. Notifications can be read on a locked screen, and the system may keep them.',
    showsProgress: 'Progress at the icon',
    showsProgressNote:
      'In the dock or the taskbar: how far the runs are, and how many have ended since you last looked.',
  },

  results: 'Results',
  delivery: 'How results arrive',
  webhooks,
  jobsInFlight: 'Jobs at once',
  jobsInFlightNote: 'Further runs wait on this machine; nothing is charged for them meanwhile.',

  paths: 'Model paths',
  pathsNote: 'Where each model is at a service that publishes no description: /generate/kind/vendor/model.',
  descriptionPlace: 'Description',
  descriptionPlaceNote:
    'An OpenAPI description of the service, as JSON or YAML. It is read again at each connection and each day; one from a file is used until the service publishes its own.',
  descriptionNoUrl: 'A whole URL, with https:// before it.',
  descriptionFile: 'Load from a file',
  descriptionFileTooLarge: 'The file is larger than 6 MiB. Put it on the web and give its URL.',
  descriptionAsked: 'The description was read.',
  descriptionFaults: descriptionFaultWords,
  descriptionKept: 'What an earlier one said stays in use.',
  descriptionChanges: 'What changed in it',
  pathsDescribed:
    'The service’s own description says where these are; for models that Atelier comes with, a path given here comes first.',
  path: 'Path',
  pathOf: (model: string) => `Path of ${model}`,
  pathUnknown: 'not known',
  pathInvalid: (kind: MediaKind) =>
    `A path like /generate/${kind}/vendor/model, of letters, digits and . _ ~ - alone.`,
  pathNotUsed: 'Not used: the service’s description says where this model is.',
  pathWithoutForm:
    'The service’s description has no form for this path. Create shows the one that Atelier knows; the service may refuse it.',
  pathsShow: (count: number) => `Show all ${count} models`,
  pathsHide: 'Show fewer',
  model: 'Model',

  machine: 'This machine',
  dataFolder: 'Data folder',
  version: 'Version',
  about: 'About',
  licenses: 'Licenses',
  licensesNote: 'Atelier is built with the work of others, each under its own license.',
  showLicenses: 'Show licenses and notices',
  licensesTitle: 'Licenses and notices',
  licensesCount: (packages: number) => `${format.number(packages)} packages are part of Atelier.`,
  chromiumNotices:
    'The notices of Chromium, which Electron contains, are in LICENSES.chromium.html, which is installed with it.',
  host: 'Runs in',
  hosts: { desktop: 'A window of its own', browser: 'The browser', cli: 'The command line' },
  diagnostics: 'Diagnostics',
  diagnosticsNote:
    'A file for whoever looks into a fault: versions, counts, sizes and states. It holds no key, token, prompt, note or media, and of addresses the host alone.',
  saveDiagnostics: 'Save diagnostics',
  loadFailed: 'The settings could not be read.',
  loading: 'Reading the settings',
  saved: 'Saved',
}
