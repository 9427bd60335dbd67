import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { fileViewer, goTo, libraryFiles } from './support/screens.ts'
import type { SandboxService } from './support/service.ts'
import { expect, test } from './support/studio-test.ts'

/** A job that a script starts with the same key, once it has ended. */
async function startElsewhere({ url, key }: SandboxService, prompt: string): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ prompt })
  const started = await fetch(`${url}/generate/image/sandbox/i3`, { method: 'POST', headers, body })
  const { job_id } = (await started.json()) as { job_id: string }
  const read = async () =>
    (await (await fetch(`${url}/jobs/${job_id}`, { headers })).json()) as { status: string }
  await expect.poll(async () => (await read()).status).toBe('completed')
  return job_id
}

test('[ADOPT32] [ADOPT4] [ADOPT34] jobs of a script are found, chosen and added by keys, and by their ids; each once, and nothing is sent', async ({
  studioPage: page,
  sandbox,
  service,
}) => {
  const sea = await startElsewhere(sandbox, 'A quiet sea')
  const fox = await startElsewhere(sandbox, 'A fox')
  await goTo(page, 'Library')

  // The listing, by keys alone: all are chosen, then only the newest.
  await page.keyboard.press('Shift+C')
  const dialog = page.getByRole('dialog', { name: 'Add jobs started elsewhere' })
  const found = dialog.getByRole('listbox', { name: 'Jobs' })
  await expect(dialog.getByRole('button', { name: 'Look for new jobs' })).toBeFocused()
  await expectNoFindings(page, 'the dialog for jobs started elsewhere')
  await page.keyboard.press('Enter')
  await expect(found.getByRole('option', { name: 'A fox' }).first()).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('button', { name: /^Add \d+ jobs$/ })).toBeFocused()
  await dialog.getByRole('button', { name: 'Select none' }).press('Enter')
  await found.focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByText('1 selected')).toBeVisible()
  await expectNoFindings(page, 'jobs that were found')
  await pressEnabled(dialog.getByRole('button', { name: 'Add 1 job' }))
  await expect(dialog.getByText('1 job added. Their files are being downloaded.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  const files = libraryFiles(page)
  await expect(files).toHaveCount(1)
  await expect(files.first().getByRole('button', { name: /A fox/ })).toBeVisible()

  // By their ids, as they were pasted; a slip is named.
  await pressEnabled(page.getByRole('button', { name: 'Library menu' }))
  await page.getByRole('menuitem', { name: 'Add jobs started elsewhere' }).press('Enter')
  await dialog.getByRole('radio', { name: 'By job ID' }).press('Space')
  const ids = dialog.getByRole('textbox', { name: 'Job IDs' })
  await ids.fill(`${sea}, ${fox.slice(1)}`)
  await dialog.getByRole('button', { name: 'Look up' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(`Not a job ID: ${fox.slice(1)}.`)
  const nowhere = crypto.randomUUID()
  await ids.fill(JSON.stringify([{ job_id: sea }, { job_id: fox }, { job_id: nowhere }]))
  await dialog.getByRole('button', { name: 'Look up' }).press('Enter')
  await expect(found.getByRole('option')).toHaveCount(3)
  await expect(found.getByRole('option', { name: 'A quiet sea' })).toHaveAttribute('aria-selected', 'true')
  await expect(found.getByRole('option', { name: 'Already here' })).toHaveAttribute('aria-disabled', 'true')
  await expect(found.getByRole('option', { name: nowhere })).toContainText('Not found')
  await pressEnabled(dialog.getByRole('button', { name: 'Add 1 job' }))
  await expect(dialog.getByText('1 job added. Their files are being downloaded.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(files).toHaveCount(2)

  // Its recipe came along, and where it came from is said.
  await files
    .filter({ has: page.getByRole('button', { name: /A quiet sea/ }) })
    .getByRole('button')
    .first()
    .press('Enter')
  await expect(fileViewer(page).getByText('Started elsewhere with the same key')).toBeVisible()
  const model = await fileViewer(page).getByText('I3 Fast images').boundingBox()
  expect(model?.width, 'a value has the room that its name leaves').toBeGreaterThan(120)
  expect(service.submissions()).toEqual([])
})
