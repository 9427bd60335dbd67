import type { UsageFailure } from '../../bridge/usage-views.ts'

/** What happened to a report, and what to do, by the kind of its failure. */
export const usageFailures: Record<UsageFailure['kind'], { readonly title: string; readonly body: string }> =
  {
    no_key: {
      title: 'There is no usage key for this workspace',
      body: 'It takes a workspace service API key, minted against this one workspace, and an enterprise plan. A personal API key or the key for generating does not work.',
    },
    window_refused: {
      title: 'The service refuses this window',
      body: 'It holds more jobs than one report carries even when it is cut into hours, or lies outside what the service’s reports cover. Choose other dates.',
    },
    key_refused: {
      title: 'The service refuses the usage key',
      body: 'The key is unknown to it, or was deleted. An owner or admin of the workspace creates another; enter it in Settings.',
    },
    not_allowed: {
      title: 'This key or plan may not read usage',
      body: 'It takes a workspace service API key minted against a single workspace; personal API keys are refused. The plan must include the usage API, which only enterprise plans do.',
    },
    workspace_unknown: {
      title: 'The workspace was not found',
      body: 'It may have been removed, or the address is another service’s. Check the account in Settings.',
    },
    query_refused: {
      title: 'The service does not accept these dates',
      body: 'Choose other dates.',
    },
    unavailable: {
      title: 'Usage reports are unavailable at the moment',
      body: 'The same request works later.',
    },
    refused: { title: 'The service refuses the report', body: 'Its own words say why.' },
    unreachable: {
      title: 'The service can’t be reached',
      body: 'Check your network, then retry. What was read before stays.',
    },
    unreadable: {
      title: 'The report can’t be read',
      body: 'Nothing of this response was kept. Retry; if it stays like this, tell the service’s support.',
    },
    not_stored: {
      title: 'The report could not be stored',
      body: 'Make room or repair the data folder, then retry. What was stored before stays.',
    },
  }
