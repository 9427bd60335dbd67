import type { Reason } from '../../../shared/failures/reason.ts'
import type { Clock, ReadStorageFailure } from '../ports.ts'
import type { Account } from '../service/accounts.ts'
import { growingPause } from '../service/retry-after.ts'
import { away, bringFile, type Errand, type Problem } from './bring-file.ts'
import { watchPace } from './pace.ts'
import { findLeaving, type Turn, takeNext } from './places.ts'
import type { FileCatalogue, FileFetcher, FileToFetch } from './ports.ts'

const atOnce = 3
const triesBeforeGivingUp = 6
const firstPauseMs = 1_000
const longestPauseMs = 60_000
const firstRoomPauseMs = 15_000
const longestRoomPauseMs = 5 * 60_000
/** A try that gains this many bytes doesn't count as a failure in a row. */
const progressBytes = 1024 ** 2

export interface DownloadsDeps {
  readonly files: FileCatalogue
  readonly fetcher: FileFetcher
  readonly clock: Clock
  /** The account that a run belongs to, connected or not. */
  accountOf(submissionId: string): Promise<Account>
  /** The job's current URLs, read again; null where the service can't be reached. */
  currentUrls(submissionId: string): Promise<readonly string[] | null>
  onChanged(submissionId: string, fileId: string): void
  /** Other files wait for disk space than before. */
  onSpaceChanged(): void
  /** Called before the saved file is announced, which waits for it. */
  onSaved(fileId: string): Promise<void>
  readonly storageFailureOf: ReadStorageFailure
}

export interface Progress {
  readonly bytes: number
  readonly totalBytes: number | null
}

/** Why a file waits until its next try. */
export interface Rest {
  readonly cause: Reason
  /** How many bytes of disk space are missing; null where that is not the cause. */
  readonly missingBytes: number | null
  /** When that is, in milliseconds since the epoch; null where something else ends it. */
  readonly until: number | null
}

/** Files that wait for disk space. */
export interface WaitingForSpace {
  readonly files: number
  /** How many bytes the one lacks that lacks most. */
  readonly missingBytes: number
}

export interface Downloads {
  /** Downloads these, each as soon as it gets a place. */
  add(files: readonly FileToFetch[]): void
  /** Retries one when the person chooses to: without waiting for its pause, and with all its tries. */
  retryNow(file: FileToFetch): void
  /** The same for all that wait for disk space. */
  retryForSpace(): void
  /** Also while one of them is tried again; null where none waits. */
  waitingForSpace(): WaitingForSpace | null
  /** Another account was connected: files that waited for theirs continue. */
  resume(): void
  /** Progress of a file; null while it is not being fetched. */
  progress(fileId: string): Progress | null
  /** Why a file waits; null while it does not. */
  rest(fileId: string): Rest | null
  /** Whether it was slow when last measured, so that others go first. */
  isSlow(fileId: string): boolean
  close(): Promise<void>
}

type NoRoom = Extract<Problem, { type: 'no_room' }>
type Away = Extract<Problem, { type: 'away' }>
type Failure = Extract<Problem, { type: 'failed' }>

interface Task extends Errand, Turn {
  failures: number
  /** How often in a row the disk had no room. */
  refusals: number
  /** How many bytes it lacked at its last try, until it is saved or fails otherwise; null where there was room. */
  missingBytes: number | null
  /** The most bytes that any try has reached. */
  furthest: number
  progress: Progress | null
  rest: Rest | null
  /** The count of connected accounts at its last try. */
  triedAfter: number
  /** It waits until another account is connected. */
  isAway: boolean
  endPause: (() => void) | null
  /** Aborts its try; null while it has no place. */
  leave: (() => void) | null
}

/**
 * Downloads results: a few at once, each retried after a failure (LIB1–LIB5, LIB15–LIB19, LIB27–LIB30, LIB45).
 */
