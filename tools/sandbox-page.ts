import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { shippedPackages } from './packaging/shipped-packages.ts'

const inPage = (name: string) => fileURLToPath(new URL(`../sandbox/media/in-page/${name}`, import.meta.url))

/** Bundles what renders the sandbox’s media in a page: one script, and what `shippedPackages` says of it. */
export async function buildSandboxPage(): Promise<{ readonly script: string; readonly packages: string }> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [shippedPackages('sandbox-page-')],
    resolve: {
      alias: [
        { find: '@napi-rs/canvas', replacement: inPage('canvas.mjs') },
        { find: '@napi-rs/webcodecs', replacement: inPage('webcodecs.mjs') },
        { find: /^\.\/(audio|video)-reader\.ts$/, replacement: inPage('$1-reader.mjs') },
      ],
    },
    build: { write: false, minify: true, rolldownOptions: { input: inPage('render.mjs') } },
  })
  const output = 'output' in built ? built.output : []
  const script = output.find((file) => file.type === 'chunk')
  const packages = output.find((file) => file.fileName.endsWith('packages.json'))
  if (script?.type !== 'chunk' || packages?.type !== 'asset') throw new Error('The page was not bundled.')
  return { script: script.code, packages: String(packages.source) }
}

/** Puts that page beside the main side’s bundles, where the sandbox of the installed desktop reads it. */
export function sandboxPage(): Plugin {
  return {
    name: 'sandbox-page',
    async generateBundle() {
      const { script, packages } = await buildSandboxPage()
      this.emitFile({ type: 'asset', fileName: 'sandbox-page.js', source: script })
      this.emitFile({ type: 'asset', fileName: 'sandbox-page-packages.json', source: packages })
    },
  }
}
