import { assetSchema } from '../../shared/api/asset.ts'
import { mediaUrlMaxLength } from '../../shared/api/media.ts'
import { requestSchema } from '../../shared/catalog/json-schema.ts'
import type { ServedModel } from '../description.ts'
import { expectAccepted, expectShape, expectThat, showResponse } from '../expectations.ts'
import { NotTried, type Rule, type Section, untriable } from '../rule.ts'
import { sampleImage, sampleMedia } from '../sample-media.ts'
import { mediaOf } from '../sample-values.ts'
import { needsReceiver, type Subject } from '../subject.ts'
import { type ImageField, mediaValueRules } from './media-value-rules.ts'

const prompt = 'a paper rose'
const assetsPath = '/assets'

/** The three forms of a media value, tested on one model; the limits of each field are with its model. */
export function mediaSection(subject: Subject): Section {
  const title = 'Media inputs'
  const found = findImageField(subject.models)
  if (!found) return { title, rules: [untriable('three forms of a media value', 'no image model is known')] }
  const forms = [dataUri(subject, found), externalUrl(subject, found), assetUrl(subject, found)]
  return { title, rules: [...forms, ...mediaValueRules(subject, found)] }
}

function findImageField(models: readonly ServedModel[]): ImageField | null {
  for (const served of models) {
    const fields = Object.entries(requestSchema(served.model).properties ?? {})
    const [field] = fields.find(([, schema]) => mediaOf(schema) === 'image') ?? []
    if (field !== undefined && served.model.kind === 'image') return { served, field }
  }
  return null
}

function dataUri({ paid }: Subject, { served, field }: ImageField): Rule {
  const request = { served, body: { prompt, [field]: sampleMedia.image } }
  return {
    rule: 'a base64 data URI is taken',
    paid: [request],
    check: async () => void expectAccepted(await paid.response(request)),
  }
}

function externalUrl({ paid, receiver }: Subject, { served, field }: ImageField): Rule {
  const rule = `an external URL is taken, with as many as ${mediaUrlMaxLength} characters`
  if (!receiver)
    return {
      rule,
      async check() {
        throw needsReceiver()
      },
    }
  const request = { served, body: { prompt, [field]: receiver.imageUrl(mediaUrlMaxLength) } }
  return { rule, paid: [request], check: async () => void expectAccepted(await paid.response(request)) }
}

/** Uploading is not listed; where the service describes it, an asset's URL is a media value. */
function assetUrl({ description, service }: Subject, { served, field }: ImageField): Rule {
  const rule = 'the URL of an uploaded asset is taken'
  if (!description?.paths[assetsPath]?.post) return untriable(rule, 'uploading is not listed, nor described')
  return {
    rule,
    // Its URL is known only when it is uploaded; the price is that of a prompt alone.
    paid: [{ served, body: { prompt } }],
    async check() {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(sampleImage)], { type: 'image/png' }), 'rose.png')
      const uploaded = await service.send(assetsPath, { method: 'POST', form })
      if (uploaded.status === 404) throw new NotTried(`nothing takes a file at ${assetsPath}`)
      expectThat(uploaded.status < 300, 'an asset', showResponse(uploaded))
      const { image_url: url } = expectShape(assetSchema, uploaded.body, 'an asset with its URL')
      const body = { prompt, [field]: url }
      expectAccepted(await service.send(served.path, { method: 'POST', body }))
    },
  }
}
