import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listProjectFiles } from '../source/project-files.ts'

const view = /^renderer\/(?:.+\/)?(?:[\w-]+\.tsx|use-[\w-]+\.ts)$/
const call = /\bbridge\.(?:call|on|onConnected)\(/

/** Components and hooks that use the bridge themselves: that is for stores, which can be tested without React. */
export function findBridgeCalls(root: string): string[] {
  return listProjectFiles(root)
    .filter((file) => view.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          call.test(line) ? [`${file}:${index + 1}  call the bridge in a store`] : [],
        ),
    )
}
