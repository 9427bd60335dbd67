// The import rules of the architecture (docs/architecture.md): what each part may import, type imports
// included.
const tests = '[.]test(-d)?[.]tsx?$'
const production = { pathNot: [tests, '^[^/]+/testing/', '^(e2e|bench|chaos|tools)/'] }

/** A part's files may import these parts of the project and no others. */
function mayImport(name, part, parts, from = production) {
  return {
    name: `${name}-imports`,
    comment: `${name} may import ${parts.join(', ')} and no other part of the project.`,
    severity: 'error',
    from: { ...from, path: part },
    to: {
      path: '^(shared|main|preload|renderer|sandbox|conformance|e2e|bench|chaos|tools)/',
      pathNot: parts,
    },
  }
}

/** These packages are imported only from here. */
function onlyFrom(name, packages, from, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: '^(shared|main|preload|renderer|sandbox|conformance)/', pathNot: from },
    to: { path: `^node_modules/(${packages})/` },
  }
}

/**
 * The engine's folders, in order: each may import those before it and no others, so that no two import each
 * other. Of the files beside them every folder may use those of `engineBase`; the other files are above the
 * folders.
 */
const engineFolders = [
  'media-types', // a file's type by its bytes, and what its headers say
  'metadata', // what a file carries of its making, written into its own container and read from it
  'service', // the connected account, the service's ports, backoff
  'settings',
  'catalog', // models, descriptions, and the ends of models
  'spend',
  'usage', // the workspaces' usage reports
  'submissions', // the states of a run, its journal, confirmation, queue, and the meaning of each response
  'agents', // what agents confirm: quotes, keys, and what waits for the person's yes
  'polling',
  'recovery', // jobs whose response was lost, found in the service's listing
  'adoption', // jobs started elsewhere, by the same key
  'inputs', // the person's files, and the bodies of requests
  'library',
  'export', // copies of files, with names by a template and metadata, into a folder or a ZIP
  'restore', // what a file carries, whichever program wrote it
  'webhooks',
  'recipes',
  'prompts',
  'styles', // known styles, the service's listing of them, sharing
]
const engineBase = '(ports|bridge-result|reason-error|strict-headers|notify-safely)[.]ts$'

/** The folders of Create, in order. The files above them, in features/create itself, compose them. */
const createFolders = [
  'composer', // the stores: the form's content, the runs it would make, and their confirmation
  'form', // the bottom of the form: price, runs, Generate, and the question before a ceiling
  'prompts', // earlier prompts, wildcards
  'recipes', // saved settings, and loading settings into the form
  'list', // runs from the rows of a list
  'models', // the choice of a model, and moving on from one
  'media', // files on their way into the form
  'sheet', // the axes of a contact sheet
  'runs', // the runs beside the form: their store, list and words
  'changes', // what a service changed in its description, and what that touches
  'samples', // what a new person may begin with
  'plan', // what Generate would make, drawn on the stage
  'result', // the chosen run or sheet, large: its files, its trouble, its retries
]

/**
 * Each folder may import itself, the folders before it and the `base` files beside them; every folder has to be
 * listed.
 */
