import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createPageRunner, renderPath } from './media/page-runner.ts'
import { runServer } from './run-server.ts'

/**
 * The sandbox of the installed desktop, bundled: its media are made by a page that the desktop opens out of sight,
 * with the token of the ready line (decisions/0287).
 */
const renderToken = randomBytes(32).toString('base64url')
const script = readFileSync(new URL('./sandbox-page.js', import.meta.url), 'utf8')
const runner = createPageRunner({ script, token: renderToken })

runServer({
  runner,
  ready: { renderToken },
  route: (request) => (new URL(request.url).pathname.startsWith(renderPath) ? runner.fetch(request) : null),
})
