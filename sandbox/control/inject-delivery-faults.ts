import { setTimeout as wait } from 'node:timers/promises'
import { assertNever } from '../../shared/result.ts'
import type { OutgoingDelivery, SendDelivery } from '../webhooks/ports.ts'
import type { FaultBox } from './faults.ts'

/** Sends webhooks with the configured faults. */
export function createDeliveryFaults(
  send: SendDelivery,
  faults: Pick<FaultBox, 'takeWebhook'>,
): SendDelivery {
  const held: OutgoingDelivery[] = []

  async function sendAll(delivery: OutgoingDelivery): Promise<number | null> {
    const status = await send(delivery)
    for (const late of held.splice(0)) await send(late)
    return status
  }

  return async (delivery) => {
    const fault = faults.takeWebhook()
    if (fault === null) return sendAll(delivery)
    switch (fault.kind) {
      case 'missing':
        return 204
      case 'reordered':
        held.push(delivery)
        return 204
      case 'late':
        await wait(fault.delay)
        return sendAll(delivery)
      case 'duplicate':
        await send(delivery)
        return sendAll(delivery)
      case 'forged':
        await send(forge(delivery))
        return sendAll(delivery)
      default:
        return assertNever(fault.kind)
    }
  }
}

/** The same headers over a body that somebody has changed. */
function forge(delivery: OutgoingDelivery): OutgoingDelivery {
  const payload = JSON.parse(Buffer.from(delivery.body).toString()) as Record<string, unknown>
  const body = JSON.stringify({
    ...payload,
    status: 'completed',
    result: { urls: ['https://forged.example/x.png'] },
  })
  return { ...delivery, body: Buffer.from(body) }
}
