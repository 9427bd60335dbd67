import { randomUUID } from 'node:crypto'
import { styleShareResultSchema } from '../../shared/api/style.ts'
import { requestSchema } from '../../shared/catalog/json-schema.ts'
import type { Control } from '../control.ts'
import { expectAccepted, expectEqual, expectInvalid, expectOk, expectRefused } from '../expectations.ts'
import type { PaidRequest } from '../paid-request.ts'
import { NotTried, type Rule, type Section } from '../rule.ts'
import { needsControl, type Subject } from '../subject.ts'

const prompt = 'a paper fan'

export function styleSection(subject: Subject): Section {
  return {
    title: 'POST /styles/{id}/share/workspace',
    rules: [...sharingRules(subject), ...visibilityRules(subject)],
  }
}

const shareOf = (id: string) => `/styles/${encodeURIComponent(id)}/share/workspace`

function sharingRules({ service, style, control }: Subject): Rule[] {
  async function share() {
    if (style === null) throw new NotTried('needs --style, the id of a style that the key’s identity owns')
    const response = await service.send(shareOf(style), { method: 'POST' })
    return expectOk(response, styleShareResultSchema, 'success, style_id and workspace with id and name')
  }
  return [
    {
      rule: 'a style is shared without a body, and the result names it and the workspace',
      async check() {
        const { success, style_id } = await share()
        expectEqual(success, true, 'success')
        expectEqual(style_id, style, 'style_id')
      },
    },
    {
      rule: 'an unknown style is refused',
      check: async () => void expectRefused(await service.send(shareOf('no-such-style'), { method: 'POST' })),
    },
    {
      rule: 'an unknown key is refused',
      async check() {
        const sending = { method: 'POST', key: 'nobody' } as const
        expectRefused(await service.send(shareOf(style ?? 'any'), sending))
      },
    },
    {
      rule: 'a style of another owner is refused',
      async check() {
        const id = await trainInApp(control, false)
        expectRefused(await service.send(shareOf(id), { method: 'POST' }))
      },
    },
  ]
}

/** Which styles a request may name (interface: Authentication 3). */
function visibilityRules(subject: Subject): Rule[] {
  const { models, paid, service, style, control } = subject
  const served = models.find(({ model, schema }) => {
    const isListed = requestSchema(model).properties?.styles !== undefined
    return isListed && 'id' in (schema?.properties?.styles?.items?.properties ?? {})
  })
  const using = (id: string) => ({ prompt, styles: [{ id }] })
  const send = (id: string) => {
    if (!served) throw new NotTried('what an element of styles is made of is neither listed nor described')
    return service.send(served.path, { method: 'POST', body: using(id) })
  }
  const own: PaidRequest | null = served && style !== null ? { served, body: using(style) } : null
  return [
    {
      rule: 'a style of the key’s own is used',
      ...(own && { paid: [own] }),
      async check() {
        if (!own)
          throw new NotTried('needs --style, and a description that shows what an element of styles is')
        expectAccepted(await paid.response(own))
      },
    },
    {
      rule: 'a request that names a style which does not exist is refused',
      check: async () => expectInvalid(await send('no-such-style')),
    },
    {
      rule: 'a style trained in the app is not visible to the API before it is shared',
      check: async () => expectInvalid(await send(await trainInApp(control, false))),
    },
    {
      rule: 'a style trained in the app is used once it is shared with the workspace',
      ...(control && served && { paid: [{ served, body: { prompt } }] }),
      check: async () => void expectAccepted(await send(await trainInApp(control, true))),
    },
  ]
}

/** A style of the app's own, which no operation of the interface makes; its id. */
async function trainInApp(control: Control | null, shared: boolean): Promise<string> {
  if (!control) throw needsControl()
  const id = `conformance-${randomUUID()}`
  const { status } = await control.command('/styles', { id, owner: 'app', shared })
  if (status !== 200) throw new NotTried('the control API makes no styles of the app')
  return id
}