function foldersInOrder(name, folder, folders, base) {
  const inOrder = folders.map((room, index) => {
    const open = folders.slice(0, index + 1).join('|')
    return {
      name: `${name}-room-${room}`,
      comment: `Of ${folder}, ${room} may import ${open.replaceAll('|', ', ')} and no other.`,
      severity: 'error',
      from: { ...production, path: `^${folder}/${room}/` },
      to: {
        path: `^${folder}/`,
        pathNot: [`^${folder}/(${open})/`, ...(base ? [`^${folder}/${base}`] : [])],
      },
    }
  })
  const listed = {
    name: `${name}-rooms-listed`,
    comment: `Each folder of ${folder} has its place in the ordered list.`,
    severity: 'error',
    from: { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/(${folders.join('|')})/` },
    to: {},
  }
  return [...inOrder, listed]
}

export default {
  forbidden: [
    ...foldersInOrder('engine', 'main/engine', engineFolders, engineBase),
    ...foldersInOrder('create', 'renderer/features/create', createFolders),
    mayImport('shared', '^shared/', ['^shared/']),
    mayImport('engine', '^main/engine/', ['^main/engine/', '^shared/']),
    mayImport('infra', '^main/infra/', ['^main/(engine|infra)/', '^shared/']),
    mayImport('studio', '^main/[^/]+[.]ts$', ['^main/(engine|infra)/', '^main/[^/]+[.]ts$', '^shared/']),
    mayImport('words', '^main/words/', ['^main/words/', '^shared/']),
    mayImport('hosts', '^main/hosts/', [
      '^main/(engine|infra|hosts|words)/',
      '^main/[^/]+[.]ts$',
      '^shared/',
    ]),
    mayImport('preload', '^preload/', ['^preload/', '^shared/bridge/']),
    mayImport('renderer', '^renderer/', ['^renderer/', '^shared/']),
    mayImport('sandbox', '^sandbox/', ['^sandbox/', '^shared/']),
    // Its tests as well: the suite must not know any service from inside.
    mayImport('conformance', '^conformance/', ['^conformance/', '^shared/'], {}),
    {
      name: 'features-apart',
      comment: 'Features of the page do not import each other.',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'shared-packages',
      comment: 'shared imports zod, re2js and nothing else: no Node, no DOM, no Electron.',
      severity: 'error',
      from: { path: '^shared/', pathNot: [tests, '^shared/testing/'] },
      to: { dependencyTypesNot: ['local'], pathNot: '^node_modules/(zod|re2js)/' },
    },
    onlyFrom(
      'patterns-at-home',
      're2js',
      ['^shared/json-schema/compile-pattern[.]ts$'],
      'Patterns from outside are compiled in one place.',
    ),
    {
      name: 'patterns-when-needed',
      comment: 'The matcher is loaded for a schema that has patterns; nothing else waits for it.',
      severity: 'error',
      from: { path: '^(shared|main|preload|renderer|sandbox)/' },
      to: {
        path: '^shared/json-schema/compile-pattern[.]ts$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'page-without-node',
      comment: 'The page and the preload run without Node.',
      severity: 'error',
      from: { path: '^(renderer|preload)/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'engine-without-world',
      comment: 'The engine has no I/O of its own: files, network and processes come in through its ports.',
      severity: 'error',
      from: { path: '^main/engine/', pathNot: tests },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(util|crypto|buffer)$' },
    },
    onlyFrom(
      'electron-at-home',
      'electron|electron-store',
      ['^main/hosts/electron/', '^preload/', '^main/testing/'],
      'Only the desktop host, its preload and its double know Electron.',
    ),
    onlyFrom(
      'react-at-home',
      'react|react-dom|zustand|@base-ui',
      ['^renderer/'],
      'Only the page knows React.',
    ),
    {
      name: 'schemas-from-shared',
      comment: 'The page takes its schemas from shared.',
      severity: 'error',
      from: { path: '^(renderer|preload)/' },
      to: { path: '^node_modules/zod/' },
    },
    {
      name: 'programs-without-keys',
      comment:
        'Child processes get an environment without the person’s keys: only child-programs.ts starts them.',
      severity: 'error',
      from: {
        ...production,
        path: '^main/',
        pathNot: [...production.pathNot, '^main/hosts/child-programs[.]ts$'],
      },
      to: { path: '^(node:)?child_process$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'doubles-in-tests',
      comment: 'Doubles and tests are for tests.',
      severity: 'error',
      from: production,
      to: { path: [tests, '^[^/]+/testing/'] },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports and that imports nothing is unused.',
      severity: 'error',
      from: {
        orphan: true,
        // Those in a page take the place of packages, when that is bundled.
        pathNot: [
          tests,
          '[.]d[.]ts$',
          '^tools/',
          '^chaos/inside/',
          '[.]config[.]ts$',
          '^sandbox/media/in-page/',
        ],
      },
      to: {},
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // TypeScript 7 has no programming interface yet (docs/decisions/0002-type-imports-read-by-swc.md).
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|node_modules/[.]cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.json'],
    },
  },
}
