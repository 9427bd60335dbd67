import { listProjectFiles } from '../source/project-files.ts'

/** The words folders: the page's, the main side's, and the shared one. */
const wordFile = /^(renderer|main|shared)\/words\/([^/]+)\/(.+\.tsx?)$/

/**
 * Languages that lack a file which another has, in any words folder: one line each. It knows no language by
 * name; whether each file is complete is checked by the types.
 */
export function findMissingWords(root: string): string[] {
  const files = listProjectFiles(root).flatMap((file) => {
    const [, place, language, name] = wordFile.exec(file) ?? []
    return place && language && name
      ? [{ language, path: (tag: string) => `${place}/words/${tag}/${name}` }]
      : []
  })
  const languages = [...new Set(files.map(({ language }) => language))]
  const present = new Set(files.map(({ language, path }) => path(language)))
  const wanted = new Set(files.flatMap(({ path }) => languages.map(path)))
  return [...wanted].filter((path) => !present.has(path)).map((path) => `${path} is missing`)
}
