import { readFile } from 'node:fs/promises'
import { extname, resolve, sep } from 'node:path'
import type { Settings } from '../../shared/settings/settings.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Serves the built page and its assets; both hosts use it, so that the page is the same in each. */
export type PageRoutes = (request: Request) => Promise<Response>

/** `folder` is the built renderer; `theme` is what the first paint wears. */
export function createPageRoutes({
  folder,
  theme,
}: {
  folder: string
  theme(): Settings['theme']
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
    const isPage = file.endsWith('.html')
    const body = isPage
      ? bytes.toString('utf8').replace(/data-theme="\w+"/, `data-theme="${theme()}"`)
      : new Uint8Array(bytes)
    const cache = isPage
      ? 'no-store'
      : path?.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache'
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: { ...headers, 'Content-Type': type, 'Cache-Control': cache },
    })
  }
}

/** Null where the path is not properly encoded or holds what no file name of ours has. */
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
    headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
