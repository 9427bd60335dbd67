import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { chromiumFlags, chromiumPath } from './chromium.ts'
import { startProgram } from './start-program.ts'

const target = fileURLToPath(new URL('../resources/readme/create.png', import.meta.url))

interface ImageRun {
  readonly model: string
  readonly prompt: string
  /** The choices made by clicks. */
  readonly choices: readonly string[]
  readonly seconds?: number
}

const runs: readonly ImageRun[] = [
  {
    model: 'Fast images',
    prompt: 'Salt flats after rain, a single red chair, wide horizon',
    choices: ['3:2'],
  },
  { model: 'Fast images', prompt: 'Night market in the mountains, paper lanterns, mist', choices: ['4:5'] },
  { model: 'Music', prompt: 'Slow piano and rain, a tape machine in the next room', choices: [] },
  {
    model: 'Fast images',
    prompt: 'Greenhouse at dawn, condensation on glass, orange trees',
    choices: ['1:1'],
  },
  {
    model: 'Fast images',
    prompt: 'A lighthouse on basalt cliffs at golden hour, fine grain',
    choices: ['16:9'],
  },
  {
    model: 'Fast quality',
    prompt: 'Waves against a black pier at first light, long exposure, a slow push in',
    choices: ['720p', '16:9'],
    seconds: 5,
  },
]

/** Makes the README's image from the real program: the browser host, the sandbox and a few runs. */
async function takeImage(folder: string): Promise<void> {
  const args = ['main/hosts/start.mjs', '--browser', '--no-open', '--data', join(folder, 'data')]
  const studio = await startProgram(args, {
    isReady: (line) => line.startsWith('Atelier: http'),
  })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumFlags] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    await page.goto(studio.ready.replace('Atelier: ', ''))
    for (const run of runs) await make(page, run)
    await page.getByRole('region', { name: 'Result' }).locator('video').waitFor()
    await page.waitForFunction(
      (count) =>
        document.images.length >= count && [...document.images].every((image) => image.naturalWidth > 0),
      runs.length,
    )
    mkdirSync(dirname(target), { recursive: true })
    await page.screenshot({ path: target })
  } finally {
    await browser.close()
    await studio.stop()
  }
}

async function make(page: Page, { model, prompt, choices, seconds }: ImageRun): Promise<void> {
  await page.getByRole('combobox', { name: /^Model/ }).click()
  await page.getByRole('combobox', { name: 'Search models' }).fill(model)
  await page
    .getByRole('option', { name: new RegExp(model, 'i') })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  for (const name of choices) await page.getByRole('radio', { name, exact: true }).click()
  if (seconds) await page.getByRole('textbox', { name: 'Duration' }).fill(String(seconds))
  await page.getByRole('button', { name: /^Generate/ }).click()
  const newest = page.getByRole('region', { name: 'Runs' }).getByRole('listitem').first()
  await newest.getByText(prompt).waitFor()
  await newest.getByRole('progressbar').waitFor({ state: 'detached', timeout: 180_000 })
}

const folder = mkdtempSync(join(tmpdir(), 'atelier-image-'))
try {
  await takeImage(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
