import { describe, expect, it } from 'vitest'
import type { BridgeCarrier } from '../../shared/bridge/carrier.ts'

/** One end-to-end pair under test: the carrier, and the studio's side of it. */
export interface CarrierUnderTest {
  readonly carrier: BridgeCarrier
  /** The response to the next calls; a function that throws plays a studio that is gone. */
  respond(handle: (procedure: string, input: unknown) => unknown): void
  emit(event: { name: string; payload: unknown }): void
  close(): void
}

/** The contract of every carrier, whatever its transport. */
export function describeCarrier(name: string, start: () => Promise<CarrierUnderTest>): void {
  describe(`${name} as a carrier`, () => {
    it('brings the input over and the answer back', async () => {
      const pair = await start()
      pair.respond((procedure, input) => ({ ok: true, value: { procedure, input } }))
      expect(await pair.carrier.call('catalog.model', { modelId: 'i3' })).toEqual({
        ok: true,
        value: { procedure: 'catalog.model', input: { modelId: 'i3' } },
      })
      pair.close()
    })

    it('returns a failure as a value', async () => {
      const pair = await start()
      pair.respond(() => ({ ok: false, error: { code: 'not_found', message: 'gone' } }))
      expect(await pair.carrier.call('jobs.get', {})).toMatchObject({
        ok: false,
        error: { code: 'not_found' },
      })
      pair.close()
    })

    it('says that the other end is gone instead of throwing', async () => {
      const pair = await start()
      pair.respond(() => {
        throw new Error('gone')
      })
      expect(await pair.carrier.call('jobs.get', {})).toMatchObject({
        ok: false,
        error: { code: 'disconnected' },
      })
      pair.close()
    })

    it('tells every listener of an event, and none after its undo', async () => {
      const pair = await start()
      const received: string[] = []
      const undo = pair.carrier.subscribe((event) => received.push(`first ${event.name}`))
      pair.carrier.subscribe((event) => received.push(`second ${event.name}`))
      pair.emit({ name: 'studio.changed', payload: {} })
      undo()
      pair.emit({ name: 'settings.changed', payload: {} })
      expect(received).toEqual(['first studio.changed', 'second studio.changed', 'second settings.changed'])
      pair.close()
    })

    it('says that it is connected once it is', async () => {
      const pair = await start()
      const reported = await new Promise<boolean>((resolve) => pair.carrier.onConnected(resolve))
      expect(reported).toBe(true)
      pair.close()
    })
  })
}
