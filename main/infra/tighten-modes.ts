import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** What Atelier keeps at the top of its data folder. */
const ownName =
  /^(?:library\.sqlite|lock\.sqlite|settings\.json|keys(?:\.desktop)?\.json)(?:$|[.-])|^(?:media|posters|inputs|incoming|lost\+found|set-aside|descriptions|sandbox|desktop)$/

const forOthers = 0o077

/**
 * Takes what Atelier keeps in this folder away from everybody but its owner, however it came to be readable (LIB38);
 * the folder itself too, unless other things lie in it: then it is not only ours (decision 0019). What belongs to
 * somebody else stays as it is. Windows keeps a profile's files to its owner by itself.
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
  // A link leads to what may not be ours.
  if (!there || there.isSymbolicLink() || (there.mode & forOthers) === 0) return
  await chmod(path, there.isDirectory() ? 0o700 : 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM' && error.code !== 'EROFS') throw error
  })
}
