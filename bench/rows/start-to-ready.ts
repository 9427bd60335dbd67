import { join } from 'node:path'
import { startProgram } from '../../tools/start-program.ts'
import type { Row } from '../row.ts'
import { startStudio } from '../studio.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const rounds = 7

/** From the start of the process to the line that says it is ready, over an existing library. */
export const startToReady: Row = {
  what: 'start to ready',
  unit: 'ms',
  baselineIs: 'a bare HTTP server over a SQLite file',
  oursIs: 'the browser host until its line',
  aim: { kind: 'ratio', atMost: 2.5 },
  measure: () =>
    inTemporaryFolder(async (folder) => {
      const ours: number[] = []
      const baseline: number[] = []
      await timeStart(() => startStudio(join(folder, 'studio')))
      for (let round = 0; round < rounds; round++) {
        baseline.push(await timeStart(() => startBare(join(folder, 'bare.sqlite'))))
        ours.push(await timeStart(() => startStudio(join(folder, 'studio'))))
      }
      return { baseline, ours }
    }),
}

function startBare(file: string) {
  return startProgram(['bench/baselines/http-sqlite.ts', file], { isReady: (line) => line === 'ready' })
}

/** Milliseconds until a program is ready; then it is ended. */
export async function timeStart(start: () => Promise<{ stop(): Promise<unknown> }>): Promise<number> {
  const startedAt = performance.now()
  const program = await start()
  const milliseconds = performance.now() - startedAt
  await program.stop()
  return milliseconds
}
