import { models } from '../../shared/catalog/index.ts'
import { expectAccepted, expectInvalid, expectThat } from '../expectations.ts'
import { NotTried, type Section } from '../rule.ts'
import type { Subject } from '../subject.ts'

/** Common rules for every generation endpoint. */
export function commonSection(subject: Subject): Section {
  const { service, cheapest, paid, plain } = subject
  const post = (body: unknown) => service.send(cheapest.path, { method: 'POST', body })
  return {
    title: 'Common rules for every generation endpoint',
    rules: [
      {
        rule: 'every model of the listing has a path of its own, /generate/{kind}/{vendor}/{model}',
        async check() {
          for (const { model, path } of subject.models)
            expectThat(
              new RegExp(`^/generate/${model.kind}/[^/]+/[^/]+$`).test(path),
              `a path of kind ${model.kind}`,
              path,
            )
          const missing = models.filter(({ id }) => !subject.models.some(({ model }) => model.id === id))
          if (missing.length > 0)
            throw new NotTried(
              `no path is known for ${missing.map(({ id }) => id).join(', ')}; --paths can tell`,
            )
          expectThat(
            new Set(subject.models.map(({ path }) => path)).size === models.length,
            'different paths',
            'the same one twice',
          )
        },
      },
      {
        rule: 'X-Webhook-URL is optional',
        paid: [plain],
        check: async () => void expectAccepted(await paid.response(plain)),
      },
      {
        rule: 'a body that is no JSON is refused with {error}',
        check: async () => void expectInvalid(await post('{"prompt":')),
      },
      {
        rule: 'a JSON body that is no object is refused with {error}',
        check: async () => void expectInvalid(await post(['a paper kite'])),
      },
      {
        rule: 'request fields are written in snake_case',
        async check() {
          const described = subject.models.filter(({ schema }) => schema !== null)
          if (described.length === 0) throw new NotTried('the requests are not described')
          const fields = described.flatMap(({ schema }) => Object.keys(schema?.properties ?? {}))
          const other = fields.find((field) => !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(field))
          expectThat(other === undefined, 'described fields in snake_case', other ?? '')
        },
      },
    ],
  }
}
