import { pathToFileURL } from 'node:url'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import type { ModelDeprecation, SubmissionView } from '../../../shared/bridge/views.ts'
import { firstWords } from '../../words/choose-words.ts'
import { estimateOf, settledOf, toRunView } from '../cli/run-view.ts'
import { sayFailed } from '../setup-error.ts'

/** Where a file is; all null where it is not here. */
export interface FilePlace {
  readonly path: string | null
  readonly mediaType: string | null
  /** The path of its thumbnail, a JPEG; null where none is made yet. */
  readonly thumbnail: string | null
}

export type Places = ReadonlyMap<string, FilePlace>

/** A tool's answer: one JSON object, and links to the files that it names. */
export function answer(value: Record<string, unknown>, places: Places = new Map()): CallToolResult {
  const links = [...places.entries()].flatMap(([fileId, { path, mediaType }]) =>
    path === null
      ? []
      : [
          {
            type: 'resource_link' as const,
            uri: pathToFileURL(path).href,
            name: fileId,
            ...(mediaType !== null && { mimeType: mediaType }),
          },
        ],
  )
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }, ...links],
    structuredContent: value,
  }
}

/** An estimate or a settled price with the names of this interface's other fields. */
export function priceOf(price: object): object {
  return Object.fromEntries(
    Object.entries(price).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )
}

export function failed(failure: BridgeFailure): CallToolResult {
  const problems = failure.problems?.map(firstWords.problems.sentence)
  const message =
    problems?.join(' ') || sayFailed(failure, firstWords) || firstWords.failures.sentence(failure)
  const error = { code: failure.cause?.code ?? failure.code, message }
  return { isError: true, content: [{ type: 'text', text: message }], structuredContent: { error } }
}

export function failedWith(code: string, message: string): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: message }],
    structuredContent: { error: { code, message } },
  }
}

/** As the interface requires it of deprecated models; others have none. */
export function deprecationOf(deprecation: ModelDeprecation | null): object {
  if (!deprecation) return {}
  const { state, sunsetDate, cause, replacement, link } = deprecation
  return {
    deprecation: {
      state,
      sunset_date: sunsetDate,
      reason: cause,
      replacement: replacement && {
        label: replacement.label,
        model_id: replacement.modelId,
        path: replacement.path,
      },
      migration_url: link,
    },
  }
}

export function runOf(view: SubmissionView, places: Places): object {
  const { jobId, state, status, error } = toRunView(view, { files: [], words: firstWords })
  return {
    submission_id: view.submissionId,
    job_id: jobId,
    model_id: view.modelId,
    kind: view.kind,
    prompt: typeof view.values.prompt === 'string' ? view.values.prompt.slice(0, 500) : null,
    state,
    status,
    progress: view.job?.progress ?? null,
    agent: view.agent ?? null,
    confirmed_at: view.confirmedAt,
    account: view.account,
    estimate: priceOf(estimateOf(view.estimate)),
    settled: view.settled && priceOf(settledOf(view.settled)),
    files: view.files.map(({ fileId, state: fileState, kind }) => ({
      file_id: fileId,
      kind,
      state: fileState,
      path: places.get(fileId)?.path ?? null,
      media_type: places.get(fileId)?.mediaType ?? null,
    })),
    error,
  }
}
