import { mediaUrlMaxLength } from '../../shared/api/media.ts'
import { requestSchema } from '../../shared/catalog/json-schema.ts'
import type { ServedModel } from '../description.ts'
import { expectAccepted, expectInvalid, expectThat, showResponse } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import { sampleMedia } from '../sample-media.ts'
import { mediaOf } from '../sample-values.ts'
import { needsReceiver, type Subject } from '../subject.ts'

const prompt = 'a paper tulip'
const longUrl = 'https://example.com/'.padEnd(mediaUrlMaxLength + 1, 'a')

/** Values that are neither a URL nor a base64 data URI. */
const broken: readonly string[] = [
  '',
  'https://',
  'https:// ',
  'https://exa mple.com/a.png',
  ' https://example.com/a.png',
  'ftp://example.com/a.png',
  'example.com/a.png',
  'data:',
  'data:image/png,',
  'data:image/png,%89PNG',
  'data:image/png;base64,',
  'data:image/png;base64,@@@@',
  'data:image/png;base64,iVBORw0KGgo',
  'data:image/png;base64,iVBO\nRw0K',
]

/** A model with a single image field, and that field. */
export interface ImageField {
  readonly served: ServedModel
  readonly field: string
}

/** A position for a medium, and a request with a value in it. */
interface Place {
  readonly name: string
  readonly served: ServedModel
  readonly field: string
  body(value: string): Readonly<Record<string, unknown>>
}

/** A medium is validated on arrival: an invalid one is refused with its field's name, at any position. */
export function mediaValueRules(subject: Subject, single: ImageField): Rule[] {
  const places = findPlaces(subject, single)
  return places.flatMap((place) => [
    ...[...broken, longUrl].map((value) => refusal(subject, place, value)),
    anyCase(subject, place, 'DATA:', () => sampleMedia.image.replace('data:', 'DATA:')),
    anyCase(subject, place, 'HTTP://', (): string => {
      if (!subject.receiver) throw needsReceiver()
      return subject.receiver.imageUrl(60).replace('http', 'HTTP')
    }),
    anyCase(subject, place, `a URL of ${mediaUrlMaxLength} characters`, (): string => {
      if (!subject.receiver) throw needsReceiver()
      return subject.receiver.imageUrl(mediaUrlMaxLength)
    }),
  ])
}

function findPlaces({ models }: Subject, { served, field }: ImageField): Place[] {
  const found: Place[] = [{ name: field, served, field, body: (value) => ({ prompt, [field]: value }) }]
  for (const one of models.filter(({ model }) => model.kind === 'image')) {
    for (const [name, { items }] of Object.entries(requestSchema(one.model).properties ?? {})) {
      if (mediaOf(items) === 'image' && !found.some(({ name: known }) => known === 'an element of a list'))
        found.push({
          name: 'an element of a list',
          served: one,
          field: name,
          body: (url) => ({ prompt, [name]: [url] }),
        })
      const members = one.schema?.properties?.[name]?.items?.properties ?? {}
      if ('url' in members && !found.some(({ name: known }) => known === 'a style image'))
        found.push({
          name: 'a style image',
          served: one,
          field: name,
          body: (url) => ({ prompt, [name]: [{ url }] }),
        })
    }
  }
  return found
}

function refusal({ service }: Subject, { name, served, field, body }: Place, value: string): Rule {
  const shown = value.length > 60 ? `a URL of ${value.length} characters` : JSON.stringify(value)
  return {
    rule: `${name} refuses ${shown}, and the field is named`,
    async check() {
      const response = await service.send(served.path, { method: 'POST', body: body(value) })
      expectInvalid(response)
      expectThat(response.text.includes(field), `an error that names ${field}`, showResponse(response))
    },
  }
}

/** The address of the receiver is known only while the rules run; the price is that of a prompt alone. */
function anyCase(
  { service }: Subject,
  { name, served, body }: Place,
  what: string,
  value: () => string,
): Rule {
  return {
    rule: `${name} takes ${what}`,
    paid: [{ served, body: { prompt } }],
    async check() {
      expectAccepted(await service.send(served.path, { method: 'POST', body: body(value()) }))
    },
  }
}
