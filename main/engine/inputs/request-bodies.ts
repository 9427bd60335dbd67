import { readInputReference, replaceInputReferences } from '../../../shared/form/input-reference.ts'
import type { RequestBodies } from '../jobs/ports.ts'
import type { InputStore } from './ports.ts'

/** Puts the person's files into a request as base64 data URIs (decision 6). The same values give the same bytes. */
export function createRequestBodies({ inputs }: { inputs: InputStore }): RequestBodies {
  return {
    async build(values) {
      const dataUris = new Map<string, string>()
      for (const sha256 of inputReferencesIn(values)) {
        const file = inputs.find(sha256)
        const bytes = file && (await inputs.read(sha256))
        if (!file || !bytes) return null
        dataUris.set(sha256, `data:${file.mediaType};base64,${Buffer.from(bytes).toString('base64')}`)
      }
      const body = replaceInputReferences(values, (sha256) => dataUris.get(sha256) ?? '')
      return new TextEncoder().encode(JSON.stringify(body))
    },
  }
}

/** The SHA-256 of every file of the person's own that these values name. */
export function inputReferencesIn(value: unknown): Set<string> {
  const found = new Set<string>()
  collect(value, found)
  return found
}

function collect(value: unknown, found: Set<string>): void {
  const sha256 = readInputReference(value)
  if (sha256 !== null) found.add(sha256)
  else if (Array.isArray(value)) for (const item of value) collect(item, found)
  else if (value !== null && typeof value === 'object')
    for (const member of Object.values(value)) collect(member, found)
}
