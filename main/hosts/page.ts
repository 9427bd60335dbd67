import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, resolve, sep } from 'node:path'
import type { Settings } from '../../shared/settings/settings.ts'
import { strictHeaders } from '../engine/strict-headers.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

const policyAfterStyles = [
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

const headers = {
  ...strictHeaders,
  'Content-Security-Policy': policyWith([]),
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const forGood = 'public, max-age=31536000, immutable'

/** The page's policy, with the inline styles of the page by their digests. */
function policyWith(ownStyles: readonly string[]): string {
  const styles = ["style-src 'self'", ...ownStyles.map((sha256) => `'sha256-${sha256}'`)].join(' ')
  return ["default-src 'none'", "script-src 'self'", styles, ...policyAfterStyles].join('; ')
}

/** Serves the built page and its assets; both hosts use it, so that the page is the same in each. */
export type PageRoutes = (request: Request) => Promise<Response>

/** The theme and language of the first paint, before the page has read its settings. */
export type FirstLook = Pick<Settings, 'theme' | 'language'>

/**
 * `folder` is the built renderer. `offersPseudoLanguage`: the page offers the pseudo-language for finding
 * untranslated text.
 */
export function createPageRoutes({
  folder,
  look,
  offersPseudoLanguage = process.env.ATELIER_PSEUDO_LANGUAGE === '1',
}: {
  folder: string
  look(): FirstLook
  offersPseudoLanguage?: boolean
}): PageRoutes {
  const root = resolve(folder)
  return async function pageRoutes(request) {
    const path = decodePath(new URL(request.url).pathname)
    const file = path === null ? null : resolve(root, `.${path === '/' ? '/index.html' : path}`)
    const type = file && contentTypes[extname(file)]
    if (!file || !type || !file.startsWith(root + sep) || !['GET', 'HEAD'].includes(request.method))
      return notFound()
    const bytes = await readFile(file).catch(() => null)
    if (!bytes) return notFound()
    const { body, ...own } = file.endsWith('.html')
      ? toPage(bytes.toString('utf8'), look(), offersPseudoLanguage)
      : { body: new Uint8Array(bytes), 'Cache-Control': path?.startsWith('/assets/') ? forGood : 'no-cache' }
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: { ...headers, ...own, 'Content-Type': type },
    })
  }
}

function toPage(html: string, { theme, language }: FirstLook, offersPseudoLanguage: boolean) {
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) =>
    createHash('sha256').update(css).digest('base64'),
  )
  return {
    body: html
      .replace(/lang="\w+"/, `lang="${language}"${offersPseudoLanguage ? ' data-pseudo-language' : ''}`)
      .replace(/data-theme="\w+"/, `data-theme="${theme}"`),
    'Content-Security-Policy': policyWith(styles),
    'Cache-Control': 'no-store',
  }
}

/** Null where the path is not properly encoded or holds characters that no file name of ours has. */
function decodePath(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname)
    return /^[\w./-]+$/.test(path) ? path : null
  } catch {
    return null
  }
}

function notFound(): Response {
  return new Response('There is no such page.', {
    status: 404,
    headers: { ...headers, ...strictHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
