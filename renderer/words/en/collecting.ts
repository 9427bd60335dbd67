import { format } from './format.ts'

/** The dialog that puts files into a collection, from every screen. */
export const collecting = {
  /** Null: all that is found, however much that is. */
  title: (count: number | null) => {
    if (count === null) return 'Add everything found to a collection'
    return count === 1 ? 'Add to a collection' : `Add ${format.number(count)} files to a collection`
  },
  name: 'Collection',
  hint: 'Type a name: an existing collection is completed, a new one is made.',
  existing: 'Collections',
  files: (count: number) => (count === 1 ? '1 file' : `${format.number(count)} files`),
  noneYet: 'There is no collection yet. Its name makes one.',
  tag: {
    title: (count: number | null) => {
      if (count === null) return 'Tag everything found'
      return count === 1 ? 'Tag' : `Tag ${format.number(count)} files`
    },
    name: 'Tag',
    existing: 'Tags',
    hint: 'Enter adds the tag. Remove takes it from those that have it.',
    add: 'Add',
    remove: 'Remove',
    added: (count: number, name: string) =>
      count === 0
        ? `All have the tag “${name}”.`
        : `${count === 1 ? '1 file' : `${format.number(count)} files`} tagged “${name}”.`,
    removed: (count: number, name: string) =>
      count === 0
        ? `None has the tag “${name}”.`
        : `The tag “${name}” was removed from ${count === 1 ? '1 file' : `${format.number(count)} files`}.`,
  },
  add: 'Add',
  make: 'Make and add',
  cancel: 'Cancel',
  added: (count: number, name: string) => {
    if (count === 0) return `Already in “${name}”.`
    return count === 1 ? `Added to “${name}”.` : `${format.number(count)} files added to “${name}”.`
  },
  /** A collection of its first files. */
  made: (name: string, files: number) =>
    files === 1
      ? `“${name}” was made, and the file is in it.`
      : `“${name}” was made, and ${format.number(files)} files are in it.`,
}
