import { stat } from 'node:fs/promises'
import { arch, availableParallelism, release, totalmem } from 'node:os'
import type { MachineFacts } from '../engine/diagnostics.ts'
import type { DataFolder } from './data-folder.ts'
import { createDiskFreeSpace } from './disk-free-space.ts'

/** The system and what runs on it, by their versions; nothing that names a person or a machine. */
export function readMachineFacts(): MachineFacts {
  const { node = null, electron = null, chrome = null, v8 = null, sqlite = null } = process.versions
  return {
    platform: process.platform,
    arch: arch(),
    release: release(),
    processors: availableParallelism(),
    memoryBytes: totalmem(),
    uptimeSeconds: Math.round(process.uptime()),
    ...{ node, electron, chrome, v8, sqlite },
  }
}

/** The sizes of the library's own files, by their names, and the free space of their disk. */
export async function readDiskFigures(folder: DataFolder): Promise<Record<string, number | null>> {
  const names = ['library.sqlite', 'library.sqlite-wal', 'settings.json']
  const sizeOf = async (name: string) => (await stat(folder.resolve(name)).catch(() => null))?.size ?? null
  const sizes = await Promise.all(names.map(async (name) => [name, await sizeOf(name)] as const))
  return { ...Object.fromEntries(sizes), free: await createDiskFreeSpace(folder.path).bytes() }
}
