import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { credentialsWasm } from './tools/credentials-wasm.ts'
import { iconImports } from './tools/icon-imports.ts'
import { inlineStyles } from './tools/inline-styles.ts'
import { noFacades } from './tools/no-facades.ts'
import { shippedPackages } from './tools/packaging/shipped-packages.ts'
import {
  chunkOf,
  failuresChunk,
  failureWords,
  formChunk,
  formParts,
  laterChunk,
  laterParts,
  sharedWords,
} from './tools/page-chunks.ts'
import { pageWords } from './tools/page-words.ts'
import { sandboxPage } from './tools/sandbox-page.ts'

const inPage = (module: string) => resolve('renderer', module)

/**
 * One build of everything that is bundled: the desktop's main side and preload, and the page that every host
 * serves.
 */
export default defineConfig({
  main: {
    plugins: [credentialsWasm(), sandboxPage(), shippedPackages()],
    build: {
      outDir: 'dist/main',
      chunkSizeWarningLimit: 1500,
      rolldownOptions: {
        input: {
          electron: 'main/hosts/electron/entry.ts',
          // Beside it, not among the chunks: the studio finds the project's other folders from there.
          desktop: 'main/hosts/electron/electron.ts',
          'credentials-worker': 'main/infra/credentials-worker.ts',
          'image-worker': 'main/hosts/mcp/image-worker.ts',
          sandbox: 'sandbox/serve-packed.ts',
        },
      },
    },
  },
  preload: {
    plugins: [shippedPackages()],
    build: {
      outDir: 'dist/preload',
      // A sandboxed preload is loaded as CommonJS, whole in one file.
      rolldownOptions: {
        input: 'preload/preload.ts',
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [iconImports(), react(), pageWords(), inlineStyles(), noFacades(), shippedPackages()],
    worker: { plugins: () => [shippedPackages('worker-')] },
    build: {
      outDir: 'dist/renderer',
      emptyOutDir: true,
      chunkSizeWarningLimit: 1500,
      // The page also opens in the person's own browser.
      target: 'es2023',
      minify: true,
      sourcemap: false,
      modulePreload: { polyfill: false },
      // The page's policy allows fonts and scripts from its own origin only, not from data: addresses.
      assetsInlineLimit: 0,
      // What `npm run check` holds against the page's budget is read from it.
      manifest: 'manifest.json',
      rolldownOptions: {
        input: 'renderer/index.html',
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              // Apart from the page's entry: what imports that would load its styles, which stand in the HTML.
              { name: 'load-part', test: /vite\/preload-helper/ },
              chunkOf(['main.tsx'].map(inPage), 'main'),
              chunkOf(formParts.map(inPage), formChunk),
              { name: failuresChunk, test: failureWords },
              { name: 'shared-words', test: sharedWords },
              chunkOf(laterParts.map(inPage), laterChunk),
              // Those of the other parts: one request instead of one per set of parts that share some.
              { name: 'icons', test: /lucide-react/ },
            ],
          },
        },
      },
    },
  },
})
