import { expect, test } from 'vitest'
import { createDiskReservations, reserveBytes } from './disk-reservation.ts'

const mebibyte = 1024 ** 2

function open(free: number | null) {
  const disk = { free }
  return { disk, room: createDiskReservations({ bytes: async () => disk.free }) }
}

test('[LIB15] the room is the free space minus the reserve, and the shortfall is exact to the byte', async () => {
  const { room } = open(reserveBytes + 1_000)
  expect(await room.keep('a', 1_000)).toBe(0)
  expect(await room.keep('a', 1_007)).toBe(7)
})

test('[LIB15] room reserved for one file is not available to another until it is written or released', async () => {
  const { room, disk } = open(reserveBytes + 1_000)
  expect(await room.keep('a', 800)).toBe(0)
  expect(await room.keep('b', 800)).toBe(600)
  disk.free = reserveBytes + 500
  room.shrink('a', 300)
  expect(await room.keep('b', 200)).toBe(0)
  room.release('a')
  expect(await room.keep('b', 500)).toBe(0)
})

test('[LIB15] a file of unknown length reserves a default', async () => {
  expect(await open(reserveBytes + 1_000).room.keep('a', null)).toBe(64 * mebibyte - 1_000)
  expect(await open(reserveBytes + 64 * mebibyte).room.keep('a', null)).toBe(0)
})

test('where the system can’t report its free space, there is room', async () => {
  expect(await open(null).room.keep('a', 10 ** 15)).toBe(0)
})
