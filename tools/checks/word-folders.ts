import { listProjectFiles } from '../source/project-files.ts'

const wordFile = /^renderer\/words\/([^/]+)\/(.+\.tsx?)$/

/** Languages that lack a file which another has: one line each. Whether each file is whole, the types say. */
export function findMissingWords(root: string): string[] {
  const files = listProjectFiles(root).flatMap((file) => {
    const [, language, name] = wordFile.exec(file) ?? []
    return language && name ? [{ language, name }] : []
  })
  const languages = Map.groupBy(files, (file) => file.language)
  // The folder's own gathering file is named after its language.
  const names = new Set(files.map(({ name }) => name).filter((name) => !isGathering(name)))
  return [...languages].flatMap(([language, own]) => {
    const has = new Set(own.map((file) => file.name))
    return [...names]
      .filter((name) => !has.has(name))
      .map((name) => `renderer/words/${language}/${name} is missing`)
  })
}

function isGathering(name: string): boolean {
  return name === 'english.ts'
}
