import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../chromium.ts'
import { encodeIcns, encodeIco, type IconImage } from './icon-files.ts'

const source = fileURLToPath(new URL('../../renderer/icon.svg', import.meta.url))
const folder = fileURLToPath(new URL('../../resources/icons/', import.meta.url))

const linuxSides = [16, 32, 48, 64, 128, 256, 512]
const windowsSides = [16, 24, 32, 48, 64, 128, 256]
const macSides = [32, 64, 128, 256, 512, 1024]
/** Icons of macOS keep a margin: the shape is 824 of 1,024 pixels. */
const macShare = 824 / 1024

/** Draws the desktop's icons for all systems from the page's own, and writes them to `resources/icons`. */
async function makeIcons(): Promise<void> {
  const svg = readFileSync(source, 'utf8')
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumFlags] })
  try {
    const page = await browser.newPage()
    const draw = async (side: number, share = 1): Promise<IconImage> => {
      await page.setViewportSize({ width: side, height: side })
      const width = Math.round(side * share)
      await page.setContent(
        `<body style="margin:0;display:grid;place-items:center;height:100vh">${svg.replace('<svg', `<svg width="${width}"`)}</body>`,
      )
      return { side, png: await page.screenshot({ omitBackground: true }) }
    }
    const drawAll = async (sides: readonly number[], share?: number) => {
      const images: IconImage[] = []
      for (const side of sides) images.push(await draw(side, share))
      return images
    }
    mkdirSync(`${folder}linux`, { recursive: true })
    for (const { side, png } of await drawAll(linuxSides))
      writeFileSync(`${folder}linux/${side}x${side}.png`, png)
    writeFileSync(`${folder}icon.ico`, encodeIco(await drawAll(windowsSides)))
    writeFileSync(`${folder}icon.icns`, encodeIcns(await drawAll(macSides, macShare)))
  } finally {
    await browser.close()
  }
}

await makeIcons()
