const mark = 'atelier-unreadable-json'

/** Stands for JSON that is still being written, so that a form can't be sent with an older value in its place. */
export function unreadableJson(text: string): Readonly<Record<string, string>> {
  return { [mark]: text }
}

/** What was written; null where the value is no such stand-in. */
export function readUnreadableJson(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, mark)) return null
  const text = (value as Record<string, unknown>)[mark]
  return typeof text === 'string' ? text : null
}

/** The ways to every stand-in within a value. */
export function findUnreadableJson(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return []
  if (readUnreadableJson(value) !== null) return [[]]
  const members: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return members.flatMap(([step, member]) => findUnreadableJson(member).map((path) => [step, ...path]))
}
