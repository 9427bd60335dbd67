import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const skipped = new Set(['node_modules', 'dist', '.git', '.cache', 'test-results', 'playwright-report'])

/**
 * The project's files by their path from the root, with `/`: tracked or untracked by git, without ignored ones.
 * Without git, every file outside generated folders.
 */
export function listProjectFiles(root: string): string[] {
  const files = existsSync(join(root, '.git')) ? listByGit(root) : listByWalking(root)
  return files.filter((file) => existsSync(join(root, file))).sort()
}

function listByGit(root: string): string[] {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], options)
    .split('\0')
    .filter(Boolean)
}

function listByWalking(root: string): string[] {
  return walk(root).map((path) => relative(root, path).split(sep).join('/'))
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? walk(path) : [path]
    })
}
