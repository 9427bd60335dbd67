import { holdUp } from './support/hold-up.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { chooseModel, fileViewer, generateButton, goTo, libraryFiles, promptOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

test('[LIB112] [LIB113] [LIB172] [LIB335] [LIB431] [FIND2] [COLL430] [FIND4] [FIND8] [FIND430] [FIND431] [VIEW430] files are filtered, the filter kept and deleted, by keys, and a term that can’t be read says so', async ({
  studioPage: page,
}) => {
  await chooseModel(page, 'Dense layouts')
  await page.getByRole('radio', { name: '1k' }).click()
  await promptOf(page).fill('A boat {1|2|3|4}')
  await pressEnabled(generateButton(page))
  await goTo(page, 'Library')
  const files = libraryFiles(page)
  await expect(files).toHaveCount(4)
  await files.nth(0).getByRole('button').focus()
  await page.keyboard.press('Shift+Digit5')
  await page.keyboard.press('Shift+Digit3')

  await page.getByRole('button', { name: 'Smart collections' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Search or filter first, then save that here'])
  await page.keyboard.press('Escape')

  const search = page.getByRole('searchbox', { name: 'Search and filter' })
  await search.fill('boat rating:>=3')
  await expect(files).toHaveCount(2)
  await expect(page.getByText('$0.08')).toBeVisible()
  const token = page.getByRole('button', { name: 'Remove the filter rating:>=3' })
  await expect(token).toBeVisible()
  await expectNoFindings(page, 'a filtered library')

  await page.getByRole('button', { name: 'Smart collections' }).click()
  await page.getByRole('menuitem', { name: 'Save this filter…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Good boats')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The filter is kept as “Good boats”.')).toBeVisible()

  await token.focus()
  await page.keyboard.press('Delete')
  await expect(search).toHaveValue('boat')
  await expect(files).toHaveCount(4)

  await search.fill('ratng:3 boat')
  await expect(page.getByText('There is no filter “ratng”. Put it in quotes to search for it.')).toBeVisible()
  await expect(files).toHaveCount(4)
  await search.fill('is:un')
  await expect(page.getByRole('option')).toHaveText(['unreviewed', 'untagged'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(search).toHaveValue('is:unreviewed ')
  await expect(files).toHaveCount(2)

  await search.fill('model:dens')
  await expect(page.getByRole('option', { name: /Dense layouts/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(search).toHaveValue('model:i2 ')
  await expect(search).toBeFocused()
  await expect(files).toHaveCount(4)

  // Every thumbnail has a color by one of these names, and the palette writes one.
  await search.fill('')
  await page.getByRole('button', { name: 'Add a filter' }).click()
  await page.getByRole('menuitem', { name: 'Blue', exact: true }).click()
  await expect(search).toHaveValue('color:blue ')
  await expectNoFindings(page, 'a library filtered by color')
  await search.fill(
    'date:today color:blue color:red color:orange color:yellow color:green color:teal color:purple color:pink color:brown color:black color:white color:grey',
  )
  await expect(files).toHaveCount(4)
  await search.fill('color:blue -color:blue')
  await expect(page.getByText('No file matches all of these filters and words.')).toBeVisible()
  await search.fill('sheet:none')
  await expect(files).toHaveCount(4)

  await search.fill('')
  await files.nth(0).getByRole('button').focus()
  // A look by Space, and back by it.
  await page.keyboard.press('Space')
  await expect(fileViewer(page)).toBeVisible()
  await page.keyboard.press('Space')
  await expect(fileViewer(page)).toBeHidden()
  await expect(files.nth(0).getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await page
    .getByRole('textbox', { name: 'Add a tag' })
    .or(page.getByRole('combobox', { name: 'Add a tag' }))
    .fill('Wall art')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove the tag “Wall art”' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Note' }).fill('Sent to the printer')
  await page.getByRole('textbox', { name: 'Note' }).blur()
  await expect(page.getByText('The note was kept.')).toBeVisible()
  await expectNoFindings(page, 'a file with tags')
  await page.keyboard.press('Escape')
  await expect(files.nth(0).getByRole('button')).toBeFocused()
  // The grid comes again after a list of nothing: who types goes on typing.
  await page.keyboard.press('/')
  await page.keyboard.type('kites')
  await expect(files).toHaveCount(0)
  for (const _ of 'kites') await page.keyboard.press('Backspace')
  await expect(files.locator('img')).toHaveCount(4)
  await page.keyboard.type('boat')
  await expect(search).toHaveValue('boat')

  // Enter before the list is read leads to what it finds, and to nothing that was there before.
  const letPass = await holdUp(page, 'library.layout')
  await search.fill('rating:5')
  await search.press('Enter')
  await expect(search).toBeFocused()
  letPass()
  await expect(files).toHaveCount(1)
  await expect(files.getByRole('button')).toBeFocused()
  // Words that name terms: offered while they are typed, in the empty list, and by Enter where they are all there is.
  await search.fill('boat tod')
  await expect(page.getByRole('option')).toHaveText(['date:today'])
  await search.fill('kites today')
  await expect(page.getByRole('button', { name: 'Filter by kites date:today' })).toBeVisible()
  await search.fill('3 stars today')
  await search.press('Enter')
  await expect(search).toHaveValue('rating:>=3 date:today ')
  await expect(files).toHaveCount(2)
  await expect(files.nth(0).getByRole('button')).toBeFocused()
  await search.fill('date:someday')
  await expect(page.getByText('This is no value of date. For example: today, tuesday,')).toBeVisible()

  await search.fill('tag:"wall art" printer')
  await expect(files).toHaveCount(1)
  await page.reload()
  await expect(search).toHaveValue('tag:"wall art" printer')
  await expect(files).toHaveCount(1)

  await page.getByRole('button', { name: 'Smart collections' }).click()
  await page.getByRole('menuitem', { name: 'Good boats' }).click()
  await expect(files).toHaveCount(2)
  await page.getByRole('button', { name: 'Smart collections' }).click()
  await page.getByRole('menuitem', { name: 'Delete “Good boats”' }).click()
  await expect(page.getByText('The smart collection “Good boats” was deleted.')).toBeVisible()
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Smart collections' }).click()
  await expect(page.getByRole('menuitem', { name: 'Good boats', exact: true })).toBeVisible()
})
