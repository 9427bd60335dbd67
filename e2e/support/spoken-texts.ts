import type { Page } from '@playwright/test'
import { models } from '../../shared/catalog/index.ts'
import { requestSchema } from '../../shared/catalog/json-schema.ts'
import { retiredModels } from '../../shared/catalog/retired.ts'
import { isPseudo } from '../../shared/words/pseudo-words.ts'

export interface SpokenText {
  readonly text: string
  /** The element that has it, for a report. */
  readonly where: string
}

/** Everything that a person can read or hear on the page now: texts, and the attributes that are read out. */
export function spokenTexts(page: Page): Promise<SpokenText[]> {
  return page.evaluate(() => {
    const attributes = [
      'alt',
      'aria-description',
      'aria-label',
      'aria-placeholder',
      'aria-roledescription',
      'aria-valuetext',
      'placeholder',
      'title',
    ]
    const found: { text: string; where: string }[] = []
    const note = (text: string | null, element: Element, what: string) => {
      if (text?.trim()) found.push({ text: text.trim(), where: `${element.tagName.toLowerCase()} ${what}` })
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (['SCRIPT', 'STYLE'].includes(element.tagName) || !element.checkVisibility()) continue
      for (const name of attributes) note(element.getAttribute(name), element, name)
      // A textarea's child is what the person wrote.
      if (element.tagName === 'TEXTAREA') continue
      for (const child of element.childNodes)
        if (child.nodeType === Node.TEXT_NODE) note(child.textContent, element, 'text')
    }
    return found
  })
}

/** Texts of ours that are cut off: an ellipsis, or less room than the words need. */
export function clippedTexts(page: Page): Promise<SpokenText[]> {
  return page.evaluate(() => {
    const found: { text: string; where: string }[] = []
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!element.checkVisibility() || element.closest('textarea, [data-scrolls]')) continue
      const own = [...element.childNodes].some(
        (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.includes('\u200f'),
      )
      const style = getComputedStyle(element)
      const hides = ['hidden', 'clip'].includes(style.overflowX)
      // What only a screen reader gets is a pixel wide.
      if (!own || !hides || element.clientWidth <= 1) continue
      if (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2)
        found.push({ text: element.textContent ?? '', where: `${element.tagName} ${element.className}` })
    }
    return found
  })
}

/** What the service and the catalogue say as data: labels, notes, names and values of the wire, descriptions. */
function catalogueTexts(): Set<string> {
  const texts = new Set<string>()
  const collect = (value: unknown): void => collectTexts(value, texts)
  collect(retiredModels)
  for (const model of models) {
    collect([model.id, model.label, model.notes])
    const schema = requestSchema(model)
    collect(schema)
    collect(Object.keys((schema as { properties?: object }).properties ?? {}))
  }
  return texts
}

function collectTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value)
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) collectTexts(member, texts)
}

/** Every text of a service’s own description, which no language of ours says. */
export async function describedTexts(serviceUrl: string): Promise<Set<string>> {
  const texts = new Set<string>()
  collectTexts(await (await fetch(`${serviceUrl}/openapi.json`)).json(), texts)
  return texts
}

const catalogue = catalogueTexts()

/** What is the same in every language, by its kind. */
const kinds: readonly ((text: string) => boolean)[] = [
  // Numbers, prices, dates, ratios, units and signs.
  (text) => !/\p{L}{3}/u.test(text),
  (text) => catalogue.has(text),
  (text) => /^(https?:\/\/|\/)\S*$/.test(text),
  (text) => /^[\w.-]+\.(png|mp4|wav|json|jpg)$/.test(text),
  (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  (text) => ['Atelier', 'API', 'JSON', 'URL'].includes(text),
]

/** The texts that are neither of the pseudo-language nor the same in every language, nor the person’s or the service’s. */
export function foreignTexts(
  texts: readonly SpokenText[],
  { own, described }: { readonly own: readonly string[]; readonly described: ReadonlySet<string> },
): string[] {
  const foreign = texts.filter(
    ({ text }) =>
      !isPseudo(text) &&
      !described.has(text) &&
      !kinds.some((isOfKind) => isOfKind(text)) &&
      !own.some((words) => text.includes(words)),
  )
  return [...new Set(foreign.map(({ text, where }) => `${where}: ${text}`))]
}
