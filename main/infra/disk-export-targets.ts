import { link, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import {
  ExportFolderError,
  type ExportRemains,
  type ExportTarget,
  type ExportTargets,
} from '../engine/export/ports.ts'
import { syncFolder } from './durable-files.ts'

/** File systems without hard links, such as those of memory cards. */
const noLinks: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'])

/** Folders of the person’s own. Files there are readable as the person’s other files are. */
export function createDiskExportTargets(): ExportTargets & ExportRemains {
  return {
    async open(folder, key) {
      if (!isAbsolute(folder) || folder.includes('\0')) throw new ExportFolderError('relative')
      const root = resolve(folder)
      await mkdir(root, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST' || error.code === 'ENOTDIR')
          throw new ExportFolderError('no_folder', { cause: error })
        throw error
      })
      return targetAt(root, temporaryIn(root, key))
    },
    look: (folder) => readdir(resolve(folder)).catch(() => null),
    tidy: (folder, key) => rm(temporaryIn(resolve(folder), key), { force: true }).catch(() => undefined),
  }
}

const temporaryIn = (root: string, key: string) => join(root, `.atelier-export-${key}.part`)

function targetAt(root: string, temporary: string): ExportTarget {
  return {
    names: () => readdir(root),
    pathOf: (name) => join(root, name),
    remove: (name) => rm(join(root, name), { force: true }),
    sweep: () => rm(temporary, { force: true }),
    async write(name, parts) {
      const target = join(root, name)
      // What is there under its name now is not ours, and may lead elsewhere.
      const file = await open(temporary, 'wx')
      try {
        try {
          for await (const part of parts) await file.writeFile(part)
          await file.sync()
        } finally {
          await file.close()
        }
        const isOurs = await putInPlace(temporary, target)
        if (isOurs) await syncFolder(root)
        return isOurs
      } finally {
        await rm(temporary, { force: true })
      }
    },
  }
}

/** A link takes no name that is taken; where there are none, the name is looked at before. */
async function putInPlace(temporary: string, target: string): Promise<boolean> {
  try {
    await link(temporary, target)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (!noLinks.has(code)) throw error
  }
  const isFree = await lstat(target).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )
  if (isFree) await rename(temporary, target)
  return isFree
}
