import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dragFromOutside } from './support/drag.ts'
import { makeMediaFiles } from './support/media-files.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { chooseModel, goTo, pauseQueue, resultOf, runsOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

/** It costs $0.04 or $0.075, by its resolution. */
const priced = 'Dense layouts'

async function openList(page: Page) {
  await chooseModel(page, priced)
  await pressEnabled(page.getByRole('button', { name: 'Paste a list' }))
  const dialog = page.getByRole('dialog', { name: 'Paste a list' })
  return {
    dialog,
    place: dialog.getByRole('group', { name: 'Paste a list' }),
    text: dialog.getByRole('textbox', { name: 'The list' }),
    chooser: dialog.locator('input[type=file]'),
    said: dialog.getByRole('status'),
    refusal: dialog.getByRole('alert'),
    send: dialog.getByRole('button', { name: /^Generate/ }),
  }
}

/** Agrees to what costs more than is sent unasked. */
async function agreeFor(page: Page, price: string): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Send this all the same?' })
  await pressEnabled(question.getByRole('button', { name: `Send anyway for ${price}` }))
  await expect(question).toHaveCount(0)
}

test('of more rows than go out at once the first 500 are sent by one click, counted and priced', async ({
  studioPage: page,
  service,
}) => {
  await pauseQueue(page)
  const { dialog, text, said, send } = await openList(page)
  const rows = Array.from({ length: 612 }, (_, index) => `A boat ${index},1k`)
  await text.fill(['prompt,resolution', ...rows].join('\n'))
  await expect(said).toHaveText('612 runs. At most 500 go out at once.')
  await expect(send).toBeDisabled()
  await dialog.getByRole('switch', { name: 'Send only the first 500' }).press(' ')
  await expect(said).toHaveText('612 runs. The first 500 go out; 112 are kept here for later.')
  await expect(send).toHaveText('Generate 500 · $20.00')
  await expectNoFindings(page, 'a list that is too long')
  await pressEnabled(send)
  await agreeFor(page, '$20.00')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: '0 jobs are running, 500 waiting.' })).toBeVisible()
  expect(service.submissions()).toEqual([])
})

test('what is left of a list is offered with its price, over a reload too, and nothing of it goes twice', async ({
  studioPage: page,
  service,
}) => {
  await pauseQueue(page)
  const { dialog, text, said, send } = await openList(page)
  const rows = Array.from({ length: 1_012 }, (_, index) => `A boat ${index},1k`)
  await text.fill(['prompt,resolution', ...rows].join('\n'))
  await dialog.getByRole('switch', { name: 'Send only the first 500' }).press(' ')
  await pressEnabled(send)
  await agreeFor(page, '$20.00')
  const waiting = (count: string) =>
    page.getByRole('button', { name: `0 jobs are running, ${count} waiting.` })
  await expect(waiting('500')).toBeVisible()

  await pressEnabled(page.getByRole('button', { name: 'List: 512 left' }))
  const rest = page.getByRole('dialog', { name: 'The rest of the list' })
  const next = rest.getByRole('button', { name: /^Generate/ })
  await expect(rest).toContainText('500 rows are runs by now and gone from here.')
  await expect(next).toHaveText('Generate the next 500 · $20.00')
  await expect(rest.getByRole('textbox', { name: 'The list' })).toHaveValue(
    ['prompt,resolution', ...rows.slice(500)].join('\n'),
  )
  await expect(rest.getByRole('status')).toHaveText(
    '512 runs. The next 500 go out; 12 are kept here for later.',
  )
  await expectNoFindings(page, 'the rest of a list')
  await pressEnabled(next)
  await agreeFor(page, '$20.00')
  await expect(waiting('1000')).toBeVisible()
  await expect(page.getByRole('button', { name: 'List: 12 left' })).toBeVisible()

  await page.reload()
  await pressEnabled(page.getByRole('button', { name: 'List: 12 left' }))
  await expect(next).toHaveText('Generate the next 12 · $0.48')
  // Not by Enter: while the dialog opens, that is kept from what nobody has seen yet.
  await next.click()
  await expect(waiting('1012')).toBeVisible()
  await pressEnabled(page.getByRole('button', { name: 'Paste a list' }))
  await expect(text).toHaveValue('')
  await expect(said).toHaveText('0 runs.')
  expect(service.submissions()).toEqual([])
})

