import type { AdoptionView } from '../bridge/adoption-procedures.ts'
import type { AgentRequest, AgentRun } from '../bridge/agent-procedures.ts'
import type { CollectionView } from '../bridge/collection-procedures.ts'
import type { EventName, EventPayload } from '../bridge/events.ts'
import type { ExportView } from '../bridge/export-procedures.ts'
import type { ImportView } from '../bridge/import-procedures.ts'
import type { InputView } from '../bridge/media-routes.ts'
import type { ProcedureInput, ProcedureName, ProcedureOutput } from '../bridge/procedures.ts'
import type { KeptRecipe } from '../bridge/recipe-procedures.ts'
import type { PendingSum, SpendSums } from '../bridge/spend-views.ts'
import type { StyleView } from '../bridge/style-procedures.ts'
import type { LibraryItem, ModelDetail, ModelSummary, StudioStatus, SubmissionView } from '../bridge/views.ts'
import { exportChoicesSchema } from '../library/export-choices.ts'
import { unjudged } from '../library/judgement.ts'
import { type ProofWords, proofChoicesSchema, proofWordsSchema } from '../library/proof.ts'
import type { Restored } from '../library/restored.ts'
import { microUsd } from '../pricing/money.ts'
import { pricePoint } from '../pricing/price-table.ts'
import { desktopSettingsSchema } from '../settings/desktop-settings.ts'
import { type Settings, settingsSchema } from '../settings/settings.ts'
import { usagePull, usageSamples } from './usage-samples.ts'

const submissionId = '0199a4d2-7b1c-7c3e-8f00-112233445566'
const exportChoices = exportChoicesSchema.parse({ folder: '/home/ann/exports' })
const fileId = '0199a4d2-7b1c-7c3e-8f00-665544332211'
const at = '2026-11-02T09:30:00.000Z'

const adoptionView: AdoptionView = {
  adoptionId: fileId,
  source: 'listing',
  state: 'ready',
  ...{ read: 12, total: null, pausedUntil: null, found: 3, takeable: 3 },
  models: [{ label: 'I3 Fast', jobs: 3 }],
  ...{ here: 7, reserved: 1, ended: 1, unreadable: 0, isWhole: true, isCut: false },
  ...{ chosen: 0, done: 0, taken: 0, failure: null },
}

const importView: ImportView = {
  importId: fileId,
  state: 'running',
  folder: '/home/ann/exports',
  total: 5,
  done: 3,
  added: 1,
  known: 1,
  refused: { count: 1, files: [{ name: 'notes.pdf', why: 'unknown_kind' }] },
  failure: null,
}

const restored: Restored = {
  modelId: null,
  values: { prompt: 'A red boat', seed: 7 },
  rating: 0,
  flag: 'none',
  label: 0,
  isFavorite: false,
  tags: [],
  note: '',
  source: 'parameters',
  carried: null,
}

const file = {
  fileId,
  submissionId,
  state: 'saved',
  kind: 'video',
  mediaType: 'video/mp4',
  bytes: 1024,
  totalBytes: 1024,
  name: 'boat.mp4',
  width: 1280,
  height: 720,
  durationSeconds: 5,
  hasPoster: true,
  color: 0x7f9aab,
  failure: null,
  isRefused: false,
  missingBytes: null,
  retryAt: null,
  isSlow: false,
  judgement: { rating: 3, flag: 'pick', isFavorite: true, label: 6 },
} as const

const submission: SubmissionView = {
  submissionId,
  batchId: submissionId,
  modelId: 'v4',
  modelLabel: 'Text and image to video',
  kind: 'video',
  state: 'accepted',
  values: { prompt: 'A red boat', nested: { list: [1, null, 'x'] } },
  estimate: {
    kind: 'exact',
    microUsd: microUsd(700_000),
    working: { seconds: 5, microUsdPerSecond: microUsd(140_000) },
  },
  settled: null,
  confirmedAt: at,
  updatedAt: at,
  sentAt: at,
  problem: { code: 'rate_limited', message: 'Slow down', status: 429, retryAt: at },
  job: {
    jobId: submissionId,
    status: 'sampling',
    progress: 0.5,
    createdAt: at,
    completedAt: null,
    error: null,
  },
  files: [file],
  account: 'sandbox',
  absentAccount: null,
  tookSeconds: null,
  expectedSeconds: 40,
  sheet: { axes: [{ kind: 'field', field: 'resolution', values: ['720p', null] }] },
  writtenPrompt: null,
  repeats: null,
}

