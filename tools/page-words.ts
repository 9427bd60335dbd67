import type { Plugin } from 'vite'
import { shell } from '../renderer/words/en/shell.ts'

const place = /%([a-zA-Z.]+)%/g

/**
 * Inserts the words into the page's own HTML, which is painted before any script has run, where `%…%` names one
 * of the shell's: `%screens.create%`. Throws for an unknown name.
 */
export function pageWords(): Plugin {
  return { name: 'page-words', transformIndexHtml: putPageWords }
}

export function putPageWords(html: string): string {
  return html.replace(place, (_, path: string) => {
    const words = path.split('.').reduce<unknown>(readMember, shell)
    if (typeof words !== 'string') throw new Error(`The shell has no words called ${path}.`)
    return words
  })
}

function readMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : null
}
