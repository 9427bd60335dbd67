const pattern = /^atelier-input:([0-9a-f]{64})$/

/**
 * A media value that refers to a file kept by the studio: `atelier-input:` and the SHA-256 of its bytes. Used
 * only between the form and the studio, which replaces it with the upload's URL or a data URI before sending.
 */
export function inputReference(sha256: string): string {
  return `atelier-input:${sha256}`
}

/** The SHA-256 (hex) in a reference; null where the value is no reference. */
export function readInputReference(value: unknown): string | null {
  return typeof value === 'string' ? (pattern.exec(value)?.[1] ?? null) : null
}

export function isInputReference(value: unknown): boolean {
  return readInputReference(value) !== null
}

/** Whether the value contains a reference. */
export function holdsInput(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isInputReference(value)
  return Object.values(value).some(holdsInput)
}

/** The same value with every reference in it, at any depth, replaced by the result of `replace`. */
export function replaceInputReferences(value: unknown, replace: (sha256: string) => string): unknown {
  const sha256 = readInputReference(value)
  if (sha256 !== null) return replace(sha256)
  if (Array.isArray(value)) return value.map((item) => replaceInputReferences(item, replace))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, replaceInputReferences(member, replace)]),
    )
  }
  return value
}

/** The SHA-256 of each reference in the value, at any depth, in their order and each once. */
export function inputsIn(value: unknown): string[] {
  const found = new Set<string>()
  collectInputs(value, found)
  return [...found]
}

function collectInputs(value: unknown, found: Set<string>): void {
  const sha256 = readInputReference(value)
  if (sha256 !== null) found.add(sha256)
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) collectInputs(member, found)
}
