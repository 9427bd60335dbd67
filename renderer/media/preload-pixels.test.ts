import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fileRoute } from '../../shared/bridge/media-routes.ts'
import { fileView } from '../testing/fixtures.ts'
import { preloadPixels } from './preload-pixels.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const loading = new Set<string>()
  function newImage() {
    let own = ''
    return {
      set src(url: string) {
        own = url
        loading.add(url)
      },
      decode: async () => Promise.reject(new Error('damaged')),
      removeAttribute: () => void loading.delete(own),
    } as unknown as HTMLImageElement
  }
  return { loading, newImage }
}

const one = fileView({ fileId: 'one' })

it('[VIEW3] loads the images beside the open one after a moment, and cancels them when it is left', async () => {
  const { loading, newImage } = open()
  const end = preloadPixels(async () => [one, null, fileView({ fileId: 'two' })], newImage)
  expect(loading.size).toBe(0)
  await vi.advanceTimersByTimeAsync(200)
  expect([...loading]).toEqual([fileRoute('one'), fileRoute('two')])
  end()
  expect(loading.size).toBe(0)
})

it('[VIEW3] loads nothing for who goes on at once, nor where the files are known too late', async () => {
  const { loading, newImage } = open()
  const read = vi.fn(async () => [one])
  preloadPixels(read, newImage)()
  await vi.advanceTimersByTimeAsync(200)
  expect(read).not.toHaveBeenCalled()
  const known = Promise.withResolvers<readonly [typeof one]>()
  const end = preloadPixels(() => known.promise, newImage)
  await vi.advanceTimersByTimeAsync(200)
  end()
  known.resolve([one])
  await vi.advanceTimersByTimeAsync(0)
  expect(loading.size).toBe(0)
})

it('[VIEW3] leaves out what is no image, is not here, or has more pixels than a page decodes', async () => {
  const { loading, newImage } = open()
  const others = [
    fileView({ kind: 'video' }),
    fileView({ state: 'failed' }),
    fileView({ width: 60_000, height: 60_000 }),
  ]
  preloadPixels(async () => others, newImage)
  await vi.advanceTimersByTimeAsync(200)
  expect(loading.size).toBe(0)
})