test('a list that is sent after a yes is gone, and stays after a no, its rest too; one that was not sent is there after a reload', async ({
  studioPage: page,
  service,
}) => {
  await goTo(page, 'Settings')
  await page.getByRole('textbox', { name: 'Ask before sending above' }).fill('0.001')
  await page.keyboard.press('Enter')
  await goTo(page, 'Create')
  const { dialog, text, send } = await openList(page)
  const question = page.getByRole('dialog', { name: 'Send this all the same?' })
  const open = page.getByRole('button', { name: 'Paste a list' })
  await text.fill('A boat\nA fox')
  await send.click()
  await question.getByRole('button').first().click()
  await open.click()
  await expect(text).toHaveValue('A boat\nA fox')
  await send.click()
  await question.getByRole('button').last().click()
  await expect.poll(() => service.submissions().length).toBe(2)
  await open.click()
  await expect(text).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await pauseQueue(page)
  await pressEnabled(open)
  const list = Array.from({ length: 501 }, (_, index) => `A boat ${index}`).join('\n')
  await text.fill(list)
  await dialog.getByRole('switch', { name: 'Send only the first 500' }).press(' ')
  await pressEnabled(send)
  await question.getByRole('button').first().click()
  await page.reload()
  await pressEnabled(open)
  await expect(text).toHaveValue(list)
  await pressEnabled(send)
  await question.getByRole('button').last().click()
  await pressEnabled(page.getByRole('button', { name: 'List: 1 left' }))
  await expect(page.getByRole('textbox', { name: 'The list' })).toHaveValue('A boat 500')
})

