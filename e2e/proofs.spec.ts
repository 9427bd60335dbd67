import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { chooseModel, generateButton, goTo, libraryFiles, promptOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

test('[EXP30] [EXP301] [EXP431] [EXP32] [EXP36] [EXP37] a client judges files offline, and the reply becomes ratings, flags and notes', async ({
  studioPage: page,
  dataFolder,
  browser,
}) => {
  await chooseModel(page, 'Dense layouts')
  await promptOf(page).fill('A secret boat {1|2|3}')
  await pressEnabled(generateButton(page))
  await goTo(page, 'Library')
  const files = libraryFiles(page)
  await expect(files).toHaveCount(3)
  await files.nth(0).getByRole('button').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Shift+W')
  const dialog = page.getByRole('dialog', { name: 'Proof page of 3 files' })
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Boats <b>')
  await dialog.getByRole('radio', { name: 'ZIP' }).press('ArrowRight')
  await dialog.getByRole('textbox', { name: 'Folder path' }).fill(join(dataFolder, 'out'))
  await expectNoFindings(page, 'a proof page is made')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText(/^3 files exported/)
  await page.keyboard.press('Escape')
  const [name = ''] = readdirSync(join(dataFolder, 'out'))
  const proof = join(dataFolder, 'out', name, 'index.html')
  expect(readFileSync(proof, 'utf8')).not.toContain('secret')

  const context = await browser.newContext({ offline: true })
  const client = await context.newPage()
  const problems: string[] = []
  client.on('console', (message) => problems.push(message.text()))
  client.on('pageerror', (error) => problems.push(String(error)))
  await client.goto(pathToFileURL(proof).href)
  const cards = client.getByRole('article')
  await expect(cards).toHaveCount(3)
  const image = cards.nth(1).getByRole('button', { name: 'Open: 2' }).locator('img')
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
  await client.keyboard.press('ArrowRight')
  await expect(cards.nth(1)).toBeFocused()
  await client.keyboard.press('p')
  await client.keyboard.press('4')
  await expect(cards.nth(1).getByRole('group')).toHaveText('★★★★☆')
  await client.keyboard.press('c')
  await client.keyboard.type('More <b>light</b>')
  await client.keyboard.press('Escape')
  await client.keyboard.press('Enter')
  const large = client.getByRole('dialog')
  await expect(large.getByRole('button', { name: 'Pick', pressed: true })).toBeVisible()
  await expectNoFindings(client, 'a file of a proof is open')
  await client.keyboard.press('ArrowRight')
  await client.keyboard.press('x')
  await client.keyboard.press('Escape')
  await expect(cards.nth(2)).toBeFocused()
  await expect(client.getByText('1 picked, 1 rejected, of 3')).toBeVisible()
  // What was marked is there the next time.
  await client.reload()
  await expect(client.getByText('1 picked, 1 rejected, of 3')).toBeVisible()
  // Open twice, each shows what is marked in the other.
  const twin = await context.newPage()
  await twin.goto(client.url())
  await twin.getByRole('article').nth(0).press('p')
  await expect(client.getByText('2 picked, 1 rejected, of 3')).toBeVisible()
  await cards.nth(0).press('u')
  await expect(twin.getByText('1 picked, 1 rejected, of 3')).toBeVisible()
  await twin.close()
  await client.getByRole('textbox', { name: 'Your name' }).fill('Ann')
  await expectNoFindings(client, 'a proof is judged')
  const saving = client.waitForEvent('download')
  await client.getByRole('button', { name: 'Download reply' }).press('Enter')
  const reply = readFileSync(await (await saving).path(), 'utf8')
  expect(problems).toEqual([])
  await context.close()

  const sent = join(dataFolder, 'reply.json')
  writeFileSync(sent, reply)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Clear the selection' }).press('Enter')
  await page.getByRole('button', { name: 'Library menu' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Open a client’s reply…' }).press('Enter')
  await (await choosing).setFiles(sent)
  const shown = page.getByRole('dialog', { name: 'Reply of Ann' })
  await expect(shown.getByRole('listitem')).toHaveText([
    /no flag → picked, 0 → 4 ★Ann: More <b>light<\/b>$/,
    /no flag → rejected$/,
  ])
  await expectNoFindings(page, 'a reply is shown')
  await shown.getByRole('button', { name: 'Change 2 files' }).press('Enter')
  await expect(shown).toBeHidden()
  await expect(page.getByText('2 files changed by the client’s reply.')).toBeVisible()
  await files.nth(1).getByRole('button').focus()
  await expect(files.nth(1).getByRole('button')).toHaveAccessibleName(/picked, 4 stars/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Ann: More <b>light</b>')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(files.nth(1).getByRole('button')).not.toHaveAccessibleName(/picked/)
  // The same file dropped anywhere is shown, too.
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'reply.json', { type: 'application/json' }))
    return transfer
  }, reply)
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('body', type, { dataTransfer: dropped })
  await expect(shown.getByRole('listitem')).toHaveCount(2)
})
