import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { FileView } from '../../shared/bridge/views.ts'
import { useAtelier } from '../shell/atelier-context.tsx'

/** Whether this browser could not read a file that is here, or not all of it. */
export function useIsUnreadable(file: Pick<FileView, 'fileId' | 'hasPoster'> | null): boolean {
  const { unreadable } = useAtelier()
  return useStore(unreadable, ({ ids }) => file !== null && !file.hasPoster && ids.has(file.fileId))
}

/** While the view of a file says that it can’t be played, the actions that would need that know it. */
export function useSaidUnreadable(fileId: string, isSaid: boolean): void {
  const { unreadable } = useAtelier()
  useEffect(() => {
    if (!isSaid || unreadable.getState().ids.has(fileId)) return
    unreadable.setState(({ ids }) => ({ ids: new Set(ids).add(fileId) }))
    return () => unreadable.setState(({ ids }) => ({ ids: new Set([...ids].filter((id) => id !== fileId)) }))
  }, [unreadable, fileId, isSaid])
}
