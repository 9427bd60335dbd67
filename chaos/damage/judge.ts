import { listRuns, runOf } from '../list-runs.ts'
import type { PaidService } from '../paid-service.ts'
import { type StudioProcess, startStudioProcess } from '../studio-process.ts'
import { until } from '../until.ts'
import { homeRuns, keptFiles, waitingRun } from './stage.ts'

export interface Damaged {
  /** The damage and its target, for the breach's sentence. */
  readonly name: string
  readonly dataFolder: string
  readonly target: string
  readonly service: PaidService
  /** The files before the damage, by path and digest. */
  readonly before: ReadonlyMap<string, string>
}

export interface Verdict {
  readonly started: boolean
  readonly repaired: boolean
  readonly breaches: readonly string[]
}

/** What is written anew: `agents-door.json` says where the studio that runs now is reached. */
const losable =
  /^(agents-door\.json|library\.sqlite(-wal|-shm|\.mark)?|settings\.json|descriptions\/.*|lock\.sqlite(-journal)?|posters\/.*)$/

/**
 * Starts over a damaged folder. It must either start, or say what to do and take the first way out that it
 * names; undamaged files must be there afterwards, and no run is paid for twice.
 */
export async function judgeDamage(damaged: Damaged): Promise<Verdict> {
  const posts = countPosts(damaged.service)
  const breaches: string[] = []
  const say = (breach: string) => breaches.push(`${damaged.name}: ${breach}`)
  let way: string | null = null
  let studio = await startOrSentence(damaged)
  if (typeof studio === 'string') {
    judgeSentence(studio, say)
    judgeFiles(damaged, say)
    way = /--(?:restore-backup|keep-library|rebuild-library|new-library)/.exec(studio)?.[0] ?? null
    if (way === null) return { started: false, repaired: false, breaches }
    studio = await startOrSentence(damaged, way)
    if (typeof studio === 'string') {
      say(`${way} was named and does not help: ${studio}`)
      return { started: false, repaired: false, breaches }
    }
  }
  try {
    await judgeStudio(studio, way, say)
  } catch (error) {
    say(`It started and does not work: ${(error as Error).message}`)
  }
  const words = studio.words()
  if (/\n\s+at /.test(words)) say(`A stack was printed: ${words.slice(0, 300)}`)
  if ((await studio.stop()) !== 0) say('It did not end in order.')
  judgeFiles(damaged, say)
  judgePosts(posts, countPosts(damaged.service), way, say)
  return { started: way === null, repaired: way !== null, breaches }
}

async function startOrSentence(
  { dataFolder, service }: Damaged,
  way?: string,
): Promise<StudioProcess | string> {
  return startStudioProcess({ dataFolder, service, words: way === undefined ? [] : [way] }).catch(
    (error: Error) => error.message,
  )
}

function judgeSentence(message: string, say: (breach: string) => void): void {
  const [end = '', ...lines] = message.split('\n')
  const words = lines.join('\n')
  if (!end.includes('ended with 2')) say(`It ended otherwise: ${end}`)
  if (!words.startsWith('Atelier: ') || /\n\s+at /.test(words))
    say(`It said no sentence: ${words.slice(0, 300)}`)
  if (!/--[a-z-]+-(backup|library)|--data DIR|newer version/.test(words))
    say(`It does not say what to do: ${words}`)
}

/** Settings, lists and the queue can be read, and every run of the library is listed. */
async function judgeStudio(
  studio: StudioProcess,
  way: string | null,
  say: (breach: string) => void,
): Promise<void> {
  await studio.want('settings.read', {})
  const { hold } = await studio.want('studio.status', {})
  if (hold?.reason === 'library_damaged') say('It starts over a library that it knows to be damaged.')
  const runs = new Set((await listRuns(studio)).map(runOf))
  const { files: total } = await studio.want('library.sum', {})
  if (way === '--new-library') {
    if (total > 0) say(`A new library lists ${total} files.`)
    return
  }
  if (way !== null) return
  for (let index = 0; index <= homeRuns; index += 1)
    if (!runs.has(`run-${index}`)) say(`run-${index} is lost without a word.`)
  // A result that was found damaged is fetched again, and listed once it is whole.
  const isWhole = async () => ((await studio.want('library.sum', {})).files >= homeRuns ? true : null)
  await until('every result is listed', isWhole).catch((error: Error) => say(error.message))
}

/** At any path: nothing of the person's may be gone. */
function judgeFiles({ dataFolder, target, before }: Damaged, say: (breach: string) => void): void {
  const after = new Set(keptFiles(dataFolder).values())
  for (const [place, digest] of before)
    if (place !== target && !losable.test(place) && !after.has(digest)) say(`${place} is gone.`)
}

function countPosts(service: PaidService): number[] {
  return Array.from({ length: homeRuns + 1 }, (_, index) => service.seen(`run-${index}`).posts)
}

function judgePosts(
  before: readonly number[],
  after: readonly number[],
  way: string | null,
  say: (breach: string) => void,
): void {
  for (const [index, count] of after.entries()) {
    const sent = count - (before[index] ?? 0)
    const allowed = `run-${index}` === waitingRun && way === null ? 1 : 0
    if (sent > allowed) say(`run-${index} was sent ${sent} times after it.`)
  }
}
