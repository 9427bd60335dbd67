import { styleShareResultSchema } from '../../../shared/api/style.ts'
import { expectEqual, expectOk, expectRefused } from '../expectations.ts'
import { NotTried, type Rule, type Section, untriable } from '../rule.ts'
import { needsControl, type Subject } from '../subject.ts'

const prompt = 'a paper hat'

export function authenticationSection(subject: Subject): Section {
  const { service, cheapest } = subject
  const generation = { method: 'POST', body: { prompt } } as const
  const refused = (rule: string, send: () => ReturnType<typeof service.send>): Rule => ({
    rule,
    check: async () => void expectRefused(await send()),
  })
  return {
    title: 'Authentication',
    rules: [
      refused('generation without a key is refused', () =>
        service.send(cheapest.path, { ...generation, key: null }),
      ),
      refused('generation with an unknown key is refused', () =>
        service.send(cheapest.path, { ...generation, key: 'nobody' }),
      ),
      refused('another scheme than Bearer is refused', () =>
        service.send(cheapest.path, {
          ...generation,
          key: null,
          headers: { Authorization: `Basic ${btoa('nobody:nothing')}` },
        }),
      ),
      refused('reading a job without a key is refused', () =>
        service.send('/jobs/5f0c1c6e-1f0e-4d55-9a57-0c6a4bb0b1c3', { key: null }),
      ),
      refused('usage without a key is refused', () => service.send('/usage', { key: null })),
      refused('sharing a style without a key is refused', () =>
        service.send('/styles/any/share/workspace', { method: 'POST', key: null }),
      ),
      disabledAccess(subject),
      untriable(
        'only owners and admins create keys, each told once',
        'the interface shows no operation for it',
      ),
      untriable('an MCP connection draws from the balance of its kind', 'the interface shows no MCP address'),
    ],
  }
}

function disabledAccess({ control, service, cheapest }: Subject): Rule {
  return {
    rule: 'keys do not work while API access is not enabled on the workspace',
    async check() {
      if (!control) throw needsControl()
      await control.command('/workspace', { apiEnabled: false })
      const sending = { method: 'POST', body: { prompt } } as const
      const answer = await service
        .send(cheapest.path, sending)
        .finally(() => control.command('/workspace', { apiEnabled: true }))
      expectRefused(answer)
    },
  }
}

export function styleSection({ service, style }: Subject): Section {
  async function share() {
    if (style === null) throw new NotTried('needs --style, the id of a style that the key’s identity owns')
    const path = `/styles/${encodeURIComponent(style)}/share/workspace`
    const answer = await service.send(path, { method: 'POST' })
    return expectOk(answer, styleShareResultSchema, 'success, style_id and workspace with id and name')
  }
  return {
    title: 'POST /styles/{id}/share/workspace',
    rules: [
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
        check: async () =>
          void expectRefused(await service.send('/styles/no-such-style/share/workspace', { method: 'POST' })),
      },
      {
        rule: 'an unknown key is refused',
        async check() {
          const sending = { method: 'POST', key: 'nobody' } as const
          expectRefused(await service.send(`/styles/${style ?? 'any'}/share/workspace`, sending))
        },
      },
      untriable('members of the workspace can use a shared style', 'the interface shows no operation for it'),
    ],
  }
}
