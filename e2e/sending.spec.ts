import { expectDone, generateButton, goTo, libraryFiles, promptOf, runsOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

test('[ACT9] a double click on Generate makes one submission, also where the first click is done before the second', async ({
  studioPage,
  service,
}) => {
  await promptOf(studioPage).fill('Once')
  const generate = generateButton(studioPage)
  await generate.click()
  await expect(runsOf(studioPage)).toHaveCount(1)
  await expect(generate).toBeEnabled()
  await studioPage.mouse.down({ clickCount: 2 })
  await studioPage.mouse.up({ clickCount: 2 })
  await expectDone(runsOf(studioPage).first())
  await expect(generate).toBeEnabled()
  expect(service.submissions()).toHaveLength(1)
  await expect(runsOf(studioPage)).toHaveCount(1)
  await generate.click()
  await expect(runsOf(studioPage)).toHaveCount(2)
})

test('three runs are three submissions and three files', async ({ studioPage, service }) => {
  await promptOf(studioPage).fill('Three')
  const more = studioPage.getByRole('button', { name: 'More runs' })
  await more.click()
  await more.click()
  await expect(studioPage.getByRole('status', { name: 'Runs' })).toHaveText('3')
  await generateButton(studioPage).click()
  await expect(runsOf(studioPage)).toHaveText([/^Three3 done/])
  await expectDone(runsOf(studioPage).first())
  expect(service.submissions()).toHaveLength(3)
  await goTo(studioPage, 'Library')
  await expect(libraryFiles(studioPage)).toHaveCount(3)
})
