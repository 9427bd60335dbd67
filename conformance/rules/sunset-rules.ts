import {
  expectDeprecationHeaders,
  expectSunsetBody,
  expectWarning,
  namesOf,
} from '../deprecation-expectations.ts'
import { readDescription } from '../description.ts'
import { expectAccepted, expectEqual, expectThat, showResponse } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import { needsControl, type Subject } from '../subject.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A model from its deprecation to its end. Observed on a model that the control API ends, and revives. */
export function sunsetRules(subject: Subject): Rule[] {
  const { control, models } = subject
  const victim = models.at(-1)
  const replacement =
    models.find(({ model }) => model.kind === victim?.model.kind && model !== victim.model) ?? models[0]
  const requests = Array.from({ length: 2 }, () =>
    victim ? { served: victim, body: { prompt: 'a paper moth' } } : null,
  ).flatMap((request) => (request ? [request] : []))
  const [announced, last] = requests
  let sunset: Promise<Date> | undefined

  async function announce(): Promise<Date> {
    if (!control || !announced || !replacement) throw needsControl()
    const date = new Date((await control.now()) + 30 * dayMs).toISOString().slice(0, 10)
    const path = `/models/${announced.served.model.id}/deprecate`
    await control.command(path, { sunset: date, replacement: replacement.model.id })
    return expectDeprecationHeaders(await subject.paid.response(announced))
  }
  const end = () => {
    sunset ??= announce()
    return sunset
  }
  const paid = (...some: readonly (typeof announced)[]) => ({
    ...(control && { paid: some.flatMap((request) => (request ? [request] : [])) }),
  })
  const ask = () =>
    subject.service.send(announced?.served.path ?? '', { method: 'POST', body: { prompt: 'x' } })
  return [
    {
      rule: 'a model that is given an end returns the deprecation headers from then on',
      ...paid(announced),
      check: async () => void (await end()),
    },
    {
      rule: 'its description marks the operation as deprecated, and starts with a warning block',
      ...paid(announced),
      async check() {
        await end()
        if (!announced) throw needsControl()
        expectWarning(await readDescription(subject.service), announced.served.path)
      },
    },
    {
      rule: 'up to the moment in Sunset it still returns results',
      ...paid(announced, last),
      async check() {
        const moment = await end()
        if (!control || !last) throw needsControl()
        const lastMoment = moment.getTime() - 1
        expectAccepted(await control.exactlyAt(lastMoment, () => subject.paid.response(last)))
      },
    },
    {
      rule: 'at the moment the date passes it returns 410 with the sunset body, and does so again',
      ...paid(announced),
      async check() {
        const moment = await end()
        if (!control) throw needsControl()
        const responses = await control.exactlyAt(moment.getTime(), async () => [await ask(), await ask()])
        for (const response of responses) {
          const body = expectSunsetBody(response, namesOf(subject.description, announced?.served.path ?? ''))
          expectEqual(body.sunset_date, moment.toISOString().slice(0, 10), 'sunset_date')
          expectThat(body.replacement !== undefined, 'a replacement', showResponse(response))
        }
      },
    },
  ]
}
