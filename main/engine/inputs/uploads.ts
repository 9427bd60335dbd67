import type { InputFile, UploadProgress } from '../../../shared/bridge/media-routes.ts'
import { type CodedReason, innermost, reasonOf } from '../../../shared/failures/reason.ts'
import { fail, type Result, succeed } from '../../../shared/result.ts'
import { reasonMembers } from '../reason-error.ts'
import type { AssetService, UploadOutcome } from '../service/ports.ts'
import type { Submission } from '../submissions/submission.ts'
import type { InputStore, UploadStore } from './ports.ts'

export interface UploadsDeps {
  readonly inputs: Pick<InputStore, 'open'>
  readonly kept: UploadStore
  /** Called as bytes are sent; null when no upload is under way. */
  onProgress(progress: UploadProgress | null): void
  /** Called when a file did not get there: the service may be away, or refuse the key. */
  onFailed(): void
}

type UploadRefusal = 'upload_failed' | 'upload_cancelled'

/** Uploads the person's files to the service, each once, only when the person chooses to. */
export interface Uploads {
  /** Returns the URL of each file that the service then has; a file without one is sent inside the request. */
  bring(
    files: readonly InputFile[],
    service: { readonly baseUrl: string; readonly client: AssetService },
  ): Promise<Result<ReadonlyMap<string, string>, UploadRefusal>>
  /** Cancels the current upload: its caller gets `upload_cancelled`. */
  cancel(): void
}

export function createUploads({ inputs, kept, onProgress, onFailed }: UploadsDeps): Uploads {
  const underWay = new Set<AbortController>()

  async function bringMissing(
    files: readonly InputFile[],
    { baseUrl, client }: Parameters<Uploads['bring']>[1],
    signal: AbortSignal,
  ): Promise<Result<null, UploadRefusal>> {
    const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
    let before = 0
    for (const file of files) {
      const content = inputs.open(file.sha256)
      if (!content) return succeed(null)
      const notify = (bytes: number) =>
        onProgress({ name: file.name, sentBytes: before + Math.min(bytes, file.bytes), totalBytes })
      notify(0)
      const outcome = await client.uploadAsset({ ...file, content }, signal, notify)
      if (outcome.type === 'cancelled') return cancelled
      if (outcome.type === 'failed' || outcome.type === 'refused') {
        onFailed()
        return failed(causeOf(file.name, outcome))
      }
      if (outcome.type === 'not_taken') return succeed(null)
      kept.keep(baseUrl, file.sha256, outcome.url)
      before += file.bytes
    }
    return succeed(null)
  }

  return {
    async bring(files, service) {
      const { baseUrl, client } = service
      const isNew = ({ sha256 }: InputFile) => kept.find(baseUrl, sha256) === null
      const missing = client.takesAssets() ? files.filter(isNew) : []
      if (missing.length > 0) {
        const controller = new AbortController()
        underWay.add(controller)
        const brought = await bringMissing(missing, service, controller.signal)
        underWay.delete(controller)
        if (underWay.size === 0) onProgress(null)
        if (!brought.ok) return brought
      }
      const urls = new Map<string, string>()
      for (const { sha256 } of files) {
        const url = kept.find(baseUrl, sha256)
        if (url !== null) urls.set(sha256, url)
      }
      return succeed(urls)
    },
    cancel() {
      for (const controller of underWay) controller.abort()
    },
  }
}

const cancelled = fail({
  code: 'upload_cancelled',
  ...reasonMembers(reasonOf('upload_cancelled')),
} as const)

function causeOf(file: string, outcome: Extract<UploadOutcome, { type: 'failed' | 'refused' }>): CodedReason {
  return outcome.type === 'failed'
    ? { code: 'upload_failed', file, why: innermost(outcome.cause) }
    : { code: 'upload_refused', file, status: outcome.status, words: outcome.words }
}

function failed(cause: CodedReason) {
  return fail({ code: 'upload_failed', ...reasonMembers(cause) } as const)
}

/**
 * Whether a run ended in a way that an upload's URL may have caused: the service may have deleted the file. The
 * next run then uploads its files again; nothing is sent again because of it.
 */
export function putsUploadsInDoubt({ state, problem, job }: Submission): boolean {
  return (state === 'rejected' && problem?.code === 'refused') || job?.status === 'failed'
}
