import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withRecipe } from '../main/testing/carrying-files.ts'
import { sampleCarried } from '../main/testing/sample-carried.ts'
import { signMedia } from '../main/testing/sign-media.ts'
import { makeMediaFiles } from './support/media-files.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { fileViewer, goTo, libraryFiles } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

test('[C2PA1] [EXP6] [EXP11] a signed file says who signed it and that it is by AI, and an export keeps it as it is', async ({
  studioPage: page,
  dataFolder,
}) => {
  const boat = readFileSync(makeMediaFiles(dataFolder).path('boat.png'))
  const folder = await mkdtemp(join(tmpdir(), 'atelier-e2e-signed-'))
  const out = join(dataFolder, 'out')
  try {
    const carried = sampleCarried({ prompt: 'A boat at dawn', values: { prompt: 'A boat at dawn' } })
    const signed = await signMedia('image/png', await withRecipe(boat, 'image/png', carried))
    writeFileSync(join(folder, 'a.png'), signed)
    await goTo(page, 'Library')
    await expect(page.getByRole('button', { name: 'Import a folder' }).last()).toBeVisible()
    await page.keyboard.press('Shift+I')
    const dialog = page.getByRole('dialog', { name: 'Import a folder' })
    await dialog.getByRole('textbox', { name: 'Folder path' }).fill(folder)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toHaveText('1 file added.')
    await page.keyboard.press('Escape')

    await libraryFiles(page).first().getByRole('button').press('Enter')
    const viewer = fileViewer(page)
    await expect(viewer).toContainText('Valid: the file is as it was signed')
    await expect(viewer).toContainText('Made by AI')
    await expect(viewer).toContainText('Test signer, Atelier tests')
    await expect(viewer).toContainText('so this name is not checked')
    await expect(viewer).toContainText('Created (Test model)')
    await expectNoFindings(page, 'Content Credentials are shown')

    await page.keyboard.press('Shift+E')
    const asked = page.getByRole('dialog', { name: 'Export 1 file' })
    await expect(asked).toContainText('1 file has Content Credentials (C2PA).')
    await expect(asked).not.toContainText('can’t hold them')
    await asked.getByRole('radio', { name: 'Folder' }).press('Space')
    await asked.getByRole('textbox', { name: 'Folder path' }).fill(out)
    await page.keyboard.press('Enter')
    await expect(asked.getByRole('status')).toContainText('1 file exported')
    const [name = ''] = readdirSync(out).filter((one) => one.endsWith('.png'))
    expect(readdirSync(out)).toContain(`${name}.xmp`)
    expect(readFileSync(join(out, name)).equals(signed)).toBe(true)
  } finally {
    await rm(folder, { recursive: true })
  }
})