test('a list is typed, closed and opened again, comes from a file, and is called a list', async ({
  studioPage: page,
  service,
  dataFolder,
}) => {
  test.slow()
  await test.step('[PROMPT61] a list that was closed is there again, and gone once it was sent; a row with choices in braces is one run at the price shown, and says that it is sent as written', async () => {
    const { dialog, text, said, send } = await openList(page)
    await expect(text).toBeFocused()
    await page.keyboard.insertText('A boat\nA fox')
    await expect(send).toHaveText(/^Generate 2/)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    const open = page.getByRole('button', { name: 'Paste a list' })
    await pressEnabled(open)
    await expect(text).toHaveValue('A boat\nA fox')
    await pressEnabled(send)
    await expect.poll(() => service.submissions().length).toBe(2)
    await pressEnabled(open)
    await expect(text).toHaveValue('')

    await text.fill(['prompt,resolution', 'A {red|blue} car,1k', 'A boat,1k'].join('\n'))
    const rows = dialog.getByRole('region', { name: 'Rows of the list' }).getByRole('listitem')
    await expect(rows.nth(0)).toContainText('braces are sent as written')
    await expect(rows.nth(1)).not.toContainText('braces')
    await expect(said).toContainText('2 runs. 1 row has choices in braces.')
    await expect(send).toHaveText('Generate 2 · $0.08')
    await expectNoFindings(page, 'a list with choices in braces')
    await pressEnabled(send)
    await expect.poll(() => service.submissions().length).toBe(4)
    await expect(page.getByText('A {red|blue} car').first()).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a file that is no list is refused in words, and what stood there stays; a list comes from a file, dropped or chosen, whatever its form', async () => {
    const before = service.submissions().length
    const write = async (name: string, content: string) => {
      await writeFile(join(dataFolder, name), content)
      return join(dataFolder, name)
    }
    const table = await write('table.csv', '\uFEFFprompt;resolution\r\n"A boat; ""red""";1k\r\nA fox;9k\r\n')
    const lines = await write('lines.jsonl', '{"prompt":"A bear","resolution":"1k"}\n"A wolf"\n')
    const prompts = await write('prompts.txt', 'A heron\nA hare\nA hawk\n')
    const files = makeMediaFiles(join(dataFolder, 'media'))
    const json = await write('all.json', JSON.stringify([{ prompt: 'A boat' }], null, 2))
    const { dialog, place, text, chooser, said, refusal, send } = await openList(page)
    await text.fill('A boat')

    await (await dragFromOutside(page, { files: [files.path('boat.png')] })).drop(place)
    await expect(refusal).toHaveText('“boat.png” is no list: it isn’t text in UTF-8.')
    await expectNoFindings(page, 'a file that is no list')
    await (await dragFromOutside(page, { files: [json] })).drop(place)
    await expect(refusal).toHaveText(
      '“all.json” is no list: it’s one piece of JSON. JSON Lines have an object on each line.',
    )
    await expect(page.getByText('holds no recipes')).toHaveCount(0)
    await chooser.setInputFiles(files.path('empty.png'))
    await expect(refusal).toHaveText('“empty.png” is empty.')
    await (await dragFromOutside(page, { files: [json, files.path('boat.png')] })).drop(place)
    await expect(refusal).toHaveText('Drop one file with a list here, or paste the list itself.')
    await expect(text).toHaveValue('A boat')
    await expect(said).toHaveText('1 run.')
    await text.fill('A boat\nA fox')
    await expect(refusal).toHaveCount(0)
    await text.fill('')

    const drag = await dragFromOutside(page, { files: [table] })
    await drag.over(place)
    await expect(place).toHaveAttribute('data-over', 'true')
    await drag.drop(place)
    await expect(said).toHaveText('1 run; 1 row can’t be sent.')
    await expect(dialog).toContainText('A boat; "red"')
    await expect(dialog).toContainText('Resolution: One of 1K, 2K.')
    const omitted = dialog.getByRole('switch', { name: 'Leave out the row that can’t be sent' })
    await omitted.press(' ')
    await expect(send).toHaveText('Generate 1 · $0.04')

    await chooser.setInputFiles(lines)
    await expect(said).toHaveText('2 runs.')
    await chooser.setInputFiles(table)
    await expect(omitted).not.toBeChecked()
    await chooser.setInputFiles(prompts)
    await expect(text).toHaveValue('A heron\nA hare\nA hawk\n')
    await expect(said).toHaveText('3 runs.')
    await expect(place).not.toHaveAttribute('data-over')
    await pressEnabled(send)
    await expect.poll(() => service.submissions().length - before).toBe(3)
    await expect(dialog).toHaveCount(0)
  })

  await test.step('[SHEET41] a list is called a list, and its cells say their number and prompt, planned and made', async () => {
    await pauseQueue(page)
    const { text, send } = await openList(page)
    await text.fill('Boat 1, at sea\nBoat 2, at sea')
    await expect(send).toHaveText(/^Generate 2/)
    const labels = ['1 · Boat 1, at sea', '2 · Boat 2, at sea']
    // The dialog takes everything behind it from the tree of roles.
    await expect(page.locator('[data-stage] li')).toHaveText(labels.map((label) => `${label}≤ $0.075`))
    await pressEnabled(send)
    const title = 'List of 2 prompts: Boat 1, at sea'
    await expect(runsOf(page).first()).toHaveText(new RegExp(`^${title}`))
    const cells = resultOf(page).getByRole('list', { name: 'Contact sheet of 2' }).getByRole('button')
    await expect(cells.first()).toContainText('1 · Boat 1, at sea')
    await expect(resultOf(page)).toContainText(title)
    await expectNoFindings(page, 'a list on the stage')
  })
})
