import { requestSchema } from '../../shared/catalog/json-schema.ts'
import { durationField } from '../../shared/pricing/price-table.ts'
import { leastBody } from '../acceptance.ts'
import type { ServedModel } from '../description.ts'
import { expectThat } from '../expectations.ts'
import { decodeVideo, fetchResult } from '../read-results.ts'
import type { Rule, Section } from '../rule.ts'
import type { Subject } from '../subject.ts'
import { keptImageRules } from './kept-image-rules.ts'

/** Half a frame at 10 frames a second: a length that no frame rate divides is met to the nearest frame. */
const frameSeconds = 0.05

/**
 * The content of results: they are fetched and decoded (interface: Model endpoints, “native audio”, “duration”,
 * “denoising strength”).
 */
export function resultSection(subject: Subject): Section {
  const rules = subject.models.flatMap((served) => [
    ...videoRules(subject, served),
    ...keptImageRules(served, subject),
  ])
  return { title: 'Results', rules }
}

function videoRules(subject: Subject, served: ServedModel): Rule[] {
  const { model } = served
  if (model.kind !== 'video') return []
  const name = model.id.toUpperCase()
  const fields = requestSchema(model).properties ?? {}
  const least = leastBody(served)
  const rules: Rule[] = []
  const shortest = fields[durationField]?.minimum
  if (shortest !== undefined) {
    rules.push(
      lookAt(subject, served, {
        rule: `a video of ${name} lasts as long as it is asked to: ${shortest} s`,
        body: { ...least, [durationField]: shortest },
        look: ({ seconds }) =>
          expectThat(Math.abs(seconds - shortest) <= frameSeconds, `${shortest} s`, `${seconds} s`),
      }),
    )
  }
  if (/native audio/i.test(model.description)) {
    const body = fields.generate_audio ? { ...least, generate_audio: true } : least
    rules.push(
      lookAt(subject, served, {
        rule: `a video of ${name} has audio`,
        body,
        look: ({ hasAudio }) => expectThat(hasAudio, 'an audio track', 'none'),
      }),
    )
  }
  if (fields.generate_audio) {
    rules.push(
      lookAt(subject, served, {
        rule: `a video of ${name} without generate_audio has none`,
        body: { ...least, generate_audio: false },
        look: ({ hasAudio }) => expectThat(!hasAudio, 'no audio track', 'one'),
      }),
    )
  }
  return rules
}

interface Look {
  readonly rule: string
  readonly body: Readonly<Record<string, unknown>>
  look(video: Awaited<ReturnType<typeof decodeVideo>>): void
}

function lookAt({ paid }: Subject, served: ServedModel, { rule, body, look }: Look): Rule {
  const request = { served, body }
  return {
    rule,
    paid: [request],
    async check() {
      const { ended } = await paid.run(request)
      const video = await decodeVideo(await fetchResult(ended))
      expectThat(video.frames > 0, 'frames', 'none')
      look(video)
    },
  }
}