const inputView: InputView = {
  sha256: 'a'.repeat(64),
  kind: 'video',
  mediaType: 'video/mp4',
  bytes: 1024,
  name: 'boat.mp4',
  width: 1280,
  height: 720,
  durationSeconds: 5,
  madeHere: { fileId, submissionId },
}

const savedRecipe = {
  recipeId: submissionId,
  name: 'Red boat',
  modelId: 'v4',
  values: { prompt: 'A red boat', nested: { list: [1, null, 'x'] } },
  isPinned: false,
}

const recipe: KeptRecipe = { ...savedRecipe, touchedAt: at }

const style: StyleView = {
  account: 'https://service.example',
  styleId: 'ink-and-paper',
  name: 'Ink',
  note: 'For maps',
  preview: file,
  isPreviewChosen: true,
  hasListedPreview: true,
  isAdded: true,
  isListed: false,
  metAt: at,
  runs: 2,
  recipes: 1,
  shared: { workspaceId: 'w1', workspaceName: 'Studio', at },
  shareDoubtAt: at,
  canShare: true,
}

const libraryItem: LibraryItem = {
  ...file,
  modelId: 'v4',
  modelLabel: 'Video',
  prompt: 'A red boat',
  savedAt: at,
  key: 12,
  trashedAt: null,
  sheet: { batchId: submissionId, files: 1, first: [file] },
}

const noneLeft = { count: 0, names: [] }
const proofChoices = proofChoicesSchema.parse({ title: 'Boats' })
const proofWords: ProofWords = {
  ...(Object.fromEntries(
    Object.keys(proofWordsSchema.shape).map((name) => [name, name]),
  ) as unknown as ProofWords),
  details: { name: 'Name', prompt: 'Prompt', model: 'Model', seed: 'Seed', price: 'Price' },
}
const exportView: ExportView = {
  exportId: fileId,
  state: 'running',
  folder: exportChoices.folder,
  done: 1,
  total: 2,
  written: 1,
  bytes: 2_000,
  sidecars: 0,
  left: noneLeft,
  failure: null,
}

const collection: CollectionView = {
  collectionId: submissionId,
  name: 'Boats',
  files: 1,
  createdAt: at,
  changedAt: at,
}

const summary: ModelSummary = {
  id: 'v4',
  kind: 'video',
  label: 'V4 New generation',
  description: 'Text and image to video',
  fieldNames: ['prompt'],
  resolutions: ['480p', '720p'],
  makesAudio: true,
  path: '/generate/video/sandbox/v4',
  priceFrom: {
    unit: 'second',
    microUsd: microUsd(80_000),
    example: { microUsd: microUsd(400_000), seconds: 5 },
    lowered: { field: 'reference_videos', microUsd: microUsd(200_000) },
  },
  deprecation: {
    state: 'deprecated',
    sunsetDate: '2027-01-31',
    cause: null,
    replacement: { label: 'V1', modelId: 'v1', path: null },
    link: null,
  },
}

const model: ModelDetail = {
  ...summary,
  schema: { type: 'object', properties: { prompt: { type: 'string' } } },
  aliases: [{ from: 'startImage', to: 'start_image', until: '2026-06-19' }],
  renamedValues: [],
  notes: ['A note.'],
  pricing: { unit: 'second', points: [pricePoint(0.08, { resolution: '480p' })] },
}

const ownModel = {
  name: 'Dolly',
  kind: 'video',
  path: '/generate/video/acme/dolly',
  fields: '{"type":"object","properties":{"prompt":{"type":"string"}}}',
} as const

const settings: Settings = {
  theme: 'dark',
  language: 'en',
  accounts: [
    { id: 'https://service.example', name: 'service.example', baseUrl: 'https://service.example' },
    { id: 'https://service.example#2', name: 'Second', baseUrl: 'https://service.example' },
  ],
  removedAccounts: [{ id: 'https://old.example', name: 'Old studio' }],
  activeAccount: 'https://service.example',
  agents: { perDay: microUsd(10_000_000), askAbove: microUsd(1_000_000), isHttpOn: false, httpTokens: 0 },
  desktop: desktopSettingsSchema.parse({ hasTray: true }),
  exports: exportChoices,
  favoriteModels: ['v4'],
  deferredEnds: [{ account: 'sandbox', modelId: 'v2', sunsetDate: '2027-06-30', state: 'deprecated' }],
  modelPaths: {},
  modelKinds: {},
  jobsInFlight: 8,
  isQueuePaused: false,
  clearedRuns: { through: '2026-11-20T10:00:00.000Z', at: '2026-11-20T10:05:00.000Z', kept: [], batches: {} },
  budget: { perDay: microUsd(5_000_000), perMonth: null, perSession: null, askAbove: microUsd(1_000_000) },
  budgets: {
    'https://service.example': {
      perDay: null,
      perMonth: null,
      perSession: microUsd(2_000_000),
      askAbove: null,
    },
  },
  webhooks: settingsSchema.parse({}).webhooks,
}

