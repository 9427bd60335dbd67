import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { IntakePorts } from '../forms/intake-store.ts'

/** The studio's functions for media fields. */
export function createIntakePorts(
  bridge: Bridge,
  sessionHeaders: () => Readonly<Record<string, string>>,
  form: Pick<IntakePorts, 'remember' | 'takePrompt' | 'makeOne'>,
): IntakePorts {
  return {
    ...form,
    async upload(file, options) {
      const code = await import('./upload-input.ts').catch(() => null)
      if (!code) return { ok: false, code: 'disconnected' }
      return code.uploadInput(file, { ...options, headers: sessionHeaders() })
    },
    async fromLibrary(fileId) {
      const result = await bridge.call('inputs.fromLibrary', { fileId })
      if (result.ok) return result
      return { ok: false, code: result.error.code === 'not_found' ? 'gone' : 'storage_failed' }
    },
    async describe(sha256s) {
      const result = await bridge.call('inputs.describe', { sha256s: [...sha256s] })
      return result.ok ? result.value : null
    },
    async carriedBy(sha256) {
      const result = await bridge.call('restore.input', { sha256 })
      return result.ok ? result.value : null
    },
    listLibrary: (query) => bridge.call('library.list', query),
  }
}
