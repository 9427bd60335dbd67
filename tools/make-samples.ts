import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { type Sample, samples } from '../renderer/features/create/samples/samples.ts'
import { samples as sampleWords } from '../renderer/words/en/samples.ts'
import { openVideo } from '../sandbox/media/video-reader.ts'
import { models } from '../shared/catalog/index.ts'
import type { Model } from '../shared/catalog/model.ts'
import { expandPrompt } from '../shared/prompts/expand-prompt.ts'
import { runCommand } from './run-command.ts'
import { startProgram } from './start-program.ts'

// Renders the samples of the first screen and of the models with the sandbox, small enough to come with the page.

interface Service {
  readonly url: string
  readonly key: string
}

const root = join(import.meta.dirname, '..')
const place = join(root, 'renderer', 'samples')
const scratch = mkdtempSync(join(tmpdir(), 'atelier-samples-'))
const quality = 72
const imageWidth = 400
const videoWidth = 256
const peaksCount = 72
/** Two pixels for each that the picker shows. */
const modelSample = { width: 120, height: 84 }

const modelPrompts = [
  'A lighthouse at dusk, calm sea',
  'A forest in the fog, early light',
  'Snow on the mountains under a pale moon',
  'A city at night, rain on the windows',
  'A desert at noon, one cloud',
  'A field of flowers, spring',
]

const sandbox = await startProgram(
  ['sandbox/serve.ts', '--port', '0', '--data', join(scratch, 'sandbox'), '--speed', '40', '--control'],
  { isReady: (line) => line.startsWith('{') },
)
try {
  const service = JSON.parse(sandbox.ready) as Service
  for (const sample of samples) await makeSample(sample, service)
  await limitSize(service.url, videoWidth)
  mkdirSync(join(place, 'models'), { recursive: true })
  for (const model of models) await makeModelSample(model, service)
} finally {
  await sandbox.stop()
  rmSync(scratch, { recursive: true, force: true })
}

async function makeSample(sample: Sample, service: Service): Promise<void> {
  await limitSize(service.url, sample.modelId.startsWith('v') ? videoWidth : 2 * imageWidth)
  const { prompt } = sampleWords.of[sample.id]
  const [axis] = sample.axes ?? []
  const values = axis?.kind === 'field' ? axis.values.map((value) => ({ [axis.field]: value })) : [{}]
  const prompts = expandPrompt(prompt).take(3)
  let count = 0
  for (const text of prompts)
    for (const value of values) {
      count += 1
      const file = await generate(sample, { prompt: text, ...sample.values, ...value }, service)
      await keep(file, prompts.length * values.length > 1 ? `${sample.id}-${count}` : sample.id)
    }
}

/** What a model made of a prompt, cut to the shape that the picker shows; of a video, a frame from its middle. */
async function makeModelSample(model: Model, service: Service): Promise<void> {
  if (model.kind === 'audio') return
  const prompt = modelPrompts[models.indexOf(model) % modelPrompts.length]
  const file = await generate({ modelId: model.id }, { prompt }, service)
  const image = model.kind === 'video' ? await middleFrame(file) : await loadImage(file)
  const { width, height } = modelSample
  const scale = Math.max(width / image.width, height / image.height)
  const [drawnWidth, drawnHeight] = [image.width * scale, image.height * scale]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.drawImage(image, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight)
  writeFileSync(join(place, 'models', `${model.id}.webp`), await canvas.encode('webp', quality))
}

async function middleFrame(file: string): Promise<Canvas> {
  const bytes = readFileSync(file)
  const video = await openVideo({ field: 'video', bytes })
  const canvas = await video.frameAt(video.seconds / 2)
  video.close()
  return canvas
}

async function limitSize(url: string, longSide: number): Promise<void> {
  await fetch(`${url}/__sandbox/media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ longSide, framesPerSecond: 12 }),
  })
}

async function generate(
  { modelId, startsWith }: Pick<Sample, 'modelId' | 'startsWith'>,
  values: Readonly<Record<string, unknown>>,
  { url, key }: Service,
): Promise<string> {
  const out = mkdtempSync(join(scratch, 'out-'))
  const start = startsWith === undefined ? {} : { start_image: `@${join(place, `${startsWith}.webp`)}` }
  const words = Object.entries({ ...values, ...start }).flatMap(([name, value]) => [
    '--set',
    `${name}=${value}`,
  ])
  const command = [
    'main/hosts/cli/cli.mjs',
    'generate',
    modelId,
    ...words,
    '--service',
    url,
    '--wait',
    '--yes',
  ]
  const { status } = await runCommand(
    process.execPath,
    [...command, '--data', join(scratch, 'data'), '--out', out],
    { cwd: root, env: { ATELIER_API_KEY: key }, onOutput: (text) => process.stdout.write(text) },
  )
  const [file] = readdirSync(out)
  if (status !== 0 || file === undefined) throw new Error(`${modelId} made nothing.`)
  return join(out, file)
}

async function keep(file: string, name: string): Promise<void> {
  if (file.endsWith('.mp4')) return writeFileSync(join(place, `${name}.mp4`), readFileSync(file))
  if (file.endsWith('.wav'))
    return writeFileSync(join(place, `${name}-peaks.ts`), peaksModule(readFileSync(file)))
  const image = await loadImage(file)
  const canvas = createCanvas(imageWidth, Math.round((imageWidth * image.height) / image.width))
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
  writeFileSync(join(place, `${name}.webp`), await canvas.encode('webp', quality))
}

/** The loudness over time of 16-bit samples, the loudest 1. */
function peaksModule(wav: Buffer): string {
  const samplesFrom = 44
  const size = Math.floor((wav.length - samplesFrom) / 2 / peaksCount)
  const peaks = Array.from({ length: peaksCount }, (_, index) => {
    let peak = 0
    for (let at = 0; at < size; at += 1)
      peak = Math.max(peak, Math.abs(wav.readInt16LE(samplesFrom + (index * size + at) * 2)))
    return peak
  })
  const most = Math.max(...peaks)
  const list = peaks.map((peak) => (peak / most).toFixed(2)).join(', ')
  return `/** The loudness of the sample song over time. Written by tools/make-samples.ts. */\nexport const songPeaks = [${list}]\n`
}
