import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { packagesEnding } from './shipped-packages.ts'

export interface ShippedFile {
  /** From the project’s folder, with slashes: `dist/main/electron.js`. */
  readonly path: string
  readonly bytes: number
}

const builds = ['main', 'preload', 'renderer']

/** The files of the builds that a release contains; those that only the build itself reads stay out. */
export function listShippedFiles(root: string): ShippedFile[] {
  return builds
    .map((name) => join(root, 'dist', name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !isForTheBuild(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(root, path).split(sep).join('/'), bytes: statSync(path).size }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Whether only the build itself, or a check, reads such a file. */
export function isForTheBuild(name: string): boolean {
  return name === 'manifest.json' || name.endsWith(packagesEnding) || name.endsWith('.map')
}

export interface OwnPackage {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly main: string
}

export function readOwnPackage(root: string): OwnPackage {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as OwnPackage
}
