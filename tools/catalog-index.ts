import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const kinds = ['v', 'i', 'a']
const modelFile = /^([via])(\d+)\.ts$/
const modelImport = /^import \{ [via]\d+ \} from '\.\/[via]\d+\.ts'$/

/** `shared/catalog/index.ts` with an import and a row for each model's file in the folder; the rest unchanged. */
function renderIndex(root: string): string {
  const ids = listModelIds(root)
  const lines = readIndex(root).split('\n')
  const isImport = (line: string) => line.startsWith('import ')
  const imports = [
    ...lines.filter((line) => isImport(line) && !modelImport.test(line)),
    ...ids.map((id) => `import { ${id} } from './${id}.ts'`),
  ].sort((left, right) => byPath.compare(pathOf(left), pathOf(right)))
  const rest = lines.filter((line) => !isImport(line))
  const start = rest.findIndex((line) => line.startsWith('export const models:')) + 1
  const rows = ids.map((id) => `  ${id},`)
  return [...imports, ...rest.slice(0, start), ...rows, ...rest.slice(rest.indexOf(']', start))].join('\n')
}

/** The import order that the style check requires. */
const byPath = new Intl.Collator('en', { numeric: true })

function pathOf(line: string): string {
  return line.split("'")[1] ?? ''
}

/** One line where a model's file is not in the index, or a row has no file. */
export function findStaleCatalogIndex(root: string): string[] {
  return renderIndex(root) === readIndex(root)
    ? []
    : ['shared/catalog/index.ts does not fit the model files beside it: run npm run models']
}

/** Videos, images, audio; by number within each. */
function listModelIds(root: string): string[] {
  const files = readdirSync(join(root, 'shared/catalog')).flatMap((file) => {
    const [, kind = '', number] = modelFile.exec(file) ?? []
    return number === undefined
      ? []
      : [{ id: `${kind}${number}`, rank: [kinds.indexOf(kind), Number(number)] }]
  })
  return files.sort((left, right) => compareRanks(left.rank, right.rank)).map(({ id }) => id)
}

function compareRanks([kind = 0, number = 0]: number[], [otherKind = 0, otherNumber = 0]: number[]): number {
  return kind - otherKind || number - otherNumber
}

function readIndex(root: string): string {
  return readFileSync(join(root, 'shared/catalog/index.ts'), 'utf8')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  writeFileSync(join(root, 'shared/catalog/index.ts'), renderIndex(root))
}
