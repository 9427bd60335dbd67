import { type Description, describedRequest, readDescription, type ServedModel } from '../description.ts'
import { expectAccepted, expectInvalid } from '../expectations.ts'
import { NotTried, type Rule } from '../rule.ts'
import type { Subject } from '../subject.ts'
import { after, before } from './ended-name-rules.ts'

/** The moment from which V1's ignored field is refused (interface: Model endpoints, V1). */
const end = '2026-10-30T00:00:00Z'

const prompt = 'a paper star'

/** V1 ignores a field until a moment and refuses it from then on. Only the description before that moment can name it. */
export function ignoredFieldRules(served: ServedModel, subject: Subject): Rule[] {
  const { model, path } = served
  if (model.id !== 'v1') return []
  const { service, control } = subject
  // Its name is known only when the description has been read; the price is that of a prompt alone.
  const counted = { served, body: { prompt } }
  const send = async (field: string, value: unknown) =>
    service.send(path, { method: 'POST', body: { prompt, [field]: value } })
  return [
    {
      rule: `a deprecated field is taken and ignored until ${end}`,
      ...((control || Date.now() < Date.parse(end)) && { paid: [counted] }),
      async check() {
        const { field, value } = await before(subject, end, () => findField(subject, path))
        await before(subject, end, async () => void expectAccepted(await send(field, value)))
      },
    },
    {
      rule: `the deprecated field is refused from ${end} on`,
      async check() {
        if (!control)
          throw new NotTried('its name is not listed; --control can read a description that names it')
        const { field, value } = await before(subject, end, () => findField(subject, path))
        await after(subject, end, async () => void expectInvalid(await send(field, value)))
      },
    },
  ]
}

async function findField({ service }: Subject, path: string): Promise<{ field: string; value: unknown }> {
  const description: Description | null = await readDescription(service)
  const properties = describedRequest(description, path)?.properties ?? {}
  const found = Object.entries(properties).find(([, { deprecated }]) => deprecated === true)
  if (!found)
    throw new NotTried('the field’s name is not listed, and no described one is marked as deprecated')
  const [field, { type }] = found
  return { field, value: type === 'boolean' ? true : 'any' }
}
