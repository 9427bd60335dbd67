import { useStore } from 'zustand'
import type { FileView } from '../../shared/bridge/views.ts'
import { useAtelier } from '../shell/atelier-context.tsx'

/** Whether this browser could not read a file that is here, or not all of it. */
export function useIsUnreadable(file: Pick<FileView, 'fileId' | 'hasPoster'> | null): boolean {
  const { unreadable } = useAtelier()
  return useStore(unreadable, ({ ids }) => file !== null && !file.hasPoster && ids.has(file.fileId))
}
