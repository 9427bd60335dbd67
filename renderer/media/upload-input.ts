import { inputFileSchema, inputRefusalSchema } from '../../shared/bridge/media-routes.ts'
import type { UploadResult } from '../forms/form-context.tsx'

/** Hands a file's bytes to the studio, which keeps them once by their SHA-256. */
export async function uploadInput(file: File): Promise<UploadResult> {
  try {
    const response = await fetch(`/media/inputs?name=${encodeURIComponent(file.name)}`, {
      method: 'POST',
      body: file,
      credentials: 'same-origin',
    })
    const body: unknown = await response.json()
    const kept = inputFileSchema.safeParse(body)
    if (response.ok && kept.success) return { ok: true, value: kept.data }
    const refusal = inputRefusalSchema.safeParse(body)
    return { ok: false, code: refusal.success ? refusal.data.code : 'disconnected' }
  } catch {
    return { ok: false, code: 'disconnected' }
  }
}
