import type {
  FileView,
  JobView,
  LibraryItem,
  ModelDetail,
  ModelSummary,
  StudioStatus,
  SubmissionView,
} from '../../shared/bridge/views.ts'
import { models } from '../../shared/catalog/index.ts'
import { requestSchema } from '../../shared/catalog/json-schema.ts'
import { labelOfModel, type Model } from '../../shared/catalog/model.ts'
import { standingNotes } from '../../shared/catalog/standing-notes.ts'
import { microUsd } from '../../shared/pricing/money.ts'

/** A catalogue row as the bridge shows it. */
export function modelDetail(model: Model): ModelDetail {
  const schema = requestSchema(model)
  return {
    id: model.id,
    kind: model.kind,
    label: labelOfModel(model),
    description: model.description,
    fieldNames: Object.keys(schema.properties ?? {}),
    resolutions: (schema.properties?.resolution?.enum ?? []).map(String),
    makesAudio: model.kind === 'audio' || model.makesAudio === true,
    path: `/generate/${model.kind}/sandbox/${model.id}`,
    priceFrom: cheapest(model),
    deprecation: null,
    schema,
    aliases: [...model.aliases],
    renamedValues: [...model.renamedValues],
    notes: standingNotes(model.notes, { request: false, prices: false }),
    pricing: model.pricing,
  }
}

function cheapest({ pricing }: Model): ModelDetail['priceFrom'] {
  if (!pricing) return null
  const least = microUsd(Math.min(...pricing.points.map((point) => point.microUsd)))
  return {
    unit: pricing.unit,
    microUsd: least,
    example: {
      microUsd: pricing.unit === 'second' ? microUsd(5 * least) : least,
      seconds: pricing.unit === 'second' ? 5 : null,
    },
    lowered: null,
  }
}

export function catalogDetails(): ModelDetail[] {
  return models.map(modelDetail)
}

export function catalogSummaries(): ModelSummary[] {
  return catalogDetails()
}

export function studioStatus(some: Partial<StudioStatus> = {}): StudioStatus {
  return {
    host: 'browser',
    version: '0.1.0',
    dataFolder: '/home/ada/.local/share/atelier',
    service: {
      kind: 'sandbox',
      accountId: 'sandbox',
      accountName: null,
      baseUrl: 'http://127.0.0.1:4000',
      keyEnding: 'a1b2',
      keySource: 'sandbox',
      described: true,
      descriptionFault: null,
      descriptionDigest: null,
      changed: { models: 0, ofMoney: 0 },
      failure: null,
      refusesAddress: false,
      chosenUrl: null,
      health: { state: 'fine', lastSeenAt: null, since: null },
    },
    delivery: 'polling',
    receiver: { state: 'off', port: null, address: null, missedAt: null, lastEntryAt: null },
    jobsWaiting: 0,
    jobsRunning: 0,
    spentThisMonth: { account: 'sandbox', microUsd: microUsd(0), upToMicroUsd: microUsd(0), unlistedJobs: 0 },
    budget: {
      day: null,
      month: null,
      session: null,
      sessionSince: '2026-11-20T08:00:00.000Z',
      askAbove: null,
    },
    hold: null,
    waitingForSpace: null,
    ...some,
  }
}

export function fileView(some: Partial<FileView> = {}): FileView {
  return {
    fileId: '01900000-0000-7000-8000-000000000001',
    submissionId: '01900000-0000-7000-8000-00000000000a',
    state: 'saved',
    kind: 'image',
    mediaType: 'image/png',
    bytes: 1_200_000,
    totalBytes: 1_200_000,
    name: 'image.png',
    width: 1024,
    height: 768,
    durationSeconds: null,
    hasPoster: true,
    color: null,
    failure: null,
    isRefused: false,
    missingBytes: null,
    retryAt: null,
    isSlow: false,
    judgement: { rating: 0, flag: 'none', isFavorite: false, label: 0 },
    ...some,
  }
}

/** The same for the same id. */
function keyOf(fileId: string): number {
  return 1 + [...fileId].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 1_000_003, 7)
}

export function libraryItem(some: Partial<LibraryItem> = {}): LibraryItem {
  return {
    ...fileView(some),
    key: keyOf(some.fileId ?? ''),
    modelId: 'i3',
    modelLabel: 'I3 Fast images',
    prompt: 'a fox in the snow',
    savedAt: '2026-11-20T10:00:00Z',
    trashedAt: null,
    sheet: null,
    ...some,
  }
}

/** A job, by default under way. */
export function jobView(some: Partial<JobView> = {}): JobView {
  return {
    jobId: 'j',
    status: 'processing',
    progress: 0.5,
    createdAt: '2026-11-20T10:00:00Z',
    completedAt: null,
    error: null,
    ...some,
  }
}

/** A job that the service has not started. */
export function queuedJobView(some: Partial<JobView> = {}): JobView {
  return jobView({ status: 'queued', progress: null, ...some })
}

export function submissionView(some: Partial<SubmissionView> = {}): SubmissionView {
  return {
    submissionId: '01900000-0000-7000-8000-00000000000a',
    batchId: '01900000-0000-7000-8000-0000000000b0',
    modelId: 'i3',
    modelLabel: 'I3 Fast images',
    kind: 'image',
    state: 'confirmed',
    values: { prompt: 'a fox in the snow' },
    estimate: { kind: 'unlisted' },
    settled: null,
    confirmedAt: '2026-11-20T10:00:00Z',
    updatedAt: '2026-11-20T10:00:00Z',
    sentAt: null,
    problem: null,
    job: null,
    files: [],
    account: 'sandbox',
    absentAccount: null,
    tookSeconds: null,
    expectedSeconds: null,
    sheet: null,
    writtenPrompt: null,
    repeats: null,
    ...some,
  }
}

/** A run that the service has accepted. */
export function acceptedView(some: Partial<SubmissionView> = {}): SubmissionView {
  return submissionView({ state: 'accepted', sentAt: '2026-11-20T10:00:00Z', ...some })
}
