import { expect, type Locator } from '@playwright/test'
import { shownOptions } from '../../renderer/forms/option-list.ts'
import { english } from '../../renderer/words/en/words.ts'
import type { Field } from '../../shared/form/field.ts'

/** Enters a value in a field, by its controls, as a person does. `label`: where its surroundings name it. */
export async function fillField(form: Locator, field: Field, value: unknown, label = labelOf(field)) {
  const named = { name: label, exact: true }
  const press = (name: string) => form.getByRole('button', { name, exact: true }).click()
  switch (field.kind) {
    case 'constant':
      return
    case 'nullable':
      if (value === null) return press(`Send none for ${label}`)
      return fillField(form, field.inner, value, label)
    case 'enumeration':
    case 'aspect-ratio': {
      const option = shownOptions(field, english).find((one) => one.value === value)?.label ?? ''
      const choice = form.getByRole('radiogroup', named).getByRole('radio')
      const one = choice.and(form.getByRole('radio', { name: option, exact: true }))
      // A form of several is called by its title.
      return ((await one.count()) > 0 ? one : choice.nth(field.options.indexOf(value as never))).click()
    }
    case 'switch': {
      const control = form.getByRole('switch', named)
      await control.click()
      if ((await control.getAttribute('aria-checked')) !== String(value)) await control.click()
      return
    }
    case 'media':
      await press(`URL for ${label}`)
      await expect(form.locator('input:focus')).toHaveCount(1)
      await form.page().keyboard.type(String(value))
      return form.page().keyboard.press('Enter')
    case 'media-list':
      for (const [, item] of itemsOf(value)) await fillField(form, { ...field, kind: 'media' }, item, label)
      return
    case 'list':
      for (const [index, item] of itemsOf(value)) {
        await press(`Add to ${label}`)
        await fillField(form, field.item, item, `${label} ${index + 1}`)
      }
      return
    case 'tuple':
      for (const [index, item] of itemsOf(value)) {
        const place = field.items[index] ?? field.rest
        if (place) await fillField(form, place, item, place.title ?? `${label} ${index + 1}`)
      }
      return
    case 'union': {
      const index = field.forms.findIndex((one) => one.takes(value))
      const chosen = field.forms[index]?.field
      if (!chosen) throw new Error(`No form of ${label} takes ${JSON.stringify(value)}.`)
      await form
        .getByRole('radiogroup', { name: `Kind of ${label}`, exact: true })
        .getByRole('radio')
        .nth(index)
        .click()
      return fillField(form, { ...chosen, required: true }, value, label)
    }
    case 'object':
      if (!field.required) await press(`Add ${label}`)
      return fillMembers(
        form.getByRole('group', { name: new RegExp(`^${label}( |$)`) }).first(),
        field,
        value,
        label,
      )
    case 'json':
      return form.getByRole('textbox', named).fill(JSON.stringify(value))
    case 'prompt':
    case 'text':
    case 'number':
    case 'integer':
    case 'seed': {
      const input = form.getByRole('textbox', named)
      await input.fill(String(value))
      return input.blur()
    }
    default:
      throw new Error(`No way to fill ${field.kind}.`)
  }
}

async function fillMembers(
  group: Locator,
  { fields, extra }: Extract<Field, { kind: 'object' }>,
  value: unknown,
  label: string,
): Promise<void> {
  await expect(group).toBeVisible()
  let position = 0
  for (const [name, own] of Object.entries(value as object)) {
    const member = fields.find((one) => one.name === name)
    if (member) {
      await fillField(group, member, own)
      continue
    }
    if (!extra) throw new Error(`${label} has no ${name}.`)
    position += 1
    await group.getByRole('button', { name: `Add a value to ${label}`, exact: true }).click()
    const input = group.getByRole('textbox', { name: `Name of value ${position}`, exact: true })
    await input.fill(name)
    await input.blur()
    await fillField(group, extra, own, english.fields.label(name, name))
  }
}

function labelOf({ name, title }: Field): string {
  return english.fields.label(name, title)
}

function itemsOf(value: unknown): Iterable<[number, unknown]> {
  return (value as readonly unknown[]).entries()
}
