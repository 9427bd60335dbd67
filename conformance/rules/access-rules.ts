import { expectRefused } from '../expectations.ts'
import { type Rule, type Section, untriable } from '../rule.ts'
import type { Subject } from '../subject.ts'
import { closedAccessRules } from './closed-access-rules.ts'

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
      ...closedAccessRules(subject),
      untriable(
        'only owners and admins create keys, each shown once',
        'the interface shows no operation for it',
      ),
      untriable('an MCP connection draws from the balance of its kind', 'the interface shows no MCP address'),
    ],
  }
}
