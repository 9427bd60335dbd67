import type { Page } from '@playwright/test'
import { expectNoFindings } from './support/no-findings.ts'
import {
  expectDone,
  generateButton,
  goTo,
  pauseQueue,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

async function generate(page: Page, prompt: string): Promise<void> {
  await promptOf(page).fill(prompt)
  await generateButton(page).click()
  await expect(runsOf(page).filter({ hasText: prompt }).first()).toBeVisible()
}

test('[JOB62] [RUN2] [RUN532] a run that failed, was canceled, lost its response or met a failing service says what was charged and what can be done', async ({
  studioPage: page,
  service,
  sandbox,
}) => {
  // Until it is removed: a job that an earlier spec left may end first.
  await sandbox.setFaults({
    job: { status: 'failed', code: 'filtered', message: 'The prompt was refused.', times: 0 },
  })
  await generate(page, 'A boat that fails')
  await expect(resultOf(page)).toContainText('Failed jobs are not billed.')
  await expect(resultOf(page)).toContainText('The prompt was refused. (filtered)')
  await expect(runsOf(page).first()).toContainText('not billed')
  await sandbox.setFaults({})
  await expectNoFindings(page, 'a failed job')
  await page.getByRole('button', { name: 'Retry · price not listed' }).dblclick()
  await expect(runsOf(page)).toHaveCount(2)
  await expectDone(runsOf(page).first())
  await expect(resultOf(page).getByRole('img')).toBeVisible()
  expect(service.submissions()).toHaveLength(2)

  await sandbox.setFaults({ job: { status: 'cancelled', times: 0 } })
  await generate(page, 'A canceled boat')
  await expect(resultOf(page)).toContainText('Canceled jobs are not billed.')
  await expectNoFindings(page, 'a cancelled job')

  await sandbox.setFaults({ request: { kind: 'accept-and-close' } })
  await generate(page, 'A lost boat')
  const close = resultOf(page).getByRole('button', { name: 'Close this run' })
  const closing = page.getByRole('dialog', { name: 'Close this run?' })
  await close.press('Enter')
  await expect(closing).toContainText('charged all the same')
  await expectNoFindings(page, 'the question before a run is closed')
  await closing.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(closing).toHaveCount(0)
  await expect(runsOf(page).first()).toContainText('Outcome unknown')
  await close.press('Enter')
  await closing.getByRole('button', { name: 'Close it' }).press('Enter')
  await expect(runsOf(page).first()).toContainText('Closed')

  await sandbox.setFaults({ request: { kind: 'status', status: 500 } })
  await generate(page, 'A boat at a failing service')
  await expect(resultOf(page)).toContainText('failed after it had the request (500)')
  await expect(resultOf(page)).toContainText('looking for this run in the service’s list of jobs')
  await page.setViewportSize({ width: 720, height: 450 })
  for (const name of ['Close this run', 'Send again, it may charge twice'])
    await resultOf(page).getByRole('button', { name }).click({ trial: true })
  await resultOf(page).getByRole('button', { name: 'Send again, it may charge twice' }).click()
  const sending = page.getByRole('dialog', { name: 'Send it again?' })
  await expect(sending).toContainText('Atelier will know by')
  await sending.getByRole('button', { name: 'Cancel' }).press('Enter')
  const sendAgain = resultOf(page).getByRole('button', { name: 'Send again, it may charge twice' })
  await expect(sendAgain).toBeFocused()
  // [RUN532] The ring is outside of the button.
  const ringEnds = await sendAgain.evaluate((button) => {
    const card = button.parentElement?.parentElement
    const { outlineOffset, outlineWidth } = getComputedStyle(button)
    const ring = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
    return { ring, room: (card?.getBoundingClientRect().bottom ?? 0) - button.getBoundingClientRect().bottom }
  })
  expect(ringEnds.ring).toBeGreaterThan(0)
  expect(ringEnds.room).toBeGreaterThanOrEqual(ringEnds.ring)
  await expectNoFindings(page, 'an unknown run in a small window')
})

test('[JOB102] a run under way says why it can’t be canceled, and one that ends while one is elsewhere is reported with a link to it', async ({
  studioPage: page,
  service,
  sandbox,
}) => {
  const letPass = service.holdJobs()
  await generate(page, 'A boat')
  const why = resultOf(page).getByText('the service has no way to stop a job')
  await expect(why).toBeVisible()
  await expectNoFindings(page, 'a run under way')
  await page.setViewportSize({ width: 720, height: 450 })
  await expect(why).toBeVisible()
  letPass()
  await expectDone(runsOf(page).first())
  await expect(why).toHaveCount(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  const letOneEnd = service.holdJobs()
  await generate(page, 'Made meanwhile')
  await goTo(page, 'Library')
  letOneEnd()
  await expect(page.getByText('Done: Made meanwhile').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(resultOf(page).getByRole('img')).toBeVisible()
  await expect(page.getByText('Done: Made meanwhile')).toHaveCount(0)

  // Several are summed up in one note.
  const note = (words: string | RegExp) => page.getByRole('dialog', { name: words })
  const letEnd = service.holdJobs()
  for (const prompt of ['First light', 'Second light', 'Third light']) await generate(page, prompt)
  await goTo(page, 'Spend')
  letEnd()
  await expect(note('3 runs are done.')).toBeVisible()
  await expect(note(/^Done|^2 runs/)).toHaveCount(0)
  await note('3 runs are done.').getByRole('button', { name: 'Show' }).click()

  // Beside the list only a failure is. One after the other: the first gets the fault.
  await goTo(page, 'Settings')
  await page.getByRole('textbox', { name: 'Jobs at once' }).fill('1')
  await page.keyboard.press('Enter')
  await goTo(page, 'Create')
  await pauseQueue(page)
  await sandbox.setFaults({ job: { status: 'failed', code: 'filtered', message: 'Refused.' } })
  for (const prompt of ['A storm', 'A calm sea', 'What is on the stage']) await generate(page, prompt)
  await page.getByRole('button', { name: 'Resume the queue' }).click()
  await expect(page.getByText('Failed: A storm').first()).toBeVisible()
  await expectDone(runsOf(page).first())
  await expectDone(runsOf(page).nth(1))
  await expect(note(/calm/)).toHaveCount(0)

  // The arrows go from run to run, and the stage follows.
  await runsOf(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(runsOf(page).nth(1)).toBeFocused()
  await expect(resultOf(page)).toContainText('A calm sea')
  await page.keyboard.press('ArrowUp')
  await expect(resultOf(page)).toContainText('What is on the stage')
})

test('[NOTE530] what was not sent yet is canceled and never sent, one or a batch in one act; its note covers nothing and is reached by key', async ({
  studioPage: page,
  service,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 })
  await pauseQueue(page)
  await promptOf(page).fill('A boat {1|2|3}')
  await generateButton(page).click()
  await resultOf(page)
    .getByRole('button', { name: /^1: .*A boat 1$/ })
    .click()
  await resultOf(page).getByRole('button', { name: 'Cancel 3 unsent' }).click()
  const note = page.getByRole('dialog', { name: '3 runs were canceled and are not charged.' })
  // Under the pointer it doesn't run out.
  await note.hover()
  // Over what is looked at, not over what is at its foot.
  const [noteBox, stageBox, stripBox, formBox] = await Promise.all(
    [
      note,
      resultOf(page),
      page.getByRole('group', { name: 'Runs of this batch' }),
      page.getByRole('region', { name: 'Settings of the run' }),
    ].map((part) => part.boundingBox()),
  )
  if (!noteBox || !stageBox || !stripBox || !formBox) throw new Error('Something is not there.')
  expect(noteBox.y).toBeGreaterThan(stageBox.y)
  expect(noteBox.y + noteBox.height).toBeLessThan(stripBox.y)
  expect(noteBox.x).toBeGreaterThan(formBox.x + formBox.width)
  await page.keyboard.press('F6')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(note.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(note.getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(note).toHaveCount(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  // A batch is canceled from wherever one is in it.
  await promptOf(page).fill('A ship {1|2|3}')
  await generateButton(page).click()
  await expect(runsOf(page)).toHaveCount(2)
  await resultOf(page)
    .getByRole('button', { name: /^1: .*A ship 1$/ })
    .click()
  await resultOf(page).getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(resultOf(page)).toContainText('Nothing was charged.')
  await resultOf(page).getByRole('button', { name: 'Cancel 2 unsent' }).click()
  await expect(runsOf(page).first()).toContainText('3 canceled')
  await expect(resultOf(page).getByRole('button', { name: /unsent$/ })).toHaveCount(0)

  await generate(page, 'A second thought')
  await expect(resultOf(page)).toContainText('The queue is paused.')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(resultOf(page)).toContainText('Nothing was charged.')
  await page.setViewportSize({ width: 720, height: 450 })
  // [NOTE530] Beside its button one word a line had room.
  const withdrawn = page.getByRole('dialog', { name: /^“A second thought” with/ })
  const room = await withdrawn
    .locator('p')
    .evaluate((text) => text.clientWidth / Number.parseFloat(getComputedStyle(text).fontSize))
  expect(room).toBeGreaterThan(9)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectNoFindings(page, 'a withdrawn run')
  await page.getByRole('button', { name: 'Resume the queue' }).click()
  await generate(page, 'The one that counts')
  await expectDone(runsOf(page).first())
  expect(service.submissions()).toHaveLength(1)
})
