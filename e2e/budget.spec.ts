import type { Page } from '@playwright/test'
import { forgetForms } from './support/between-steps.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import {
  chooseModel,
  expectDone,
  generateButton,
  goTo,
  priceOf,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

/** It costs $0.04 or $0.075, by its resolution. */
const priced = 'Dense layouts'

/** Its price is by the second, and no field gives a length. */
const secondly = 'V10 Native audio'

async function setBound(page: Page, label: string, text: string): Promise<void> {
  await goTo(page, 'Settings')
  await page.getByRole('textbox', { name: label }).fill(text)
  await page.keyboard.press('Enter')
  await goTo(page, 'Create')
}

function question(page: Page) {
  return page.getByRole('dialog', { name: 'Send this all the same?' })
}

test('an open price is settled by the result, by its size or its length', async ({
  studioPage: page,
  sandbox,
}) => {
  test.slow()
  await test.step('[PRICE23] an image’s open price is settled by its size, which every screen names', async () => {
    await sandbox.limitSize(960)
    await chooseModel(page, priced)
    await promptOf(page).fill('A quiet harbour')
    await pressEnabled(generateButton(page))
    await expect(runsOf(page).first()).toContainText('$0.04')
    const working = 'resolution 1K as in the result'
    await expect(resultOf(page)).toContainText(working)
    await expect(runsOf(page).first()).toHaveAttribute('aria-description', new RegExp(`^${working}`))
    await goTo(page, 'Library')
    await page.getByRole('list', { name: 'Files' }).getByRole('button').first().click()
    await expect(page.getByRole('dialog')).toContainText(working)
    await page.keyboard.press('Escape')
    await goTo(page, 'Spend')
    await page.getByRole('radio', { name: 'Ledger' }).click()
    await expect(page.getByRole('grid', { name: 'Runs' })).toContainText(working)
    await page.getByRole('radio', { name: 'Overview' }).click()
  })

  await test.step('a run by the second asks at the length that counts, and is settled by its result everywhere', async () => {
    await setBound(page, 'Ask before sending above', '1')
    await page.getByRole('combobox', { name: /^Model/ }).click()
    await page.getByRole('combobox', { name: 'Search models' }).fill(secondly)
    await page.getByRole('option', { name: new RegExp(`^${secondly}`) }).click()
    await promptOf(page).fill('A quiet harbour')
    await pressEnabled(generateButton(page))
    await expect(question(page)).toContainText(
      /This run costs at most \$2\.10 at 127.*it counts as 15 s at \$0\.14\/s/,
    )
    await expectNoFindings(page, 'the question about a price per second')
    await question(page).getByRole('button', { name: 'Send anyway for at most $2.10' }).press('Enter')
    await expect(runsOf(page).first()).toContainText('$0.35')
    await expect(resultOf(page)).toContainText('5 s × $0.07')
    const row = runsOf(page).first()
    await expect(row).toHaveAttribute(
      'aria-description',
      /^5 s × \$0\.07, duration 5 s and generate audio off as in the result/,
    )
    await expect(row.getByTitle('5 s × $0.07')).toHaveText('$0.35')
    await expectNoFindings(page, 'a settled run')
    await goTo(page, 'Spend')
    await expect(page.getByText(/^At 127\.0\.0\.1:\d+\. Completed/)).toBeVisible()
    await expect(page.getByRole('row', { name: secondly })).toContainText('$0.35')
    await goTo(page, 'Library')
    await page.getByRole('list', { name: 'Files' }).getByRole('button').first().click()
    await expect(page.getByRole('dialog')).toContainText('5 s × $0.07')
  })
})

