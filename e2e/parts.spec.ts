import { expect, test } from './support/studio-test.ts'

test.use({ hasService: false })

const libraryCode = '**/assets/library-view-*.js'
const paletteCode = '**/assets/palette-*.js'

test('a screen whose code can’t be loaded says so, and comes at the next try', async ({
  hostName,
  context,
  studio,
}) => {
  test.skip(hostName !== 'browser', 'the window’s requests can’t be stopped from here')
  await context.route(libraryCode, (route) => route.abort())
  const page = await studio.open()
  await page.getByRole('link', { name: 'Library' }).click()
  await expect(page.getByRole('alert')).toContainText('couldn’t be loaded')
  await context.unroute(libraryCode)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('searchbox').first()).toBeVisible()
})

test('what is typed while the palette is on its way is in it, and Escape gives it up', async ({
  hostName,
  context,
  studio,
}) => {
  test.skip(hostName !== 'browser', 'the window’s requests can’t be stopped from here')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await context.route(paletteCode, async (route) => {
    await released
    await route.continue()
  })
  const page = await studio.open()
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.fill('a lighthouse')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('nothing')
  await page.keyboard.press('Escape')
  await page.keyboard.type('!')
  await expect(prompt).toHaveValue('a lighthouse!')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('spenx')
  await page.keyboard.press('Backspace')
  release()
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('spen')
  await page.keyboard.type('d')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/spend/)
  await expect(prompt).toBeHidden()
})
