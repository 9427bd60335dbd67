import type { CollectionView, Member } from '../../shared/bridge/collection-procedures.ts'
import { foldName } from '../../shared/library/fold-name.ts'
import { placesBetween } from '../../shared/library/place-between.ts'
import { type CollectionResult, type Collections, keptMs } from '../engine/library/ports.ts'

interface Kept {
  readonly collectionId: string
  name: string
  readonly createdAt: number
  changedAt: number
  deletedAt: number | null
  readonly places: Map<string, string>
}

/** Collections of these files in memory. */
export function createFakeCollections(files: ReadonlySet<string>): Collections {
  const kept = new Map<string, Kept>()
  const standing = () => [...kept.values()].filter(({ deletedAt }) => deletedAt === null)
  const isTaken = (name: string, but: string) =>
    standing().some((one) => one.collectionId !== but && foldName(one.name) === foldName(name))
  const sorted = (one: Kept): Member[] =>
    [...one.places]
      .map(([fileId, place]) => ({ fileId, place }))
      .sort((left, right) => compare(left.place, right.place) || compare(left.fileId, right.fileId))

  /** What is done to a collection that is there. */
  function on<Value>(
    collectionId: string,
    work: (one: Kept) => CollectionResult<Value>,
    at?: number,
  ): CollectionResult<Value> {
    const one = kept.get(collectionId)
    if (!one || one.deletedAt !== null) return { ok: false, error: 'not_found' }
    const result = work(one)
    if (result.ok && at !== undefined) one.changedAt = at
    return result
  }

  function append(one: Kept, fileIds: readonly string[]): string[] {
    const added = [...new Set(fileIds)].filter((fileId) => files.has(fileId) && !one.places.has(fileId))
    const places = placesBetween(sorted(one).at(-1)?.place ?? null, null, added.length)
    for (const [index, fileId] of added.entries()) one.places.set(fileId, places[index] ?? '')
    return added
  }

  return {
    list: (holding) =>
      standing()
        .filter(({ places }) => holding === undefined || places.has(holding))
        .sort((left, right) => compare(foldName(left.name), foldName(right.name)))
        .map(toView),
    create({ collectionId, name, fileIds, at }) {
      if (isTaken(name, collectionId)) return { ok: false, error: 'name_taken' }
      const one: Kept = {
        collectionId,
        name,
        createdAt: at,
        changedAt: at,
        deletedAt: null,
        places: new Map(),
      }
      kept.set(collectionId, one)
      append(one, fileIds)
      return { ok: true, value: toView(one) }
    },
    rename(collectionId, name, at) {
      if (isTaken(name, collectionId)) return { ok: false, error: 'name_taken' }
      return on(
        collectionId,
        (one) => {
          one.name = name
          one.changedAt = at
          return { ok: true, value: toView(one) }
        },
        at,
      )
    },
    delete: (collectionId, at) =>
      on(collectionId, (one) => {
        for (const old of kept.values())
          if (old.deletedAt !== null && old.deletedAt <= at - keptMs) kept.delete(old.collectionId)
        one.deletedAt = at
        return { ok: true, value: toView(one) }
      }),
    restore(collectionId) {
      const one = kept.get(collectionId)
      if (!one) return { ok: false, error: 'not_found' }
      if (isTaken(one.name, collectionId)) return { ok: false, error: 'name_taken' }
      one.deletedAt = null
      return { ok: true, value: toView(one) }
    },
    add: (collectionId, fileIds, at) =>
      on(collectionId, (one) => ({ ok: true, value: append(one, fileIds) }), at),
    remove: (collectionId, fileIds, at) =>
      on(
        collectionId,
        (one) => {
          const removed = sorted(one).filter(({ fileId }) => fileIds.includes(fileId))
          for (const { fileId } of removed) one.places.delete(fileId)
          return { ok: true, value: removed }
        },
        at,
      ),
    move: (collectionId, fileIds, beforeFileId, at) =>
      on(
        collectionId,
        (one) => {
          const all = sorted(one)
          const moved = [...new Set(fileIds)].filter((fileId) => one.places.has(fileId))
          const others = all.filter(({ fileId }) => !moved.includes(fileId))
          const index =
            beforeFileId === null ? others.length : others.findIndex((other) => other.fileId === beforeFileId)
          if (index === -1) return { ok: false, error: 'not_found' }
          const before = all.filter(({ fileId }) => moved.includes(fileId))
          const places = placesBetween(
            others[index - 1]?.place ?? null,
            others[index]?.place ?? null,
            moved.length,
          )
          for (const [at, fileId] of moved.entries()) one.places.set(fileId, places[at] ?? '')
          return { ok: true, value: before }
        },
        at,
      ),
    put: (collectionId, members, at) =>
      on(
        collectionId,
        (one) => {
          for (const { fileId, place } of members) if (files.has(fileId)) one.places.set(fileId, place)
          one.changedAt = at
          return { ok: true, value: toView(one) }
        },
        at,
      ),
    members(collectionId) {
      const one = kept.get(collectionId)
      return one ? sorted(one) : []
    },
  }
}

function compare(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

function toView({ collectionId, name, createdAt, changedAt, places }: Kept): CollectionView {
  return {
    collectionId,
    name,
    files: places.size,
    createdAt: new Date(createdAt).toISOString(),
    changedAt: new Date(changedAt).toISOString(),
  }
}
