// It runs in Node, and as a script in a page's isolated world: so it imports nothing.

/**
 * A copy as Electron's channels carry it (api/ipc-renderer): by the structured clone algorithm, but for what only pages
 * have, such as elements, blobs and files, which the main side could not decode. Throws as Electron does.
 */
export function cloneForIpc<Value>(value: Value): Value {
  const carried = new Set(
    [
      ...[
        'Object',
        'Array',
        'Date',
        'RegExp',
        'Map',
        'Set',
        'Error',
        'Boolean',
        'Number',
        'String',
        'BigInt',
      ],
      ...[
        'ArrayBuffer',
        'DataView',
        'Int8Array',
        'Uint8Array',
        'Uint8ClampedArray',
        'Int16Array',
        'Uint16Array',
      ],
      ...['Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
    ].map((name) => `[object ${name}]`),
  )
  const seen = new Set<unknown>()

  function check(one: unknown): void {
    if (one === null || typeof one !== 'object' || seen.has(one)) return
    seen.add(one)
    if (!carried.has(Object.prototype.toString.call(one))) throw new Error('An object could not be cloned.')
    if (ArrayBuffer.isView(one)) return
    if (one instanceof Map) for (const entry of one) entry.forEach(check)
    if (one instanceof Set) one.forEach(check)
    Object.values(one).forEach(check)
  }

  check(value)
  try {
    return structuredClone(value)
  } catch {
    throw new Error('An object could not be cloned.')
  }
}