export function createDownloads(deps: DownloadsDeps): Downloads {
  const { files, clock } = deps
  const queue: Task[] = []
  const placed = new Set<Task>()
  const tasks = new Map<string, Task>()
  const running = new Set<Promise<void>>()
  const stop = new AbortController()
  /** How often another account was connected. */
  let switches = 0

  function pump(): void {
    while (!stop.signal.aborted && running.size < atOnce) {
      const task = takeNext(queue)
      if (!task) return
      placed.add(task)
      const work = run(task).finally(() => {
        placed.delete(task)
        running.delete(work)
        pump()
      })
      running.add(work)
    }
    makeWay()
  }

  /** A slow file goes behind the waiting ones; it has not failed, and continues where it was. */
  function makeWay(): void {
    if (stop.signal.aborted) return
    for (const task of findLeaving(placed, queue, clock.now())) {
      task.isLeaving = true
      task.leave?.()
    }
  }

  async function run(task: Task): Promise<void> {
    const before = task.furthest
    task.triedAfter = switches
    task.progress = { bytes: 0, totalBytes: null }
    notifyChanged(task)
    const turn = new AbortController()
    const pace = watchPace(clock, (isSlow) => {
      task.isSlow = isSlow
      notifyChanged(task)
      makeWay()
    })
    Object.assign(task, { startedAt: clock.now(), isLeaving: false, leave: () => turn.abort() })
    const signal = AbortSignal.any([stop.signal, turn.signal])
    const problem = await bringFile(task, { ...deps, signal, onProgress })
    pace.end()
    Object.assign(task, { progress: null, startedAt: null, leave: null })
    if (stop.signal.aborted && problem) return
    if (turn.signal.aborted && problem?.type === 'failed' && !problem.isFinal) return goBehind(task)
    if (problem) return settle(task, problem, task.furthest - before >= progressBytes)
    tasks.delete(task.file.fileId)
    setMissing(task, null)
    await announceSaved(task)

    function onProgress(bytes: number, totalBytes: number | null): void {
      pace.note(bytes)
      task.progress = { bytes, totalBytes }
      task.furthest = Math.max(task.furthest, bytes)
    }
  }

  function goBehind(task: Task): void {
    task.turns += 1
    queue.push(task)
    notifyChanged(task)
  }

  function settle(task: Task, problem: Problem, cameFurther: boolean): void {
    setMissing(task, problem.type === 'no_room' ? problem.missingBytes : null)
    if (problem.type === 'no_room') restForRoom(task, problem)
    else if (problem.type === 'away') restAway(task, problem)
    else restAfterFailure(task, problem, cameFurther)
  }

  function setMissing(task: Task, missingBytes: number | null): void {
    if (task.missingBytes === missingBytes) return
    task.missingBytes = missingBytes
    deps.onSpaceChanged()
  }

  function restForRoom(task: Task, { missingBytes, totalBytes }: NoRoom): void {
    task.refusals += 1
    task.expectedBytes = totalBytes ?? task.expectedBytes
    const pauseMs = growingPause(task.refusals, firstRoomPauseMs, longestRoomPauseMs)
    rest(task, { cause: { code: 'disk_full', missingBytes }, missingBytes }, pauseMs)
  }

  /** Waits until another account is connected; its tries then start over, and its URL is read again. */
  function restAway(task: Task, { cause }: Away): void {
    task.failures = 0
    task.isUrlDoubtful = true
    // Findings from while another account was connected don't count now.
    if (switches > task.triedAfter) return void queue.push(task)
    task.isAway = true
    rest(task, { cause, missingBytes: null }, null)
  }

  function restAfterFailure(task: Task, failure: Failure, cameFurther: boolean): void {
    const { cause, isFinal } = failure
    const { account } = task
    task.refusals = 0
    task.failures = cameFurther ? 1 : task.failures + 1
    task.isUrlDoubtful = true
    if (isFinal) giveUp(task, failure)
    else if (task.failures >= triesBeforeGivingUp) {
      if (account?.isConnected === false) restAway(task, away(account))
      else giveUp(task, failure)
    } else
      rest(task, { cause, missingBytes: null }, growingPause(task.failures, firstPauseMs, longestPauseMs))
  }

  /**
   * Where not even this can be written, the file stays marked as waiting, and the next start fetches it (LIB5).
   */
  function giveUp({ file }: Task, { cause, refusedUrl }: Failure): void {
    tasks.delete(file.fileId)
    try {
      if (refusedUrl === null) files.setFailed(file.fileId, cause)
      else files.setRefused(file.fileId, cause, refusedUrl)
    } catch {
      return
    }
    deps.onChanged(file.submissionId, file.fileId)
  }

  /** A waiting file gives its place to others; without a time, until its pause is ended. */
  function rest(task: Task, why: Omit<Rest, 'until'>, milliseconds: number | null): void {
    const undo = milliseconds === null ? null : clock.setTimer(milliseconds, endRest)
    task.rest = { ...why, until: milliseconds === null ? null : clock.now() + milliseconds }
    task.endPause = () => {
      undo?.()
      endRest()
    }
    notifyChanged(task)

    function endRest(): void {
      task.rest = null
      task.isAway = false
      task.endPause = null
      queue.push(task)
      pump()
    }
  }

  /** The file is saved even if no listener can be notified: the page sees it when it next reads the library. */
  async function announceSaved(task: Task): Promise<void> {
    await deps.onSaved(task.file.fileId).catch(() => {})
    notifyChanged(task)
  }

  function notifyChanged({ file }: Task): void {
    deps.onChanged(file.submissionId, file.fileId)
  }

  function add(added: readonly FileToFetch[]): void {
    for (const file of added) {
      if (tasks.has(file.fileId)) continue
      const task = newTask(file)
      tasks.set(file.fileId, task)
      queue.push(task)
    }
    pump()
  }

  function retry(task: Task): void {
    task.failures = 0
    task.refusals = 0
    task.endPause?.()
  }

  return {
    add,
    retryNow(file) {
      const task = tasks.get(file.fileId)
      if (!task) return add([file])
      retry(task)
    },
    retryForSpace() {
      for (const task of [...tasks.values()]) if (task.missingBytes !== null) retry(task)
    },
    waitingForSpace() {
      let files = 0
      let most = 0
      for (const { missingBytes } of tasks.values()) {
        if (missingBytes === null) continue
        files += 1
        most = Math.max(most, missingBytes)
      }
      return files === 0 ? null : { files, missingBytes: most }
    },
    resume() {
      switches += 1
      for (const task of [...tasks.values()]) if (task.isAway) task.endPause?.()
    },
    progress: (fileId) => tasks.get(fileId)?.progress ?? null,
    rest: (fileId) => tasks.get(fileId)?.rest ?? null,
    isSlow: (fileId) => tasks.get(fileId)?.isSlow ?? false,
    async close() {
      stop.abort()
      for (const task of tasks.values()) task.endPause?.()
      await Promise.all(running)
    },
  }
}

function newTask(file: FileToFetch): Task {
  return {
    file,
    account: null,
    expectedBytes: null,
    // A refused address stays refused: only another address from the service could help.
    isUrlDoubtful: file.refused.length > 0,
    placed: null,
    failures: 0,
    refusals: 0,
    missingBytes: null,
    furthest: 0,
    progress: null,
    rest: null,
    triedAfter: 0,
    isAway: false,
    endPause: null,
    leave: null,
    isSlow: false,
    turns: 0,
    startedAt: null,
    isLeaving: false,
  }
}
