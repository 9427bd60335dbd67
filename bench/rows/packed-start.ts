import { join } from 'node:path'
import { build } from 'vite'
import { buildRelease } from '../../tools/packaging/build-release.ts'
import { root, startProgram } from '../../tools/start-program.ts'
import type { Row } from '../row.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { timeStart } from './start-to-ready.ts'

const rounds = 9

/**
 * From the start of the process to the window of a packed desktop, over an existing library. Both programs are
 * JavaScript: for one TypeScript file Node would load its type stripper.
 */
export const packedStart: Row = {
  what: 'packed start to ready',
  unit: 'ms',
  baselineIs: 'a bare HTTP server over a SQLite file, as JavaScript',
  oursIs: 'the main side of a release over the double of Electron, with V8’s compile cache, until its window',
  aim: { kind: 'ratio', atMost: 2.2 },
  measure: () =>
    inTemporaryFolder(async (folder) => {
      const app = join(folder, 'app')
      await buildRelease(root, app)
      await bundlePrograms(folder)
      const env = { XDG_DATA_HOME: folder, APPDATA: folder, HOME: folder }
      const isReady = (line: string) => line === 'ready' || line.startsWith('{')
      const bare = () =>
        startProgram([join(folder, 'http-sqlite.mjs'), join(folder, 'bare.sqlite')], { isReady })
      const packed = () => startProgram([join(folder, 'packed-desktop-program.mjs'), app], { isReady, env })
      // The first makes the library and what is compiled, the second finds both.
      for (let round = 0; round < 2; round++) await timeStart(packed)
      const baseline: number[] = []
      const ours: number[] = []
      for (let round = 0; round < rounds; round++) {
        baseline.push(await timeStart(bare))
        ours.push(await timeStart(packed))
      }
      return { baseline, ours }
    }),
}

async function bundlePrograms(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'silent',
    root,
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: ['main/testing/packed-desktop-program.ts', 'bench/baselines/http-sqlite.ts'],
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
}
