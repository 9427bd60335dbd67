import { accountAt } from '../../main/engine/service/start-account.ts'
import { type BrowserHost, serveBrowser } from '../../main/hosts/browser/serve-browser.ts'
import { openStudio } from '../../main/hosts/open-studio.ts'
import type { OpenStudio } from '../../main/hosts/studio-on-folder.ts'
import { plantMigratedLibrary } from '../../main/testing/migrated-library.ts'
import { root } from '../../tools/start-program.ts'
import type { StudiosReply, StudiosRequest, StudioToOpen } from './studios.ts'

// Serves whole studios one after the other, as `npm start -- --browser` does one, so that a worker's specs load the
// engine once. It ends with the process that started it.

const open = new Map<number, { readonly host: BrowserHost; readonly studio: OpenStudio }>()

async function start(id: number, { dataFolder, service, port }: StudioToOpen): Promise<string> {
  await plantMigratedLibrary(dataFolder)
  const studio = await openStudio({
    host: 'browser',
    dataFolder,
    chooseAccount: (settings) => accountAt(settings, service.url),
    allowsHttp: false,
    environment: { ...process.env, ATELIER_API_KEY: service.key, ATELIER_USAGE_KEY: service.usageKey },
  })
  const pageFolder = `${root}/dist/renderer`
  const host = await serveBrowser({ ...studio, port, pageFolder }).catch(async (error: unknown) => {
    await studio.close()
    throw error
  })
  open.set(id, { host, studio })
  return host.url
}

async function stop(id: number): Promise<null> {
  const found = open.get(id)
  open.delete(id)
  await found?.host.close()
  await found?.studio.close()
  return null
}

process.on('message', ({ request, ...asked }: StudiosRequest) => {
  const done = asked.task === 'open' ? start(asked.studio, asked.options) : stop(asked.studio)
  const reply = (value: StudiosReply) => process.send?.(value)
  done.then(
    (url) => reply({ request, url }),
    (error: unknown) => reply({ request, error: error instanceof Error ? `${error.stack}` : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
