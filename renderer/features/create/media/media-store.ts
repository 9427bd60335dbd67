import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { UploadProgress } from '../../../../shared/bridge/media-routes.ts'
import type { Recipe } from '../../../shell/recipe-handoff.ts'

export interface MediaState {
  /** Progress of the upload before a run; null while there is none. */
  readonly uploading: UploadProgress | null
}

/** The studio's knowledge of the files in a form. */
export interface MediaStore {
  readonly store: StoreApi<MediaState>
  /** Cancels the upload; its runs are not sent. */
  cancelUploads(): void
  /** The model and settings that made a file; null where its run is gone. */
  settingsOf(submissionId: string): Promise<Recipe | null>
  close(): void
}

export function createMediaStore(bridge: Pick<Bridge, 'call' | 'on'>): MediaStore {
  const store = createStore<MediaState>(() => ({ uploading: null }))
  return {
    store,
    cancelUploads: () => void bridge.call('inputs.cancelUploads', {}),
    async settingsOf(submissionId) {
      const result = await bridge.call('jobs.get', { submissionId })
      return result.ok ? { modelId: result.value.modelId, values: result.value.values } : null
    },
    close: bridge.on('inputs.uploading', ({ progress }) => store.setState({ uploading: progress })),
  }
}
