import assert from 'node:assert/strict'
import { readDeprecationHeaders } from '../../shared/api/deprecation.ts'
import { sunsetBodySchema } from '../../shared/api/error.ts'
import { models } from '../../shared/catalog/index.ts'
import { retiredModels } from '../../shared/catalog/retired.ts'
import { expectJson } from './expectations.ts'
import { inSection, NotApplicable, type Rule } from './rule.ts'
import type { ServiceUnderTest } from './service-under-test.ts'

interface Operation {
  readonly deprecated?: boolean
  readonly description?: string
  readonly requestBody?: unknown
}

interface Description {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>
}

async function readDescription(service: ServiceUnderTest): Promise<Description> {
  return (await expectJson(await service.get('/openapi.json', null))) as Description
}

export const versionRules: readonly Rule[] = inSection('Versioning', [
  [
    'the description is OpenAPI 3.1.0 of API version v1 and has every model',
    async (service) => {
      const { openapi, info, paths } = await readDescription(service)
      assert.equal(openapi, '3.1.0')
      assert.equal(info.version, 'v1')
      for (const model of models) assert.ok(paths[service.pathOf(model)]?.post, `${model.id} is missing`)
    },
  ],
  [
    'ended names are absent from the request schemas',
    async (service) => {
      const { paths } = await readDescription(service)
      for (const model of models) {
        const text = JSON.stringify(paths[service.pathOf(model)]?.post?.requestBody)
        for (const { from } of model.aliases)
          assert.ok(!text.includes(`"${from}":`) || from in model.request.shape)
      }
    },
  ],
  [
    'a deprecated operation’s text starts with a warning, and its successful answers carry the three headers',
    async (service) => {
      const { paths } = await readDescription(service)
      const deprecated = Object.entries(paths).filter(([, { post }]) => post?.deprecated)
      if (deprecated.length === 0) throw new NotApplicable('nothing is deprecated')
      for (const [path, { post }] of deprecated) {
        assert.match(post?.description ?? '', /^\W*warning/i)
        const answer = await service.post(path, { prompt: 'x' })
        await answer.arrayBuffer()
        if (answer.status !== 200) continue
        const notice = readDeprecationHeaders((name) => answer.headers.get(name))
        assert.ok(notice?.sunset && notice.link, `${path} lacks a header`)
        assert.match(answer.headers.get('sunset') ?? '', /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/)
        assert.match(answer.headers.get('link') ?? '', /type="?text\/html/)
      }
    },
  ],
  ...retiredModels.map(
    (model) =>
      [
        `${model.label}, sunset on ${model.sunsetDate}, answers 410 with the sunset body`,
        async (service: ServiceUnderTest) => {
          const answer = await service.post(service.pathOf(model), { prompt: 'x' })
          const text = await answer.text()
          if (answer.status === 404) throw new NotApplicable(`nothing stands at ${service.pathOf(model)}`)
          assert.equal(answer.status, 410)
          const body = sunsetBodySchema.parse(JSON.parse(text))
          assert.equal(body.error, 'model_unavailable')
          assert.equal(body.reason, 'deprecated')
          assert.equal(body.sunset_date, model.sunsetDate)
          assert.ok(body.message.includes(model.sunsetDate))
          assert.equal(body.replacement !== undefined, model.replacement !== null)
          assert.equal(body.migration_url !== undefined, model.replacement !== null)
        },
      ] as const,
  ),
])
