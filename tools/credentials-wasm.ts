import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Puts the library that reads Content Credentials beside the bundle, which has no packages to find it in. */
export function credentialsWasm(): Plugin {
  return {
    name: 'credentials-wasm',
    generateBundle() {
      const file = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))
      this.emitFile({ type: 'asset', fileName: 'c2pa.wasm', source: readFileSync(file) })
    },
  }
}
