import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listProjectFiles } from '../source/project-files.ts'
import { isSyntaxNode, lineOf, parseSource, type SyntaxNode } from '../source/syntax-tree.ts'

/** What states, judges and keeps, and therefore says why by a code; the catalogue's labels are another matter. */
const silent = /^(main\/(engine|infra)\/|main\/[^/]+\.ts$|shared\/(?!catalog\/|words\/|testing\/))/

interface Allowed {
  readonly file: string
  /** How the literal begins, a placeholder as `…`. */
  readonly begins: string
  readonly why: string
}

const invariant = 'thrown where the code itself is wrong; the log alone has it'
const logged = 'goes into the log, and nowhere else'

/** Sentences that no person reads in place of a language's words. */
const allowed: readonly Allowed[] = [
  { file: 'shared/result.ts', begins: 'Unexpected value', why: invariant },
  { file: 'shared/pricing/money.ts', begins: 'Not a whole number', why: invariant },
  { file: 'shared/pricing/money.ts', begins: 'A price finer', why: invariant },
  { file: 'main/bridge-dispatcher.ts', begins: 'Procedures without', why: invariant },
  { file: 'main/studio.ts', begins: 'There is no saved file', why: invariant },
  { file: 'main/infra/sqlite-webhook-store.ts', begins: 'The library holds no secret', why: invariant },
  { file: 'main/infra/sqlite-thread.ts', begins: 'The thread ended', why: logged },
  { file: 'main/infra/sqlite-worker.ts', begins: 'The thread ended', why: logged },
  { file: 'main/infra/sqlite-backups.ts', begins: 'The copy is not sound', why: logged },
  { file: 'main/infra/conf-settings-store.ts', begins: 'The settings are no', why: logged },
  { file: 'main/infra/sqlite-recipe-store.ts', begins: 'The recipe', why: logged },
  { file: 'main/infra/sqlite-sheets.ts', begins: 'The contact sheet', why: logged },
  { file: 'main/infra/sqlite-submission-row.ts', begins: 'The run', why: logged },
  {
    file: 'main/infra/jose-key-set.ts',
    begins: 'Keys are not taken',
    why: 'read by its type: no keys are there',
  },
  { file: 'main/infra/jose-key-set.ts', begins: 'The keys were', why: 'read by its type: no keys are there' },
  {
    file: 'main/infra/kept-connections.ts',
    begins: 'No answer in time',
    why: 'read by its name, TimeoutError',
  },
  {
    file: 'main/engine/webhooks/self-delivery.ts',
    begins: 'No response in time',
    why: 'read by its name, TimeoutError',
  },
  { file: 'main/infra/download-error.ts', begins: '… bytes are missing', why: 'read by its members' },
  {
    file: 'main/engine/metadata/settings-text.ts',
    begins: 'Negative prompt:',
    why: 'the same in every language: other programs read it',
  },
  {
    file: 'main/infra/default-data-folder.ts',
    begins: 'Application Support',
    why: 'a folder’s name in macOS',
  },
]

/**
 * English sentences in the engine, in the adapters and in what all share: one line each, with its place. What is given
 * to a log is no such sentence, nor is a fragment without a capital letter and a full stop.
 */
export function findEngineSentences(root: string): string[] {
  const isSource = (file: string) =>
    silent.test(file) && file.endsWith('.ts') && !file.includes('.test') && !file.includes('/testing/')
  return listProjectFiles(root)
    .filter(isSource)
    .flatMap((file) => findEngineSentencesIn(file, readFileSync(join(root, file), 'utf8')))
}

/** Rows of the list above that allow nothing any more. */
export function findStaleAllowances(root: string): string[] {
  return allowed
    .filter(({ file, begins }) => !sentencesOf(join(root, file)).some((words) => words.startsWith(begins)))
    .map(({ file, begins }) => `${file} has no sentence that begins with ${JSON.stringify(begins)}`)
}

function sentencesOf(path: string): string[] {
  if (!existsSync(path)) return []
  return [...literalsIn(parseSource(path, readFileSync(path, 'utf8')))]
    .map(({ words }) => words)
    .filter(isSentence)
}

export function findEngineSentencesIn(file: string, text: string): string[] {
  return [...literalsIn(parseSource(file, text))]
    .filter(({ words }) => isSentence(words) && !isAllowed(file, words))
    .map(
      ({ node, words }) =>
        `${file}:${lineOf(node, text)}  ${JSON.stringify(words)} belongs in words, behind a code of shared/failures`,
    )
}

function isAllowed(file: string, words: string): boolean {
  return allowed.some((one) => one.file === file && words.startsWith(one.begins))
}

/** Two words or more that begin as a sentence does, or end as one. */
function isSentence(words: string): boolean {
  if ((words.match(/\p{L}{2,}/gu) ?? []).length < 2 || !/\p{Ll} \S/u.test(words)) return false
  return /^(\p{Lu}\p{Ll}+[’']?\p{Ll}*|\p{Lu}),? [\p{L}…“]/u.test(words) || /[\p{Ll}…)”][.!?]$/u.test(words)
}

interface Literal {
  readonly node: SyntaxNode
  readonly words: string
}

function* literalsIn(node: SyntaxNode): Generator<Literal> {
  if (isSilent(node)) return
  if (node.type === 'StringLiteral') yield { node, words: String(node.value) }
  if (node.type === 'TemplateLiteral') {
    const pieces = node.quasis as { cooked: string }[]
    yield { node, words: pieces.map(({ cooked }) => cooked).join('…') }
  }
  for (const member of Object.values(node)) {
    for (const child of Array.isArray(member) ? member : [member]) {
      if (isSyntaxNode(child)) yield* literalsIn(child)
      else if (isSyntaxNode(child?.expression)) yield* literalsIn(child.expression)
    }
  }
}

/** Types and imports say nothing, and no person reads a log. */
function isSilent(node: SyntaxNode): boolean {
  if (node.type === 'TsLiteralType' || node.type === 'ImportDeclaration') return true
  if (node.type !== 'CallExpression') return false
  const callee = node.callee as SyntaxNode
  if (callee.type !== 'MemberExpression') return false
  const object = callee.object as SyntaxNode
  const owner = object.type === 'MemberExpression' ? (object.property as SyntaxNode) : object
  return owner.value === 'log'
}
