import { readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
export const writtenPath = 'main/engine/export/proof/page-parts.ts'

/** The module that holds the script and the style of proof pages as text, from their sources. */
export function writePageParts(): string {
  const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
  const script = stripTypeScriptTypes(read('renderer/proof-page/proof-page.ts'))
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')
  const style = read('renderer/proof-page/proof-page.css')
  return [
    '// Written by `npm run proof-page` from renderer/proof-page; change it there.',
    '',
    '// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are those of the page’s own script.',
    `export const proofScript = ${JSON.stringify(`${script}\n`)}`,
    '',
    `export const proofStyle = ${JSON.stringify(style)}`,
    '',
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(new URL(writtenPath, root), writePageParts())
