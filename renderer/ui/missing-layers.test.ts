import { expect, test } from 'vitest'
import { createMissingLayers } from './missing-layers.ts'

function fakeLayer() {
  const layer = {
    loads: 0,
    async ensure() {
      layer.loads += 1
    },
  }
  return layer
}

test('[UI450] one retry loads every layer that is missing, and none that is there', () => {
  const missing = createMissingLayers()
  const [keys, drops, notes] = [fakeLayer(), fakeLayer(), fakeLayer()]
  missing.settle(keys, 'failed')
  missing.settle(drops, 'failed')
  missing.settle(notes, 'loaded')
  missing.retry()
  expect([keys.loads, drops.loads, notes.loads]).toEqual([1, 1, 0])
  missing.settle(drops, 'loaded')
  missing.retry()
  expect([keys.loads, drops.loads, notes.loads]).toEqual([2, 1, 0])
})

test('[UI450] a retry that fails counts as another failure of the same layer', () => {
  const missing = createMissingLayers()
  const layer = fakeLayer()
  missing.settle(layer, 'failed')
  missing.settle(layer, 'failed')
  expect(missing.store.getState()).toEqual({ layers: new Set([layer]), failures: 2 })
})

test('[UI450] nothing changes while layers load as they should', () => {
  const missing = createMissingLayers()
  const before = missing.store.getState()
  missing.settle(fakeLayer(), 'loaded')
  expect(missing.store.getState()).toBe(before)
})

test('[UI570] a layer is missing only while it is to be shown somewhere', () => {
  const missing = createMissingLayers()
  const [drops, keys] = [fakeLayer(), fakeLayer()]
  const leave = [missing.want(drops), missing.want(drops), missing.want(keys)]
  missing.settle(drops, 'failed')
  missing.settle(keys, 'failed')
  leave[0]?.()
  expect(missing.store.getState().layers).toEqual(new Set([drops, keys]))
  leave[1]?.()
  expect(missing.store.getState().layers).toEqual(new Set([keys]))
  missing.retry()
  expect([drops.loads, keys.loads]).toEqual([0, 1])
  // Shown again, it is missing again where it fails again.
  missing.want(drops)
  missing.settle(drops, 'failed')
  expect(missing.store.getState().layers).toEqual(new Set([keys, drops]))
})
