import { expectDone, generateButton, goTo, libraryFiles, promptOf, runsOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

test('what is asked for is sent: once, or as often as was chosen', async ({ studioPage: page, service }) => {
  test.slow()
  await test.step('[ACT9] a double click on Generate makes one submission, also where the first click is done before the second', async () => {
    await promptOf(page).fill('Once')
    const generate = generateButton(page)
    await generate.click()
    await expect(runsOf(page)).toHaveCount(1)
    await expect(generate).toBeEnabled()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await expectDone(runsOf(page).first())
    await expect(generate).toBeEnabled()
    expect(service.submissions()).toHaveLength(1)
    await expect(runsOf(page)).toHaveCount(1)
    await generate.click()
    await expect(runsOf(page)).toHaveCount(2)
  })

  await test.step('three runs are three submissions and three files', async () => {
    await expectDone(runsOf(page).first())
    const before = service.submissions().length
    await promptOf(page).fill('Three')
    const more = page.getByRole('button', { name: 'More runs' })
    await more.click()
    await more.click()
    await expect(page.getByRole('status', { name: 'Runs' })).toHaveText('3')
    await generateButton(page).click()
    await expect(runsOf(page).first()).toHaveText(/^Three3 done/)
    await expectDone(runsOf(page).first())
    expect(service.submissions().length - before).toBe(3)
    await goTo(page, 'Library')
    await expect(libraryFiles(page)).toHaveCount(before + 3)
  })
})
