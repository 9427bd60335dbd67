import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { parse } from 'yaml'

/** Reports what GitHub would refuse in `.github/workflows`, and what it would take and we don't. */
export async function findWorkflowFaults(root: string): Promise<string[]> {
  const folder = join(root, '.github', 'workflows')
  if (!existsSync(folder)) return []
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  }
  const parseByGitHub = await loadParser()
  return readdirSync(folder).flatMap((name) => {
    const content = readFileSync(join(folder, name), 'utf8')
    const refused = parseByGitHub(name, content)
    const faults =
      refused.length > 0
        ? refused
        : [
            ...findLooseEnds(parse(content) as Workflow, new Set(Object.keys(scripts))),
            ...findUnnamedVersions(content),
          ]
    return faults.map((fault) => `.github/workflows/${name}: ${fault}`)
  })
}

type Parser = (name: string, content: string) => string[]

/** GitHub's own parser. It imports JSON as bundlers do, without the attribute that Node wants. */
async function loadParser(): Promise<Parser> {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      return specifier.endsWith('.json') ? { ...resolved, importAttributes: { type: 'json' } } : resolved
    },
  })
  try {
    const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser')
    return (name, content) =>
      parseWorkflow({ name, content }, new NoOperationTraceWriter())
        .context.errors.getErrors()
        .map((error) => error.message)
  } finally {
    hooks.deregister()
  }
}

interface Step {
  readonly uses?: string
  readonly run?: string
}

interface Workflow {
  readonly on?: unknown
  readonly permissions?: Readonly<Record<string, string>>
  readonly jobs: Readonly<
    Record<string, { readonly 'timeout-minutes'?: number; readonly steps?: readonly Step[] }>
  >
}

/** A commit alone says nothing to a person: the version stands beside it. */
export function findUnnamedVersions(content: string): string[] {
  return [...content.matchAll(/uses: (\S+)(.*)/g)]
    .filter(([, , comment = '']) => !/^ # v\d+\.\d+\.\d+$/.test(comment))
    .map(([, action]) => `names no version beside ${action}`)
}

/** Least rights, an end in time, actions by their commit, no text of strangers in a shell, scripts that exist. */
export function findLooseEnds({ on, permissions, jobs }: Workflow, scripts: ReadonlySet<string>): string[] {
  const faults: string[] = []
  if (JSON.stringify(permissions) !== '{"contents":"read"}')
    faults.push('its default permissions are not contents: read')
  if (JSON.stringify(on ?? null).includes('pull_request_target'))
    faults.push('it runs code of a pull request with the rights of the project')
  for (const [name, { 'timeout-minutes': minutes, steps = [] }] of Object.entries(jobs)) {
    if (minutes === undefined) faults.push(`${name} has no timeout-minutes`)
    for (const step of steps) faults.push(...findInStep(step, scripts).map((fault) => `${name} ${fault}`))
  }
  return faults
}

function findInStep({ uses, run = '' }: Step, scripts: ReadonlySet<string>): string[] {
  const wanted = [...run.matchAll(/\bnpm run (?:-s )?([\w-]+)/g)].map(([, script]) => script ?? '')
  return [
    ...(uses !== undefined && !/@[0-9a-f]{40}$/.test(uses) ? [`uses ${uses}, which is no commit`] : []),
    ...(/\$\{\{/.test(run) ? ['puts an expression into a shell: pass it by env'] : []),
    ...wanted
      .filter((script) => !scripts.has(script))
      .map((script) => `runs npm run ${script}, which is not there`),
  ]
}
