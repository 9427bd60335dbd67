import type { Reason } from '../../../shared/failures/reason.ts'
import type { Clock } from '../ports.ts'
import { exportKey, type PlanDeps, planExport, type Wanted } from './plan-export.ts'
import type { ExportPlan, ExportTarget, ExportTargets, UnfinishedExports } from './ports.ts'
import { type PrepareDeps, prepareCopy, slicesOf } from './prepare-copy.ts'

export interface FolderExportDeps extends PlanDeps, PrepareDeps {
  readonly clock: Clock
  readonly targets: ExportTargets
  readonly unfinished: UnfinishedExports
  /** Whether the page offers to continue what was stopped (EXP410). */
  readonly isOffered?: boolean
}

export interface ExportedFile {
  readonly fileId: string
  readonly path: string
}

/** How far an export is. */
export interface ExportCount {
  readonly done: number
  readonly total: number
  /** Without those that were not in their place. */
  readonly written: number
  readonly bytes: number
  /** Files that have their metadata beside them. */
  readonly sidecars: number
}

export interface FolderExport {
  readonly files: readonly ExportedFile[]
  readonly count: ExportCount
  /** Files that are not in their place, or that were not readable, and why. */
  readonly left: readonly { readonly fileId: string; readonly cause: Reason | null }[]
}

/** Why a signal aborts where the person gave the export up: it doesn’t continue. Any other end leaves it unfinished. */
export const givenUp = Symbol('given up')

interface Running {
  readonly signal: AbortSignal
  onProgress(count: ExportCount): void
}

/**
 * Writes copies of files into a folder, one after the other, each whole or not at all (EXP4–EXP9). Begun again with the
 * same files and choices after it was killed or stopped, it continues, but not after it was `givenUp`. Throws where the
 * folder refuses; then, and where the signal aborts, what is written stays.
 */
export async function exportToFolder(
  wanted: Wanted,
  deps: FolderExportDeps,
  { signal, onProgress }: Running,
): Promise<FolderExport> {
  const key = exportKey(wanted)
  const target = await deps.targets.open(wanted.choices.folder, key)
  const there = await target.names()
  const begun = await deps.unfinished.find(key)
  await target.sweep()
  const plan = begun ?? planExport(wanted, there, deps.clock.now(), deps)
  if (!begun || (deps.isOffered && !begun.isOffered))
    await deps.unfinished.put({ ...plan, ...(deps.isOffered && { isOffered: true }) })
  const planned = new Set(plan.files.map(({ fileId }) => fileId))
  const left = wanted.fileIds.filter((fileId) => !planned.has(fileId))
  return writeFiles({ plan, target, there: begun ? there : [], left }, deps, { signal, onProgress })
}

/** The rest of an export that was stopped or killed, as it was begun. */
export async function continueExport(
  plan: ExportPlan,
  deps: FolderExportDeps,
  run: Running,
): Promise<FolderExport> {
  const target = await deps.targets.open(plan.choices.folder, plan.key)
  const there = await target.names()
  await target.sweep()
  return writeFiles({ plan, target, there, left: [] }, deps, run)
}

interface Begun {
  readonly plan: ExportPlan
  readonly target: ExportTarget
  /** The names that it may have written before. */
  readonly there: readonly string[]
  /** Files that are not in its plan. */
  readonly left: readonly string[]
}

async function writeFiles(
  { plan, target, there, left: unplanned }: Begun,
  deps: FolderExportDeps,
  { signal, onProgress }: Running,
): Promise<FolderExport> {
  const written = new Set(there)
  const files: ExportedFile[] = []
  const left: { fileId: string; cause: Reason | null }[] = unplanned.map((fileId) => ({
    fileId,
    cause: null,
  }))
  let count: ExportCount = { done: 0, total: plan.files.length, written: 0, bytes: 0, sidecars: 0 }
  for (const { fileId, name } of plan.files) {
    if (signal.aborted) break
    const copied = written.has(name)
      ? { path: target.pathOf(name), bytes: 0, hasSidecar: written.has(`${name}.xmp`) }
      : await writeCopy({ fileId, name, hasSidecar: written.has(`${name}.xmp`) }, plan, target, deps)
    if (copied) files.push({ fileId, path: copied.path })
    else left.push({ fileId, cause: null })
    count = {
      ...count,
      done: count.done + 1,
      written: count.written + (copied ? 1 : 0),
      bytes: count.bytes + (copied?.bytes ?? 0),
      sidecars: count.sidecars + (copied?.hasSidecar ? 1 : 0),
    }
    onProgress(count)
  }
  const isWhole = count.done === count.total
  if (isWhole || signal.reason === givenUp) await deps.unfinished.remove(plan.key)
  return { files, count, left }
}

/** How many other names are tried where somebody else takes one meanwhile. */
const mostNames = 100

/**
 * The sidecar comes first: where the file is, so is what belongs to it. `hasSidecar`: it was written before a kill. Null
 * where the file is not in its place.
 */
async function writeCopy(
  { fileId, name, hasSidecar }: { fileId: string; name: string; hasSidecar: boolean },
  { choices }: ExportPlan,
  target: ExportTarget,
  deps: FolderExportDeps,
) {
  const carried = deps.carriedOf(fileId)
  const copy = carried && (await prepareCopy(fileId, carried, choices, deps))
  if (!copy) return null
  try {
    const { sidecar } = copy
    for (const one of namesFrom(name)) {
      const beside = `${one}.xmp`
      const isBeside = hasSidecar && one === name
      if (sidecar && !isBeside && !(await target.write(beside, only(sidecar)))) continue
      if (await target.write(one, slicesOf(copy)))
        return { path: target.pathOf(one), bytes: copy.bytes, hasSidecar: sidecar !== null }
      if (sidecar) await target.remove(beside)
    }
    return null
  } finally {
    await copy.close()
  }
}

function* namesFrom(name: string): Generator<string> {
  yield name
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - extension.length)
  for (let count = 2; count < mostNames; count += 1) yield `${stem} (${count})${extension}`
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
