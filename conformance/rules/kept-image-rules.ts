import { createCanvas } from '@napi-rs/canvas'
import { requestSchema } from '../../shared/catalog/json-schema.ts'
import type { ServedModel } from '../description.ts'
import { expectThat } from '../expectations.ts'
import { decodeImage, fetchResult } from '../read-results.ts'
import { NotTried, type Rule } from '../rule.ts'
import { mediaOf } from '../sample-values.ts'
import type { Subject } from '../subject.ts'
import { locateConstraints } from '../unnamed-constraints.ts'

/** A shape and a size that no service would choose by itself. */
const size = { width: 147, height: 91 }
/** Steps of 255 by which a pixel may differ: the result may have another encoding. */
const mostDifference = 3

/** I4 at a strength of 0 keeps the given image: its pixels, and its size where none is requested. */
export function keptImageRules(served: ServedModel, { paid }: Subject): Rule[] {
  const [strength] = locateConstraints(served).flatMap(({ what, fields }) =>
    /strength/.test(what) ? fields : [],
  )
  const fields = Object.entries(requestSchema(served.model).properties ?? {})
  const [image] = fields.find(([, schema]) => mediaOf(schema) === 'image') ?? []
  if (served.model.id !== 'i4') return []
  const given = paintSample()
  const body = {
    prompt: 'a paper swan',
    [strength?.field ?? '']: 0,
    [image ?? '']: `data:image/png;base64,${given.toString('base64')}`,
  }
  const request = strength && image !== undefined ? { served, body } : null
  return [
    {
      rule: 'a strength of 0 keeps the given image, in its own size',
      ...(request && { paid: [request] }),
      async check() {
        if (!request) throw new NotTried('the field’s name is not listed, and no described one fits')
        const { ended } = await paid.run(request)
        const came = await decodeImage(await fetchResult(ended))
        const wanted = await decodeImage(given)
        const dimensions = ({ width, height }: { width: number; height: number }) => `${width} × ${height}`
        expectThat(dimensions(came) === dimensions(wanted), dimensions(wanted), dimensions(came))
        const differences = came.pixels.map((value, index) => Math.abs(value - (wanted.pixels[index] ?? 0)))
        const most = differences.reduce((left, right) => Math.max(left, right), 0)
        expectThat(most <= mostDifference, 'the same pixels', `one that differs by ${most}`)
      },
    },
  ]
}

function paintSample(): Buffer {
  const canvas = createCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  for (let x = 0; x < size.width; x += 7) {
    for (let y = 0; y < size.height; y += 7) {
      context.fillStyle = `rgb(${(x * 5) % 256}, ${(y * 3) % 256}, ${(x * y) % 256})`
      context.fillRect(x, y, 7, 7)
    }
  }
  return canvas.toBuffer('image/png')
}
