import type { Plugin } from 'vite'

const stylesheetLink = /<link rel="stylesheet"[^>]* href="\.\/([^"]+)"[^>]*>/g

/**
 * Inlines the styles of the first paint into the page, which then waits for nothing more. The page's policy
 * names them by their digest (`main/hosts/page.ts`).
 */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        return html.replace(stylesheetLink, (link, name: string) => {
          const sheet = bundle[name]
          if (sheet?.type !== 'asset') return link
          const css = Buffer.from(sheet.source).toString('utf8')
          // It would be resolved relative to the page instead of the sheet.
          if (css.includes('url(')) throw new Error(`${name} names a file and can't stand in the page.`)
          delete bundle[name]
          return `<style>${css}</style>`
        })
      },
    },
  }
}
