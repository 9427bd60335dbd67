import type { Page } from '@playwright/test'
import { models } from '../../shared/catalog/index.ts'
import { retiredModels } from '../../shared/catalog/retired.ts'

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

/** Texts of ours that are cut off or stick out: an ellipsis, or less room than the words need. */
export function clippedTexts(page: Page): Promise<SpokenText[]> {
  return page.evaluate(() => {
    const found: { text: string; where: string }[] = []
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      // What only a screen reader gets may be a pixel wide.
      if (!element.checkVisibility() || element.closest('textarea, [data-scrolls], .visually-hidden'))
        continue
      const own = [...element.childNodes].some(
        (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.includes('\u200f'),
      )
      const style = getComputedStyle(element)
      const hides = ['hidden', 'clip'].includes(style.overflowX)
      if (!own || style.display === 'inline' || element.clientWidth <= 1) continue
      const isTooTall = hides && element.scrollHeight > element.clientHeight + 2
      if (element.scrollWidth > element.clientWidth + 1 || isTooTall)
        found.push({ text: element.textContent ?? '', where: `${element.tagName} ${element.className}` })
    }
    return found
  })
}

function collectTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value)
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) collectTexts(member, texts)
}

/**
 * Every text of a service’s own description, which no language of ours says; without what Atelier says of the models
 * that it knows by itself, whatever the service calls them.
 */
export async function describedTexts(serviceUrl: string): Promise<Set<string>> {
  const texts = new Set<string>()
  collectTexts(await (await fetch(`${serviceUrl}/openapi.json`)).json(), texts)
  for (const { name, description, notes } of models)
    for (const own of [name, description, ...notes.map(({ text }) => text)]) texts.delete(own)
  return texts
}

/** What is the same in every language wherever it stands in a text. */
const sameEverywhere: readonly RegExp[] = [
  // Addresses, paths, names of files and ids.
  /https?:\/\/\S+/g,
  /\/(generate|tmp|dev\/shm)\/\S*/g,
  /\w+\/\{vendor\}\/\{model\}/g,
  /[\w.-]+\.(png|mp4|wav|json|jpg)\b/g,
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
  /\b(image|video|audio)\/\w+/g,
  // Names: the product, keys of the keyboard, its formats.
  /\b(Atelier|Ctrl|Shift|Enter|Esc|Tab|Space|JSON|URL)\b/g,
]

/** What the listing itself says of models that are gone. */
const listed: readonly string[] = retiredModels.flatMap(({ id, cause }) => [id, cause])

export interface Others {
  /** What the person gave, and what the service says of a run. */
  readonly own: readonly string[]
  readonly described: ReadonlySet<string>
}

/**
 * The texts in which two plain letters follow each other that are no part of what is the same in every language, of the
 * person’s or of the service’s. The pseudo-language has no plain letter: what is left was never in the words, also where
 * a sentence of theirs was given it.
 */
export function foreignTexts(texts: readonly SpokenText[], { own, described }: Others): string[] {
  const foreign = texts.filter(({ text }) => {
    if (described.has(text)) return false
    const unsaid = sameEverywhere.reduce((left, same) => left.replaceAll(same, ' '), text)
    const rest = [...own, ...listed].reduce((left, words) => left.replaceAll(words, ' '), unsaid)
    return /[A-Za-z]{2}/.test(rest)
  })
  return [...new Set(foreign.map(({ text, where }) => `${where}: ${text}`))]
}
