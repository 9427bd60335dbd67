import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { WantedItem } from '../../studio-desktop.ts'
import { mostAtOnce, type Wanted } from './deep-link.ts'

/** The largest file of recipes that is read, in bytes, as in the page. */
const mostRecipeBytes = 20_000_000

// Opening a pipe would wait for whoever writes into it. Windows has no such flag, and no such files.
const atOnce = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

export interface OpenedItems {
  /** Keeps what was asked for until the page takes it; the oldest gives way where there is too much. */
  add(wanted: readonly (Wanted | { readonly kind: 'run'; readonly submissionId: string })[]): void
  take(): Promise<readonly WantedItem[]>
  listen(listener: () => void): void
}

/** What links, files and notifications ask the page to show, also before there is a page. */
export function createOpenedItems(): OpenedItems {
  let waiting: Parameters<OpenedItems['add']>[0] = []
  let notify = () => {}
  return {
    add(wanted) {
      if (wanted.length === 0) return
      waiting = [...waiting, ...wanted].slice(-mostAtOnce)
      notify()
    },
    take() {
      const taken = waiting
      waiting = []
      return Promise.all(taken.map(load))
    },
    listen(listener) {
      notify = listener
    },
  }
}

async function load(wanted: Parameters<OpenedItems['add']>[0][number]): Promise<WantedItem> {
  if (wanted.kind === 'unreadable') return { kind: 'missing', what: 'link' }
  if (wanted.kind !== 'recipeFile') return wanted
  const text = await readText(wanted.path).catch(() => null)
  return text === null
    ? { kind: 'missing', what: 'file' }
    : { kind: 'recipeFile', name: basename(wanted.path), text }
}

/** Null for what is no file, such as a pipe, and for one that is too large. */
async function readText(path: string): Promise<string | null> {
  const file = await open(path, atOnce)
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size > mostRecipeBytes) return null
    const bytes = Buffer.alloc(found.size)
    const { bytesRead } = await file.read(bytes, 0, found.size, 0)
    return bytes.subarray(0, bytesRead).toString('utf8')
  } finally {
    await file.close()
  }
}
