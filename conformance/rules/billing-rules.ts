import { setTimeout as wait } from 'node:timers/promises'
import { insufficientBalanceBodySchema } from '../../shared/api/error.ts'
import type { Control } from '../control.ts'
import { expectAccepted, expectEqual, expectShape, expectThat, showResponse } from '../expectations.ts'
import { highestPrice, type PaidRequest } from '../paid-request.ts'
import { NotTried, type Rule, type Section, untriable } from '../rule.ts'
import { needsControl, type Subject, type UnbilledEnd } from '../subject.ts'

/** The minimum price of a video of one second; a request whose price the listing determines. */
const pricedId = 'v7'
const pricedBody = { prompt: 'a paper plane', resolution: '480p', duration: 1 }
/** Dollars; more than a whole run of the rules can spend. */
export const amount = 10_000
const settleMs = 5000

/** Only the control API shows balances. */
export function billingSection(subject: Subject): Section {
  const { control } = subject
  const served = subject.models.find(({ model }) => model.id === pricedId)
  const videos = served ? Array.from({ length: 2 }, () => ({ served, body: pricedBody })) : []
  const [billed, running] = videos
  return {
    title: 'Billing',
    rules: [
      completedIsBilled(subject, billed),
      isNotBilled(subject, 'failed'),
      isNotBilled(subject, 'cancelled'),
      ...emptyBalance(subject, running),
      topUps(control),
      untriable('the balance is apart from the compute units of the web app', 'no operation shows either'),
    ],
  }
}

function completedIsBilled({ control, paid }: Subject, request: PaidRequest | undefined): Rule {
  return {
    rule: 'a completed job is billed at its listed price',
    ...(control && request && { paid: [request] }),
    async check() {
      if (!control) throw needsControl()
      if (!request) throw new NotTried(`the path of ${pricedId} is not known`)
      await control.setBalance(amount)
      const before = await control.balance()
      const { ended } = await paid.run(request)
      expectEqual(ended.status, 'completed', 'a job that is')
      const price = (highestPrice(request) ?? 0) / 1_000_000
      await settled(control, (balance) => Math.abs(before - balance - price) < 1e-7, before - price)
    },
  }
}

function isNotBilled(subject: Subject, status: UnbilledEnd): Rule {
  const { control, cheapest } = subject
  const request = { served: cheapest, body: { prompt: 'a paper cup' } }
  return {
    rule: `a ${status} job is not billed`,
    ...(control && { paid: [request] }),
    async check() {
      if (!control) throw needsControl()
      await control.setBalance(amount)
      expectEqual((await subject.endAs(status, request)).status, status, 'a job that is')
      expectEqual(await control.balance(), amount, 'a balance of')
    },
  }
}

function emptyBalance(
  { control, paid, service, cheapest }: Subject,
  running: PaidRequest | undefined,
): Rule[] {
  let refused: Promise<Awaited<ReturnType<typeof service.send>>> | undefined
  async function empty() {
    if (!control) throw needsControl()
    if (!running) throw new NotTried(`the path of ${pricedId} is not known`)
    await control.setBalance(amount)
    expectAccepted(await paid.response(running))
    await control.setBalance(0)
    try {
      return await service.send(cheapest.path, { method: 'POST', body: { prompt: 'a paper hat' } })
    } finally {
      // Running jobs must end on an empty balance; it is filled again afterwards.
      await paid.run(running).catch(() => null)
      await control.setBalance(amount)
    }
  }
  const response = () => {
    refused ??= empty()
    return refused
  }
  const counted = control && running && { paid: [running] }
  return [
    {
      rule: 'on an empty balance a new request is refused with 402 and {message}',
      ...counted,
      async check() {
        const came = await response()
        expectThat(came.status === 402, '402', showResponse(came))
        expectShape(insufficientBalanceBodySchema, came.body, '{message}')
      },
    },
    {
      rule: 'a job that runs when the balance is used up finishes normally',
      ...counted,
      async check() {
        await response()
        if (running) expectEqual((await paid.run(running)).ended.status, 'completed', 'a job that is')
      },
    },
  ]
}

function topUps(control: Control | null): Rule {
  return {
    rule: 'a custom top-up is at least 5 and at most 10,000 USD',
    async check() {
      if (!control) throw needsControl()
      for (const usd of [4.99, 10_000.01]) {
        const { status } = await control.command('/top-up', { usd })
        expectThat(status >= 400, `a refusal of ${usd} USD`, String(status))
      }
      for (const usd of [5, 10, 25, 50, 100, 10_000]) {
        const { status } = await control.command('/top-up', { usd })
        expectThat(status === 200, `${usd} USD to be taken`, String(status))
      }
    },
  }
}

/** Waits a little: billing may follow completion. */
async function settled(control: Control, holds: (balance: number) => boolean, wanted: number): Promise<void> {
  for (const until = Date.now() + settleMs; ; ) {
    const balance = await control.balance()
    if (holds(balance)) return
    expectThat(Date.now() < until, `a balance of ${wanted}`, balance)
    await wait(100)
  }
}