const spendSums: SpendSums = {
  jobs: 1,
  microUsd: microUsd(700_000),
  upToMicroUsd: microUsd(0),
  unlistedJobs: 0,
}

const pendingSum: PendingSum = { runs: 1, microUsd: microUsd(100_000), unlistedRuns: 1 }

const status: StudioStatus = {
  host: 'browser',
  version: '0.1.0',
  dataFolder: '~/atelier',
  service: {
    kind: 'service',
    accountId: 'https://service.example',
    accountName: 'service.example',
    baseUrl: 'https://service.example',
    keyEnding: 'a1b2',
    keySource: 'file',
    described: true,
    descriptionFault: null,
    descriptionDigest: null,
    changed: { models: 2, ofMoney: 1 },
    failure: null,
    refusesAddress: false,
    chosenUrl: 'https://service.example',
    health: { state: 'fine', lastSeenAt: null, since: null },
  },
  delivery: 'webhook',
  receiver: {
    state: 'listening',
    port: 8787,
    address: 'https://tunnel.example/hooks/',
    missedAt: at,
    lastEntryAt: null,
  },
  jobsWaiting: 1,
  jobsRunning: 2,
  budget: {
    day: { limit: microUsd(5_000_000), committed: microUsd(700_000) },
    month: null,
    session: null,
    sessionSince: at,
    askAbove: microUsd(1_000_000),
  },
  spentThisMonth: {
    account: 'sandbox',
    microUsd: microUsd(1_250_000),
    upToMicroUsd: microUsd(70_000),
    unlistedJobs: 3,
  },
  hold: {
    reason: 'insufficient_balance',
    message: 'The balance is empty.',
    until: null,
    isTrying: true,
    waiting: pendingSum,
  },
  waitingForSpace: { files: 2, missingBytes: 180_600_000 },
}

const agentRequest: AgentRequest = {
  requestId: submissionId,
  agent: 'example-agent',
  modelId: 'v4',
  modelLabel: 'V4',
  prompt: 'a boat',
  count: 2,
  upToMicroUsd: microUsd(2_400_000),
  account: 'https://service.example',
  passes: ['day'],
  until: '2026-11-20T12:15:00.000Z',
}
const agentRun: AgentRun = { submissions: [submission], held: null }

/** One call of each procedure, and a possible response. */
const tournament = {
  tournamentId: '01900000-0000-7000-8000-0000000000aa',
  size: 2 as const,
  files: 2,
  match: null,
  played: 1,
  total: 1,
  round: 1,
  rounds: 1,
  standings: [{ fileId: '01900000-0000-7000-8000-0000000000ab', score: 80, over: 1, under: 0 }],
}

