import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Atelier's entries at the top of its data folder. */
const ownName =
  /^(?:library\.sqlite|lock\.sqlite|settings\.json|keys(?:\.desktop)?\.json)(?:$|[.-])|^(?:media|posters|inputs|incoming|lost\+found|set-aside|descriptions|sandbox|desktop)$/

const forOthers = 0o077

/**
 * Removes everybody else's access to Atelier's files in this folder, however they got it (LIB38); the folder
 * itself too, unless it holds other things: then it is not only ours (decision 0019). Files of other owners
 * stay as they are. On Windows a profile's files are private by default.
 */
export async function tightenModes(root: string): Promise<void> {
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
