import { createCatalogue } from '../main/engine/catalog/catalogue.ts'
import { readDescription } from '../main/engine/catalog/description.ts'
import { createFakeClock } from '../main/testing/fake-clock.ts'
import { createFakeDescriptionStore } from '../main/testing/fake-description-store.ts'
import { type ForeignDescription, foreignDescriptions } from '../main/testing/foreign-descriptions.ts'
import { fieldsOfChosenForm } from '../shared/form/chosen-form.ts'
import { headersIn, requestTarget, splitParameters } from '../shared/form/request-parameters.ts'
import { testDescribed } from './support/described-test.ts'
import { fillField } from './support/fill-form.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { advancedOf, chooseModel, generateButton, openAdvanced } from './support/screens.ts'
import { expect } from './support/studio-test.ts'

/** All others, to look for faults: `FOREIGN_STYLES=14`; the last two have most of what forms are made of. */
const styles = foreignDescriptions.slice(-Number(process.env.FOREIGN_STYLES ?? 2))

function modelsOf({ document }: ForeignDescription) {
  const store = createFakeDescriptionStore()
  const catalogue = createCatalogue({ clock: createFakeClock(), modelPaths: () => ({}), store })
  catalogue.describe(readDescription(document), 'service')
  return catalogue
}

function isOpen(element: Element): boolean {
  return (element as HTMLDetailsElement).open
}

for (const description of styles) {
  const test = testDescribed(description.document)
  test(`[CAT40] every endpoint of a description with ${description.style} is run by filling its form`, async ({
    studioPage: page,
    described,
  }) => {
    test.setTimeout(60_000 + description.operations.length * 60_000)
    const catalogue = modelsOf(description)
    const form = page.getByRole('region', { name: 'Settings of the run' })
    for (const { path, valid } of description.operations) {
      const values =
        valid.toSorted((one, other) => Object.keys(one).length - Object.keys(other).length).at(-1) ?? {}
      const model = catalogue.list().find((one) => one.path === path)
      const fields = fieldsOfChosenForm(catalogue.find(model?.id ?? '')?.schema ?? {}, values)
      await chooseModel(page, model?.label ?? '')
      await expect(form.locator('[aria-busy="true"]')).toHaveCount(0)
      for (const [name, value] of Object.entries(values)) {
        const field = fields.find((one) => one.name === name)
        if (!field) throw new Error(`${path} has no field ${name}.`)
        // The choice of a form may bring more fields.
        const advanced = advancedOf(page)
        if ((await advanced.isVisible()) && !(await advanced.locator('xpath=..').evaluate(isOpen)))
          await openAdvanced(page)
        await fillField(form, field, value)
      }
      const before = described.posts.length
      await pressEnabled(generateButton(page))
      await expect.poll(() => described.posts.length).toBe(before + 1)
      const { body } = splitParameters(values)
      expect(described.posts.at(-1)).toMatchObject({
        path: requestTarget(path, values),
        headers: Object.fromEntries(
          Object.entries(headersIn(values)).map(([name, text]) => [name.toLowerCase(), text]),
        ),
      })
      expect(described.posts.at(-1)?.body).toMatchObject(body)
    }
  })
}
