// The arrows of the architecture (docs/architecture.md): what each part may import, type imports included.
const tests = '[.]test(-d)?[.]tsx?$'
const production = { pathNot: [tests, '^[^/]+/testing/', '^(e2e|bench|chaos|tools)/'] }

/** A part's files may import these parts of the project and nothing else of it. */
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

/** These packages are imported from here alone. */
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
 * The rooms of the engine, in order: each may import those before it and no other, so that no two import each other. Of
 * the files beside them every room may use those of `engineBase`; the others stand above the rooms.
 */
const engineRooms = [
  'media-types', // what a file is by its bytes, and what its headers say
  'service', // the connected account, the service's ports, backoff
  'settings',
  'catalog', // models, descriptions, and how models end
  'spend',
  'submissions', // the states of a run, its journal, confirmation, queue, and what each response means
  'polling',
  'recovery', // jobs whose response was lost, found in the service's listing
  'inputs', // the person's files, and the bodies of requests
  'library',
  'webhooks',
  'recipes',
  'prompts',
]
const engineBase = '(ports|bridge-result|reason-error|strict-headers|tell-safely)[.]ts$'

/** The rooms of Create, in order. What lies above them, in the folder itself, puts them together. */
const createRooms = [
  'composer', // the stores: what stands in the form, what that would make, and its confirmation
  'form', // the foot of the form: price, runs, Generate, and the question before a ceiling
  'media', // files on their way into the form
  'prompts', // earlier prompts, wildcards
  'recipes', // kept settings, and what becomes of settings on their way into the form
  'models', // the choice of a model
  'list', // a run of each row of a list
  'sheet', // what a contact sheet compares
  'runs', // the runs beside the form: their store, list and words
  'result', // the chosen run or sheet, large: its files, its trouble, its retries
]

/** Each room may import itself, the rooms before it and the `base` files beside them; every folder has to be listed. */
function roomsInOrder(name, folder, rooms, base) {
  const inOrder = rooms.map((room, index) => {
    const open = rooms.slice(0, index + 1).join('|')
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
    comment: `Each folder of ${folder} has its place in the list of rooms.`,
    severity: 'error',
    from: { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/(${rooms.join('|')})/` },
    to: {},
  }
  return [...inOrder, listed]
}

export default {
  forbidden: [
    ...roomsInOrder('engine', 'main/engine', engineRooms, engineBase),
    ...roomsInOrder('create', 'renderer/features/create', createRooms),
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
    // Its tests as well: what judges a service knows none from inside.
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
      from: { path: '^shared/', pathNot: tests },
      to: { dependencyTypesNot: ['local'], pathNot: '^node_modules/(zod|re2js)/' },
    },
    onlyFrom(
      'patterns-at-home',
      're2js',
      ['^shared/json-schema/match-pattern[.]ts$'],
      'Patterns from outside are matched in one place.',
    ),
    {
      name: 'patterns-when-needed',
      comment: 'The matcher is loaded for a schema that has patterns; nothing else waits for it.',
      severity: 'error',
      from: { path: '^(shared|main|preload|renderer|sandbox)/' },
      to: { path: '^node_modules/re2js/', dynamic: false, dependencyTypesNot: ['type-only'] },
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
      comment: 'The engine is told without the world: files, network and processes come in by its ports.',
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
      comment: 'What main starts gets an environment without the person’s keys: by child-programs.ts alone.',
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
      comment: 'A file that nothing imports and that imports nothing is left over.',
      severity: 'error',
      from: { orphan: true, pathNot: [tests, '[.]d[.]ts$', '^tools/', '^chaos/inside/', '[.]config[.]ts$'] },
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
