// Electron's contextBridge between two worlds, as its documentation has it (api/context-bridge). It runs in Node for the
// double in one process, and as a script in both worlds of a page in Chromium: so it imports nothing.

/** A value on its way: functions, promises and elements by their number, everything else copied. */
type Passage =
  | { readonly as: 'value'; readonly value: unknown }
  | { readonly as: 'function' | 'promise' | 'element'; readonly id: number }
  | { readonly as: 'error'; readonly message: string }
  | { readonly as: 'array'; readonly items: readonly Passage[] }
  | { readonly as: 'object'; readonly members: readonly (readonly [string, Passage])[] }

export type WorldMessage =
  | { readonly kind: 'call'; readonly id: number; readonly args: readonly Passage[] }
  | { readonly kind: 'settle'; readonly id: number; readonly isKept: boolean; readonly value: Passage }
  | { readonly kind: 'expose'; readonly name: string; readonly value: Passage }

export interface WorldReply {
  readonly isDone: boolean
  readonly value: Passage
}

/** Both worlds of a page have its elements; each has objects of its own for them. */
export interface SharedElements {
  isOne(value: object): value is { readonly localName: string }
  /** Shows the other side an element; returns the number by which that finds it. */
  give(element: object): number
  /** An element that the other side gave. */
  take(id: number): unknown
}

/**
 * One side of the bridge. `post` hands a message to the other side and returns its reply at once. Without `elements` there
 * are none, as in Node.
 */
export function createWorld(
  post: (message: WorldMessage) => WorldReply,
  globals: object,
  elements?: SharedElements,
) {
  const deepest = 1000
  const functions = new Map<number, (...args: unknown[]) => unknown>()
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
  let count = 0

  function encode(value: unknown, depth = 0): Passage {
    if (depth > deepest)
      throw new Error(
        'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
      )
    if (typeof value === 'symbol') return { as: 'value', value: undefined }
    if (typeof value === 'function') {
      const id = ++count
      functions.set(id, value as (...args: unknown[]) => unknown)
      return { as: 'function', id }
    }
    if (value === null || typeof value !== 'object') return { as: 'value', value }
    if (value instanceof Promise) return encodePromise(value)
    if (value instanceof Error) return { as: 'error', message: value.message }
    if (elements?.isOne(value)) {
      if (value.localName.includes('-')) throw new Error('An object could not be cloned.')
      return { as: 'element', id: elements.give(value) }
    }
    if (Array.isArray(value)) return { as: 'array', items: value.map((item) => encode(item, depth + 1)) }
    if (Object.prototype.toString.call(value) === '[object Object]') {
      const members = Object.entries(value).filter(([, member]) => typeof member !== 'symbol')
      return { as: 'object', members: members.map(([name, member]) => [name, encode(member, depth + 1)]) }
    }
    try {
      return { as: 'value', value: structuredClone(value) }
    } catch {
      throw new Error('An object could not be cloned.')
    }
  }

  function encodePromise(promise: Promise<unknown>): Passage {
    const id = ++count
    const settle = (isKept: boolean) => (value: unknown) => {
      let passage: Passage
      try {
        passage = encode(value)
      } catch (error) {
        return void post({ kind: 'settle', id, isKept: false, value: encode(error) })
      }
      post({ kind: 'settle', id, isKept, value: passage })
    }
    void promise.then(settle(true), settle(false))
    return { as: 'promise', id }
  }

  function decode(passage: Passage): unknown {
    switch (passage.as) {
      case 'value':
        return passage.value
      case 'element':
        return elements?.take(passage.id)
      case 'error':
        return new Error(passage.message)
      case 'array':
        return passage.items.map(decode)
      case 'object':
        return Object.fromEntries(passage.members.map(([name, member]) => [name, decode(member)]))
      case 'promise':
        return new Promise((resolve, reject) => void waiting.set(passage.id, { resolve, reject }))
      case 'function':
        return (...args: unknown[]) =>
          settleReply(post({ kind: 'call', id: passage.id, args: args.map((arg) => encode(arg)) }))
    }
  }

  function settleReply({ isDone, value }: WorldReply): unknown {
    if (isDone) return decode(value)
    throw decode(value)
  }

  function bind(name: string, value: unknown): void {
    if (name in globals)
      throw new Error('Cannot bind an API on top of an existing property on the window object')
    Object.defineProperty(globals, name, { value: freeze(value), enumerable: true })
  }

  function freeze(value: unknown): unknown {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return value
    for (const member of Object.values(value)) freeze(member)
    return ArrayBuffer.isView(value) ? value : Object.freeze(value)
  }

  function carryOut(message: WorldMessage): unknown {
    switch (message.kind) {
      case 'call':
        return functions.get(message.id)?.(...message.args.map(decode))
      case 'expose':
        return bind(message.name, decode(message.value))
      case 'settle': {
        const promise = waiting.get(message.id)
        waiting.delete(message.id)
        if (message.isKept) promise?.resolve(decode(message.value))
        else promise?.reject(decode(message.value))
      }
    }
  }

  return {
    /** What the other side posts arrives here. */
    receive(message: WorldMessage): WorldReply {
      try {
        return { isDone: true, value: encode(carryOut(message)) }
      } catch (error) {
        return { isDone: false, value: encode(error) }
      }
    },
    /** The preload's `contextBridge`. */
    contextBridge: {
      exposeInMainWorld(name: string, api: unknown): void {
        settleReply(post({ kind: 'expose', name, value: encode(api) }))
      },
    },
  }
}
