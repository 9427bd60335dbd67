import { expectAccepted, expectRefused } from '../expectations.ts'
import { NotTried, type Rule } from '../rule.ts'
import { sampleImage } from '../sample-media.ts'
import type { ServiceResponse } from '../service-under-test.ts'
import { needsControl, type Subject } from '../subject.ts'
import { needUsageKey, usagePath } from '../usage-report.ts'

/** An operation that needs a key, and would succeed if the key worked. */
interface Operation {
  readonly name: string
  send(): Promise<ServiceResponse>
}

/** The causes of a blocked key: the same for every operation (interface: Authentication 5, Errors). */
const closings = [
  { what: 'while API access is not enabled', change: { apiEnabled: false }, back: { apiEnabled: true } },
  { what: 'when its workspace is removed', change: { removed: true }, back: { removed: false } },
] as const

/** No operation works with a key whose workspace has no API access, or is gone. */
export function closedAccessRules(subject: Subject): Rule[] {
  const { control, paid, plain } = subject
  return closings.flatMap(({ what, change, back }) =>
    operationsOf(subject).map(({ name, send }) => ({
      rule: `${name} is refused ${what}`,
      paid: [plain],
      async check() {
        if (!control) throw needsControl()
        expectAccepted(await paid.response(plain))
        const { status } = await control.command('/workspace', change)
        if (status !== 200) throw new NotTried('the control API can’t bring that about')
        expectRefused(await send().finally(() => control.command('/workspace', back)))
      },
    })),
  )
}

function operationsOf(subject: Subject): Operation[] {
  const { service, cheapest, description, paid, plain, style } = subject
  const jobPath = async () => `/jobs/${expectAccepted(await paid.response(plain)).job_id}`
  const described = (path: string, method: 'get' | 'post') => description?.paths[path]?.[method] !== undefined
  return [
    {
      name: 'generation',
      send: () => service.send(cheapest.path, { method: 'POST', body: { prompt: 'a paper hat' } }),
    },
    { name: 'reading a job', send: async () => service.send(await jobPath()) },
    { name: 'usage', send: () => service.send(usagePath(), { key: needUsageKey(subject) }) },
    {
      name: 'sharing a style',
      send: () => service.send(`/styles/${style ?? 'any'}/share/workspace`, { method: 'POST' }),
    },
    ...(described('/jobs', 'get') ? [{ name: 'listing jobs', send: () => service.send('/jobs') }] : []),
    ...(described('/assets', 'post') ? [{ name: 'uploading', send: () => upload(subject) }] : []),
  ]
}

function upload({ service }: Subject): Promise<ServiceResponse> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(sampleImage)], { type: 'image/png' }), 'hat.png')
  return service.send('/assets', { method: 'POST', form })
}
