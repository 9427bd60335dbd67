// The arrows of the architecture (docs/architecture.md): what each part may import, type imports included.
const tests = '[.]test(-d)?[.]tsx?$'
const production = { pathNot: [tests, '^[^/]+/testing/', '^(e2e|bench|chaos|tools)/'] }

/** A part's files may import these parts of the project and nothing else of it. */
function mayImport(name, part, parts) {
  return {
    name: `${name}-imports`,
    comment: `${name} may import ${parts.join(', ')} and no other part of the project.`,
    severity: 'error',
    from: { ...production, path: part },
    to: { path: '^(shared|main|preload|renderer|sandbox|e2e|bench|chaos|tools)/', pathNot: parts },
  }
}

/** These packages are imported from here alone. */
function onlyFrom(name, packages, from, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: '^(shared|main|preload|renderer|sandbox)/', pathNot: from },
    to: { path: `^node_modules/(${packages})/` },
  }
}

export default {
  forbidden: [
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
    {
      name: 'features-apart',
      comment: 'Features of the page do not import each other.',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'shared-packages',
      comment: 'shared imports zod and nothing else: no Node, no DOM, no Electron.',
      severity: 'error',
      from: { path: '^shared/', pathNot: tests },
      to: { dependencyTypesNot: ['local'], pathNot: '^node_modules/zod/' },
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
