import type { DescriptionStore, SeenDescription } from '../engine/catalog/ports.ts'

/** Keeps descriptions for as long as the test lasts. */
export function createFakeDescriptionStore(): DescriptionStore {
  const documents = new Map<string, string>()
  const known = new Map<string, string>()
  const seen = new Map<string, SeenDescription>()
  return {
    read(serviceId) {
      const text = documents.get(serviceId)
      return text === undefined ? undefined : JSON.parse(text)
    },
    readVersion: () => undefined,
    versionUntil: () => null,
    readSeen: (serviceId) => seen.get(serviceId) ?? null,
    writeSeen(serviceId, kept) {
      if (kept) seen.set(serviceId, kept)
      else seen.delete(serviceId)
    },
    write(serviceId, document) {
      documents.set(serviceId, JSON.stringify(document))
      return true
    },
    labels: () => known,
    writeLabels(labels) {
      for (const [id, label] of labels) known.set(id, label)
      return true
    },
  }
}
