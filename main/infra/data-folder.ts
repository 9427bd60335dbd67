import { closeSync, constants, openSync } from 'node:fs'
import { access, chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderError } from './start-error.ts'
import { storageFailureOf } from './storage-failure.ts'

export interface DataFolder {
  readonly path: string
  /** The absolute path of a relative one; throws where it would leave the folder. */
  resolve(relative: string): string
  /** Releases the folder for another process. */
  release(): void
}

/**
 * Creates the folder where needed and locks it for this process. The lock is the operating system's, on a small
 * database file, so that it ends with the process however that ends.
 */
export async function takeDataFolder(path: string): Promise<DataFolder> {
  const root = resolve(path)
  try {
    await makeFolder(root, 0o700)
    await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
    await tightenModes(root)
  } catch (error) {
    refuseFull(root, error)
    const systemWords = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw new DataFolderError({ code: 'folder_unwritable', path: root, systemWords })
  }
  const lock = takeLock(root)
  return {
    path: root,
    resolve(relative) {
      const full = resolve(root, relative)
      if (!full.startsWith(root + sep)) throw new DataFolderError({ code: 'outside_folder', path: relative })
      return full
    },
    release() {
      lock.close()
      held.delete(root)
    },
  }
}

/**
 * Creates a folder and its parents, one at a time: Node's own recursive mkdir never returns below a place such
 * as /proc, where a missing folder can't be created.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const made = await mkdir(path, { mode }).catch((error: NodeJS.ErrnoException) => error)
  if (!(made instanceof Error)) return
  if (made.code === 'EEXIST' && (await stat(path)).isDirectory()) return
  const parent = dirname(path)
  if (made.code !== 'ENOENT' || parent === path || (await isFolder(parent))) throw made
  await makeFolder(parent, mode)
  await mkdir(path, { mode })
}

/** Throws where the disk is full. */
function refuseFull(root: string, error: unknown): void {
  if (storageFailureOf(error) !== 'full') return
  throw new DataFolderError({ code: 'folder_full', path: root })
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}

const held = new Set<string>()

function takeLock(root: string): DatabaseSync {
  if (held.has(root)) throw new DataFolderError({ code: 'folder_in_use', path: root })
  let lock: DatabaseSync | undefined
  try {
    const path = join(root, 'lock.sqlite')
    closeSync(openSync(path, 'a', 0o600))
    lock = new DatabaseSync(path, { timeout: 0 })
    lock.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    held.add(root)
    return lock
  } catch (error) {
    lock?.close()
    if (/locked|busy/i.test((error as Error).message)) {
      throw new DataFolderError({ code: 'folder_in_use', path: root })
    }
    refuseFull(root, error)
    throw new DataFolderError({
      code: 'folder_unwritable',
      path: root,
      systemWords: (error as Error).message,
    })
  }
}

/** Atelier's entries at the top of its data folder. */
const ownName =
  /^(?:library\.sqlite|lock\.sqlite|settings\.json|(?:usage-)?keys(?:\.desktop)?\.json|agents-(?:door|http)\.json|browser-port)(?:$|[.-])|^(?:media|posters|inputs|incoming|exports|proofs|lost\+found|set-aside|descriptions|sandbox|desktop)$/

const forOthers = 0o077

/**
 * Removes everybody else's access to Atelier's files in this folder, however they got it (LIB38); the folder
 * itself too, unless it holds other things: then it is not only ours (decision 0019). Files of other owners
 * stay as they are. On Windows a profile's files are private by default.
 */
async function tightenModes(root: string): Promise<void> {
  if (process.platform === 'win32') return
  const names = await readdir(root)
  const own = names.filter((name) => ownName.test(name))
  for (const name of own) await tighten(join(root, name))
  if (own.length === names.length) await tighten(root)
}

async function tighten(path: string): Promise<void> {
  const there = await lstat(path).catch(() => null)
  // A link's target may not be ours.
  if (!there || there.isSymbolicLink() || (there.mode & forOthers) === 0) return
  await chmod(path, there.isDirectory() ? 0o700 : 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM' && error.code !== 'EROFS') throw error
  })
}