export const procedureSamples: {
  readonly [Name in ProcedureName]: { input: ProcedureInput<Name>; output: ProcedureOutput<Name> }
} = {
  'studio.status': { input: {}, output: status },
  'catalog.list': { input: {}, output: [summary] },
  'catalog.changes': {
    input: { back: 0 },
    output: {
      account: 'https://service.example',
      models: [
        {
          modelId: 'v4',
          label: 'V4',
          changes: [{ kind: 'default', field: 'resolution', before: '480p', after: '720p', isMoney: true }],
          more: 0,
        },
      ],
      more: 0,
      digest: 'a1b2c3',
      at: '2026-11-20T12:15:00.000Z',
      hasEarlier: false,
    },
  },
  'catalog.seeChanges': { input: { account: 'https://service.example', digest: 'a1b2c3' }, output: true },
  'ownModels.list': { input: {}, output: { account: 'https://service.example', models: [ownModel] } },
  'ownModels.save': {
    input: { account: 'https://service.example', ...ownModel, replaces: null },
    output: ownModel,
  },
  'ownModels.remove': {
    input: { account: 'https://service.example', path: ownModel.path },
    output: ownModel,
  },
  'catalog.uses': {
    input: {},
    output: { recent: ['v4'], models: [{ modelId: 'v4', usualSeconds: 40, sample: file }] },
  },
  'catalog.model': { input: { modelId: 'v4' }, output: model },
  'desktop.takeOpened': {
    input: {},
    output: [
      { kind: 'file', fileId },
      { kind: 'run', submissionId },
      { kind: 'recipeFile', name: 'boat.atelier-recipe', text: '{}' },
      { kind: 'missing', what: 'recipe' },
    ],
  },
  'desktop.setMenu': {
    input: {
      groups: [
        {
          place: 'go',
          label: 'Go',
          items: [
            {
              id: 'screen library',
              label: 'Library',
              key: { key: '2', mod: true, alt: false, shift: false },
              isEnabled: true,
              isChecked: true,
            },
          ],
        },
      ],
    },
    output: {},
  },
  'agents.estimate': {
    input: { modelId: 'v4', values: { prompt: 'a' }, count: 2 },
    output: {
      quoteId: submissionId,
      expiresAt: '2026-11-20T12:10:00.000Z',
      account: 'https://service.example',
      estimate: { kind: 'unlisted' },
      upToMicroUsd: null,
      verdict: 'asks_person',
      isWindowOpen: true,
      budget: {
        perDay: microUsd(10_000_000),
        committed: microUsd(0),
        askAbove: microUsd(1_000_000),
      },
    },
  },
  'agents.generate': {
    input: { agent: 'example-agent', quoteId: submissionId, key: 'boat-at-dawn-1' },
    output: agentRun,
  },
  'agents.run': { input: { key: 'boat-at-dawn-1' }, output: { submissions: [], held: 'waiting' } },
  'agents.wait': {
    input: { submissionIds: [submissionId], milliseconds: 45_000 },
    output: { ...agentRun, isDone: true },
  },
  'agents.cancel': { input: { submissionId }, output: agentRun },
  'agents.files': {
    input: { fileIds: [fileId] },
    output: [
      {
        fileId,
        path: '/data/library/boat.mp4',
        mediaType: 'video/mp4',
        thumbnail: '/data/posters/00/boat.jpg',
      },
    ],
  },
  'agents.requests': { input: {}, output: [agentRequest] },
  'agents.answer': { input: { requestId: submissionId, isAllowed: true }, output: agentRun },
  'jobs.confirm': {
    input: {
      submissionIds: [submissionId],
      modelId: 'v4',
      values: { prompt: 'a' },
      estimate: { kind: 'unlisted' },
    },
    output: [submission],
  },
  'jobs.confirmBatch': {
    input: {
      batchId: submissionId,
      runs: [
        {
          submissionId,
          modelId: 'v4',
          values: { prompt: 'a' },
          estimate: { kind: 'unlisted' },
          repeats: fileId,
        },
        { submissionId: fileId, modelId: 'i3', values: { prompt: 'b' }, estimate: { kind: 'unlisted' } },
      ],
      sheet: { axes: [{ kind: 'model', modelIds: ['v4', 'i3'] }] },
      agreed: ['price', 'day'],
    },
    output: [submission],
  },
  'jobs.list': { input: { states: ['accepted'] }, output: { submissions: [submission], nextCursor: 'next' } },
  'jobs.get': { input: { submissionId }, output: submission },
  'jobs.withdraw': { input: { submissionId }, output: submission },
  'jobs.withdrawBatch': {
    input: { batchId: submissionId },
    output: { withdrawnIds: [submissionId], submissions: [submission] },
  },
  'jobs.restoreBatch': {
    input: { batchId: submissionId },
    output: { restoredIds: [submissionId], submissions: [submission] },
  },
  'jobs.close': { input: { submissionId }, output: submission },
  'jobs.sendAgain': {
    input: { submissionId, newSubmissionId: fileId, estimate: submission.estimate },
    output: submission,
  },
  'jobs.queue': { input: {}, output: [submission] },
  'jobs.queuePlace': { input: { submissionId }, output: { runsBefore: 2 } },
  'jobs.batch': { input: { batchId: fileId }, output: [submission] },
  'jobs.queueOrder': { input: {}, output: { submissionIds: [submissionId], heldIds: [], total: 2 } },
  'jobs.stepBatch': {
    input: { batchId: fileId, to: 'earlier' },
    output: { submissionIds: [submissionId], heldIds: [], total: 2 },
  },
  'jobs.moveBatch': { input: { batchId: fileId, beforeBatchId: null }, output: [submission] },
  'jobs.pause': { input: {}, output: status },
  'jobs.pollNow': { input: {}, output: status },
  'jobs.resume': { input: {}, output: status },
  'inputs.describe': { input: { sha256s: ['a'.repeat(64)] }, output: [inputView] },
  'inputs.fromLibrary': { input: { fileId }, output: { ...inputView, madeHere: null } },
  'inputs.cancelUploads': { input: {}, output: {} },
  'restore.input': { input: { sha256: 'a'.repeat(64) }, output: restored },
  'restore.text': { input: { text: 'A red boat' }, output: null },
  'library.list': {
    input: { filter: 'boat kind:video rating:>=3 -tag:"black and white"', sort: 'price' },
    output: { items: [libraryItem], nextCursor: null },
  },
  'library.sum': {
    input: { filter: 'boat', isTrash: true },
    output: {
      entries: 2,
      files: 3,
      costs: [{ account: 'sandbox', settledMicroUsd: 30_000, upToMicroUsd: 0, unlistedRuns: 1, runs: 2 }],
    },
  },
  'library.change': {
    input: {
      filter: 'boat',
      change: { type: 'tag', name: 'poster', isOn: true },
      savedUntil: '2026-11-20T12:00:00Z',
    },
    output: { files: 2, undo: fileId, failure: null },
  },
  'library.values': {
    input: { name: 'model', text: 'fl' },
    output: { values: [{ value: 'v1', label: 'V1 Flagship' }] },
  },
  'library.unseen': { input: { before: 7 }, output: { files: [{ key: 5, fileId }] } },
  'library.undoChange': { input: { undo: fileId }, output: { files: 2, undo: null, failure: null } },
  'smartCollections.list': {
    input: {},
    output: { collections: [{ collectionId: fileId, name: 'Best', filter: 'rating:5', sort: 'price' }] },
  },
  'smartCollections.save': {
    input: { name: 'Best', filter: 'rating:5' },
    output: { collectionId: fileId, name: 'Best', filter: 'rating:5', sort: 'newest' },
  },
  'smartCollections.delete': {
    input: { collectionId: fileId },
    output: { collectionId: fileId, name: 'Best', filter: 'rating:5', sort: 'newest' },
  },
  'smartCollections.restore': {
    input: { collectionId: fileId },
    output: { collectionId: fileId, name: 'Best', filter: 'rating:5', sort: 'newest' },
  },
  'tags.list': { input: { search: 'po' }, output: { tags: [{ name: 'poster', files: 3 }] } },
  'tags.of': { input: { fileId }, output: { tags: ['poster'], note: 'For the wall.' } },
  'tags.change': {
    input: { changes: [{ name: 'poster', fileIds: [fileId], isOn: true }] },
    output: { undo: [{ name: 'poster', fileIds: [fileId], isOn: false }] },
  },
  'tournaments.start': { input: { fileIds: [fileId, submissionId], size: 2 }, output: tournament },
  'tournaments.get': { input: { tournamentId: fileId }, output: tournament },
  'tournaments.left': { input: {}, output: { tournamentId: fileId } },
  'tournaments.resize': { input: { tournamentId: fileId, size: 4 }, output: tournament },
  'tournaments.choose': { input: { tournamentId: fileId, number: 0, fileId }, output: tournament },
  'tournaments.undo': { input: { tournamentId: fileId, number: 0 }, output: tournament },
  'tournaments.scoreOf': { input: { fileId }, output: { score: 80 } },
  'notes.set': { input: { fileId, note: 'For the wall.' }, output: { before: '' } },
  'library.layout': {
    input: { alike: { fileId, by: 'look' }, limit: 1, items: 1 },
    output: {
      columns: 'DAAAAOYG/////gA=',
      days: [{ day: '2026-11-02', count: 1 }],
      items: [libraryItem],
      nextCursor: '12',
      total: 2,
    },
  },
  'library.entries': { input: { keys: [12] }, output: { items: [libraryItem] } },
  'library.item': { input: { fileId }, output: { item: libraryItem, submission } },
  'library.items': { input: { fileIds: [fileId] }, output: { items: [{ item: libraryItem, submission }] } },
  'library.retryForSpace': { input: {}, output: {} },
  'library.fetchAgain': { input: { fileId }, output: submission },
  'library.lineage': {
    input: { fileId, way: 'into' },
    output: {
      nodes: [
        {
          id: fileId,
          isInLibrary: true,
          kind: 'video',
          name: 'boat.mp4',
          state: 'here',
          hasPoster: true,
          sheet: { batchId: fileId, files: 4 },
          hasFrom: true,
          hasInto: false,
        },
      ],
      total: 1,
      next: null,
    },
  },
  'library.credentials': {
    input: { fileId },
    output: {
      state: 'read',
      verdict: 'valid',
      fault: null,
      isSignerChecked: false,
      signer: 'Example signer',
      signedAt: '2026-11-20T12:00:00.000Z',
      generator: 'Example 1.0',
      origin: 'ai',
      actions: [{ action: 'c2pa.created', tool: 'Example model' }],
      ingredients: [],
    },
  },
  'library.dragOut': { input: { fileIds: [fileId] }, output: { files: 1 } },
  'library.reveal': { input: { fileId }, output: {} },
  'library.pack': {
    input: { fileIds: [fileId] },
    output: { ticket: fileId, files: 1, bytes: 2_000, absent: { count: 1, names: ['boat.png'] } },
  },
  'export.choices': { input: {}, output: { choices: exportChoices, hasDialog: false } },
  'export.look': {
    input: { which: { fileIds: [fileId] }, choices: exportChoices },
    output: {
      files: 1,
      bytes: 2_000,
      lookedInto: 1,
      provenance: 0,
      sidecars: 0,
      example: 'boat.png',
      left: noneLeft,
    },
  },
  'export.chooseFolder': { input: {}, output: { folder: '/home/ann/exports' } },
  'export.start': { input: { which: { batchId: fileId }, choices: exportChoices }, output: exportView },
  'export.cancel': { input: { exportId: fileId }, output: exportView },
  'export.note': { input: { fileIds: [fileId] }, output: {} },
  'export.current': { input: {}, output: exportView },
  'export.captions': {
    input: { which: { batchId: fileId }, from: 0 },
    output: {
      total: 1,
      captions: [
        {
          fileId,
          kind: 'image',
          name: 'boat.png',
          model: 'V1 Flagship',
          prompt: 'A red boat',
          seed: '7',
          rating: 4,
          width: 1024,
          height: 768,
          hasPoster: true,
        },
      ],
    },
  },
  'proof.start': {
    input: { which: { fileIds: [fileId] }, choices: proofChoices, words: proofWords },
    output: exportView,
  },
  'proof.pack': {
    input: { which: { batchId: fileId }, choices: proofChoices, words: proofWords },
    output: { ticket: fileId, files: 1, left: noneLeft },
  },
  'proof.readReply': {
    input: { text: '{}' },
    output: {
      type: 'reply',
      title: 'Boats',
      reviewer: 'Ann',
      at: '2026-11-20T12:00:00.000Z',
      files: [
        {
          fileId,
          kind: 'image',
          name: 'boat.png',
          hasPoster: true,
          before: { rating: 0, flag: 'none', note: '' },
          after: { rating: 4, flag: 'pick', note: 'Ann: this one' },
        },
      ],
      same: 1,
      unknown: 0,
      unreadable: 0,
    },
  },
  'export.pack': {
    input: { which: { fileIds: [fileId] }, choices: exportChoices },
    output: { ticket: fileId, files: 1, left: noneLeft },
  },
  'export.unfinished': {
    input: {},
    output: {
      count: 1,
      exports: [
        {
          ...{ key: 'ab'.repeat(16), folder: '/home/ann/exports', files: 300, written: 40 },
          startedAt: 1_795_000_000_000,
        },
      ],
    },
  },
  'export.continue': { input: { key: 'ab'.repeat(16) }, output: exportView },
  'export.forget': { input: { key: 'ab'.repeat(16) }, output: {} },
  'import.start': { input: { folder: '/home/ann/exports' }, output: importView },
  'import.cancel': { input: { importId: fileId }, output: importView },
  'adoption.look': { input: { days: 7 }, output: adoptionView },
  'adoption.jobs': {
    input: { adoptionId: fileId, offset: 0, limit: 1 },
    output: {
      jobs: [
        {
          ...{ jobId: fileId, state: 'ready', modelId: 'i3', modelLabel: 'I3 Fast', kind: 'image' },
          ...{
            prompt: 'a boat',
            createdAt: '2026-11-20T12:00:00Z',
            files: 1,
            submissionId: null,
            reason: null,
          },
        },
      ],
      total: 3,
    },
  },
  'adoption.take': { input: { adoptionId: fileId, which: 'allBut', jobIds: [] }, output: adoptionView },
  'adoption.cancel': { input: { adoptionId: fileId }, output: adoptionView },
  'adoption.current': { input: {}, output: { look: adoptionView, listsJobs: true } },
  'import.current': { input: {}, output: importView },
  'library.judge': {
    input: { changes: [{ fileIds: [fileId], rating: 5, flag: 'pick' }] },
    output: {
      before: [{ fileIds: [fileId], judgement: unjudged }],
      after: [{ fileIds: [fileId], judgement: { ...unjudged, rating: 5, flag: 'pick' } }],
    },
  },
  'library.trash': { input: { fileIds: [fileId] }, output: { fileIds: [fileId] } },
  'library.restore': { input: { fileIds: [fileId] }, output: { fileIds: [fileId] } },
  'library.trashSum': {
    input: { fileIds: [fileId] },
    output: { files: 1, bytes: 2_000, until: '2026-11-20T12:00:00.000Z' },
  },
  'library.purge': {
    input: { until: '2026-11-20T12:00:00.000Z' },
    output: { files: 1, bytes: 2_000, left: 0, kept: { count: 1, names: ['boat.png'] } },
  },
  'collections.list': { input: { holding: fileId }, output: { collections: [collection] } },
  'collections.create': { input: { name: 'Boats', fileIds: [fileId] }, output: collection },
  'collections.rename': { input: { collectionId: submissionId, name: 'Ships' }, output: collection },
  'collections.delete': { input: { collectionId: submissionId }, output: collection },
  'collections.restore': { input: { collectionId: submissionId }, output: collection },
  'collections.add': {
    input: { collectionId: submissionId, fileIds: [fileId] },
    output: { collection, added: [fileId] },
  },
  'collections.remove': {
    input: { collectionId: submissionId, fileIds: [fileId] },
    output: { collection, removed: [{ fileId, place: 'V0000000' }] },
  },
  'collections.move': {
    input: { collectionId: submissionId, fileIds: [fileId], beforeFileId: null },
    output: { collection, before: [{ fileId, place: 'V0000000' }] },
  },
  'collections.put': {
    input: { collectionId: submissionId, members: [{ fileId, place: 'V0000000' }] },
    output: collection,
  },
  ...usageSamples,
  'spend.summary': {
    input: { from: '2026-11-01', to: '2026-11-30' },
    output: {
      account: 'sandbox',
      accounts: ['sandbox'],
      days: [{ date: '2026-11-02', ...spendSums }],
      models: [
        {
          modelId: 'v4',
          kind: 'video',
          ...spendSums,
          estimatedMicroUsd: microUsd(800_000),
          settledJobs: 1,
          keepers: { files: 2, jobs: 1, besideFiles: 1 },
          units: { units: 12, jobs: 1 },
          moved: { thenMicroUsd: microUsd(700_000), nowMicroUsd: microUsd(800_000) },
        },
      ],
      collections: [
        { collection: { collectionId: submissionId, name: 'Boats' }, ...spendSums },
        { collection: null, ...spendSums },
      ],
      totals: [{ account: 'sandbox', ...spendSums }],
      otherLines: { running: 1, waiting: 0, unknown: 0, closed: 0, not_billed: 2 },
      pending: { running: pendingSum, waiting: pendingSum, unknown: pendingSum },
      projection: {
        month: '2026-11',
        toDate: spendSums,
        daysLeft: 9,
        pace: { days: 7, microUsd: microUsd(700_000), projectedMicroUsd: microUsd(1_600_000) },
      },
    },
  },
  'spend.ledger': {
    input: { account: null, from: '2026-11-01', to: '2026-11-30', states: ['settled'], search: 'sea' },
    output: {
      lines: [
        {
          submissionId,
          at,
          hasEnded: true,
          account: 'sandbox',
          modelId: 'v4',
          kind: 'video',
          prompt: 'A red boat',
          state: 'settled',
          estimate: { kind: 'exact', microUsd: microUsd(700_000) },
          settled: { kind: 'exact', microUsd: microUsd(700_000), read: { duration: 5 } },
          fileId,
          collections: ['Boats'],
          keepers: 1,
        },
      ],
      nextCursor: '[1,2]',
      total: 1,
    },
  },
  'settings.read': { input: {}, output: settings },
  'settings.change': { input: { theme: 'light' }, output: { ...settings, theme: 'light' } },
  'accounts.list': {
    input: {},
    output: {
      accounts: [
        {
          accountId: 'https://service.example',
          kind: 'service',
          name: 'Ours',
          baseUrl: 'https://service.example',
          allowsHttp: false,
          isActive: true,
          isListed: true,
          key: { source: 'file', ending: 'a1b2' },
          usageKey: { source: 'none', ending: null, trouble: 'locked' },
        },
      ],
      keyPlace: 'file',
      environmentKey: { accountId: null },
      environmentUsageKey: null,
    },
  },
  'accounts.connect': {
    input: { baseUrl: 'https://service.example', key: 'k', consent: true },
    output: status,
  },
  'accounts.change': { input: { accountId: 'https://service.example', name: 'Ours' }, output: status },
  'accounts.describe': {
    input: { source: { type: 'url', url: 'https://docs.example/openapi.yaml' } },
    output: status,
  },
  'accounts.cancel': { input: {}, output: null },
  'accounts.use': { input: { accountId: 'sandbox' }, output: status },
  'accounts.remove': { input: { accountId: 'https://service.example' }, output: status },
  'accounts.forgetKey': {
    input: { accountId: 'https://service.example', purpose: 'usage' },
    output: status,
  },
  'accounts.test': {
    input: {},
    output: { verdict: 'unclear', described: false, clockDifferenceMs: -1_000, usage: null },
  },
  'service.reopen': { input: {}, output: status },
  'service.check': { input: {}, output: null },
  'webhooks.log': {
    input: { limit: 10 },
    output: [
      {
        at,
        id: 1,
        outcome: 'header_missing',
        status: 401,
        detail: 'X-Service-Webhook-Signature',
        requestId: null,
        submissionId,
      },
    ],
  },
  'recipes.list': {
    input: { limit: 20, search: 'boat' },
    output: { recipes: [recipe], nextCursor: '[1,2,3]' },
  },
  'recipes.save': { input: savedRecipe, output: recipe },
  'recipes.change': { input: { recipeId: submissionId, name: 'Boats', isPinned: true }, output: recipe },
  'recipes.move': {
    input: {
      recipeId: submissionId,
      from: { modelId: 'v4', values: { prompt: 'a boat' } },
      to: { modelId: 'v6', values: { prompt: 'a boat' } },
    },
    output: recipe,
  },
  'recipes.use': { input: { recipeId: submissionId }, output: recipe },
  'recipes.remove': { input: { recipeId: submissionId }, output: recipe },
  'recipes.import': { input: { text: '{}' }, output: { added: [recipe], known: 2 } },
  'recipes.undoImport': {
    input: { added: [{ recipeId: submissionId, name: 'Boats', isPinned: false }] },
    output: { removed: 1, kept: 0 },
  },
  'recipes.export': { input: { recipeIds: [submissionId] }, output: { text: '{}', recipes: 1 } },
  'styles.list': {
    input: { limit: 20, search: 'ink', account: 'sandbox' },
    output: { account: 'sandbox', styles: [style], nextCursor: '[1,2]', total: 9, hasListing: true },
  },
  'styles.find': {
    input: { styleIds: ['ink-and-paper'] },
    output: { account: 'sandbox', styles: [style] },
  },
  'styles.add': { input: { styleId: 'ink-and-paper', name: 'Ink' }, output: { style, isNew: true } },
  'styles.change': {
    input: { styleId: 'ink-and-paper', note: 'For maps', previewFileId: fileId },
    output: style,
  },
  'styles.remove': { input: { styleId: 'ink-and-paper' }, output: style },
  'styles.restore': { input: { styleId: 'ink-and-paper' }, output: { ...style, preview: null } },
  'styles.share': {
    input: { styleId: 'ink-and-paper', account: 'https://service.example' },
    output: { success: true, style_id: 'ink-and-paper', workspace: { id: 'w1', name: 'Studio' } },
  },
  'styles.readListing': { input: {}, output: { read: 12, added: 3, isWhole: true } },
  'prompts.history': {
    input: { limit: 20, search: 'sea' },
    output: {
      prompts: [{ prompt: 'A sea', modelId: 'i3', usedAt: at, times: 3, file: null }],
      nextCursor: null,
    },
  },
  'webhooks.test': {
    input: {},
    output: {
      finding: 'refused',
      url: 'https://tunnel.example/hooks/',
      status: 401,
      reason: 'bad_signature',
      cause: null,
      milliseconds: 120,
    },
  },
}

export const eventSamples: { readonly [Name in EventName]: EventPayload<Name> } = {
  'submission.changed': submission,
  'library.changed': libraryItem,
  'export.changed': exportView,
  'import.changed': importView,
  'adoption.changed': adoptionView,
  'library.moved': { fileIds: [fileId], state: 'trashed' },
  'library.judged': { judged: [{ fileIds: [fileId], judgement: file.judgement }] },
  'collections.changed': { collectionId: submissionId },
  'tags.changed': {},
  'smartCollections.changed': {},
  'studio.changed': status,
  'settings.changed': settings,
  'catalog.changed': {},
  'recipes.changed': {},
  'styles.changed': {},
  'usage.changed': usagePull,
  'agents.changed': { requests: [agentRequest] },
  'desktop.opened': {},
  'desktop.chosen': { id: 'screen library' },
  'inputs.uploading': { progress: { name: 'boat.mp4', sentBytes: 512, totalBytes: 1024 } },
}
