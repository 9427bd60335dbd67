/** Keys that are searched for in what leaves the main side. */
export const canaryKeys = ['sk-canary-generating-0123456789', 'sk-canary-usage-9876543210'] as const

/** As it is, and in the forms in which a text may carry it. */
export const canaryForms: readonly string[] = canaryKeys.flatMap((key) => [
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString('base64').replace(/=+$/, ''),
  Buffer.from(key).toString('hex'),
])

export function findCanary(text: string): string | undefined {
  return canaryForms.find((form) => text.includes(form))
}
