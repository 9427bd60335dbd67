import { expect, test } from 'vitest'
import { createLoadedPart } from './loaded-part.ts'

/** A part that counts its closes, and the loads of it, each settled by hand. */
function loadByHand() {
  const loads: PromiseWithResolvers<{ close(): Promise<void> }>[] = []
  let closes = 0
  const part = createLoadedPart(() => {
    const load = Promise.withResolvers<{ close(): Promise<void> }>()
    loads.push(load)
    return load.promise
  })
  const made = {
    async close() {
      closes += 1
    },
  }
  return { ...part, loads, made, closes: () => closes }
}

test('[START301] two uses at once load once, and get the same part', async () => {
  const { get, loads, made } = loadByHand()
  const both = [get(), get()]
  expect(loads).toHaveLength(1)
  loads[0]?.resolve(made)
  expect(await Promise.all([...both, get()])).toEqual([made, made, made])
  expect(loads).toHaveLength(1)
})

test('[START301] a load that fails, fails all who wait for it; the next use loads again', async () => {
  const { get, loads, made } = loadByHand()
  const both = Promise.allSettled([get(), get()])
  loads[0]?.reject(new Error('gone'))
  expect(await both).toMatchObject([{ reason: { message: 'gone' } }, { reason: { message: 'gone' } }])
  const again = get()
  loads[1]?.resolve(made)
  expect(await again).toBe(made)
})

test('[START301] closed while it loads, it is closed once it is there, and never loaded again', async () => {
  const { get, close, loads, made, closes } = loadByHand()
  const waiting = get()
  const closed = close()
  loads[0]?.resolve(made)
  await Promise.all([waiting, closed])
  expect(closes()).toBe(1)
  await expect(get()).rejects.toThrow('closed')
  expect(loads).toHaveLength(1)
})

test('[START301] closing what was never used, or could not be loaded, does nothing', async () => {
  const unused = loadByHand()
  await unused.close()
  expect([unused.loads.length, unused.closes()]).toEqual([0, 0])
  const failed = loadByHand()
  const waiting = Promise.allSettled([failed.get()])
  const closed = failed.close()
  failed.loads[0]?.reject(new Error('gone'))
  await Promise.all([waiting, closed])
  expect(failed.closes()).toBe(0)
})
