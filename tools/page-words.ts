import type { Plugin } from 'vite'
import { english } from '../renderer/words/en/words.ts'

const place = /%screen\.(\w+)%/g

/** Puts the words of the page's own HTML, which is painted before any script has run, where `%screen.…%` stands. */
export function pageWords(): Plugin {
  return {
    name: 'page-words',
    transformIndexHtml(html) {
      const screens: Readonly<Record<string, string>> = english.shell.screens
      return html.replace(place, (_, screen: string) => {
        const word = screens[screen]
        if (word === undefined) throw new Error(`There are no words for the screen ${screen}.`)
        return word
      })
    },
  }
}