test('a retry and a run above the ceiling ask once, each where it stands: a no sends nothing, a yes sends it once', async ({
  studioPage: page,
  service,
  sandbox,
}) => {
  await chooseModel(page, priced)
  await promptOf(page).fill('A harbour that fails')
  await sandbox.setFaults({ job: { status: 'failed', code: 'filtered', message: 'Refused.', times: 0 } })
  await generateButton(page).click()
  await expect(resultOf(page)).toContainText('Failed jobs are not billed.')
  await sandbox.setFaults({})
  await setBound(page, 'Ask before sending above', '0.001')
  await promptOf(page).fill('What stands in the form meanwhile')
  const again = resultOf(page).getByRole('button', { name: 'Retry · ≤ $0.075' })
  await pressEnabled(again)
  await expect(question(page)).toContainText('Atelier asks before it sends more than $0.001 at once.')
  await expectNoFindings(page, 'trying again above the ceiling')
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(again).toBeFocused()
  expect(service.submissions()).toHaveLength(1)

  await pressEnabled(again)
  await question(page).getByRole('button', { name: 'Send anyway for at most $0.075' }).dblclick()
  await expect(question(page)).toHaveCount(0)
  await expect(runsOf(page)).toHaveCount(2)
  await expectDone(runsOf(page).first(), priced)
  await expect(promptOf(page)).toHaveValue('What stands in the form meanwhile')
  expect(service.submissions()).toHaveLength(2)

  await chooseModel(page, priced)
  await promptOf(page).fill('A quiet harbour')
  await generateButton(page).click()
  await expect(question(page)).toHaveAccessibleDescription(/^This run costs at most \$0\.075 at 127/)
  await expect(question(page)).toContainText('Atelier asks before it sends more than $0.001 at once.')
  await expectNoFindings(page, 'the ceiling’s question')
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(promptOf(page)).toBeFocused()
  expect(service.submissions()).toHaveLength(2)

  await pressEnabled(generateButton(page))
  const yes = question(page).getByRole('button', { name: 'Send anyway for at most $0.075' })
  await yes.hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(question(page)).toBeVisible()
  expect(service.submissions()).toHaveLength(2)
  await yes.focus()
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveCount(0)
  await expectDone(runsOf(page).first(), priced)
  expect(service.submissions()).toHaveLength(3)
})

test('bounds are set in Settings, and stand beside the price', async ({ studioPage: page, service }) => {
  test.slow()
  await test.step('an amount that is finer than prices are is refused in words; an open price stands as a range, and its button leads to the field that narrows it', async () => {
    await goTo(page, 'Settings')
    const bound = page.getByRole('textbox', { name: 'Per day' })
    await bound.fill('$1.2345678')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Prices have at most six decimals.')).toBeVisible()
    await expectNoFindings(page, 'a bound that is refused')
    await bound.fill('1.5')
    await page.keyboard.press('Enter')
    await expect(page.getByText('$0.00 of $1.50 is spent or committed at 127.0.0.1')).toBeVisible()
    await bound.fill('')
    await page.keyboard.press('Enter')
    await expect(page.getByText('is spent or committed')).toHaveCount(0)
    await goTo(page, 'Create')

    await chooseModel(page, priced)
    await page.getByRole('button', { name: 'Set Resolution', exact: true }).click()
    await expect(page.locator('[data-field="resolution"] [role="radio"]:focus-visible')).toHaveCount(1)

    await expect(priceOf(page)).toContainText('$0.04 – $0.075')
    await pressEnabled(page.getByRole('button', { name: 'Set Resolution', exact: true }))
    const resolution = page.getByRole('radiogroup', { name: 'Resolution' })
    await expect(resolution.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('ArrowLeft')
    await expect(priceOf(page)).toContainText(/^\$0\.0(4|75)$/)
    await expect(page.getByRole('button', { name: 'Set Resolution', exact: true })).toHaveCount(0)

    await chooseModel(page, secondly)
    await expect(priceOf(page)).toHaveText('$0.07 – $0.14/sper second of the result, at most $2.10 at 15 s')
    await expect(page.getByRole('button', { name: 'Set Generate audio', exact: true })).toHaveCount(1)
    await expectNoFindings(page, 'an open price per second')
    await page.getByRole('button', { name: 'Set Generate audio', exact: true }).click()
    await expect(
      page.getByRole('switch', { name: 'Generate audio' }).and(page.locator(':focus-visible')),
    ).toHaveCount(1)
  })

  await test.step('what is left of the budget stands beside the price, and one that is over asks', async () => {
    await forgetForms(page)
    await setBound(page, 'Per day', '0.002')
    await setBound(page, 'Per month', '1000')
    await chooseModel(page, priced)
    await promptOf(page).fill('A quiet harbour')
    const form = page.getByRole('region', { name: 'Settings of the run' })
    await expect(form).toContainText('left this month')
    await expect(form).toContainText('At most $0.073 over today’s budget at 127.0.0.1')
    await generateButton(page).click()
    await expect(question(page)).toContainText('Your limit today is $0.002: this may go $0.073 over it.')
    await question(page).getByRole('button', { name: 'Don’t send' }).click()
    expect(service.submissions()).toEqual([])
  })
})
