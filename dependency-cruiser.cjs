// Folder rules (CONTRIBUTING.md lists them in words). @swc/core must stay installed beside TypeScript 7: without it
// dependency-cruiser reads no module and still exits 0. test/rules asserts the number of modules it read.
const electron = '(^|/)node_modules/electron(/|$)|^electron$';
const corePackages = 'zod|picomatch|ignore|yaml|diff|tokenx';

module.exports = {
  forbidden: [
    { name: 'shared-is-a-leaf', severity: 'error', from: { path: '^shared/' }, to: { path: '^(main|preload|renderer|skills|test)/' } },
    { name: 'shared-packages', severity: 'error', from: { path: '^shared/' }, to: { path: 'node_modules/', pathNot: 'node_modules/zod/' } },
    { name: 'shared-has-no-platform', severity: 'error', from: { path: '^(shared|renderer)/' }, to: { dependencyTypes: ['core'] } },
    {
      name: 'core-knows-core-and-shared',
      severity: 'error',
      from: { path: '^main/core/' },
      to: { path: '^(main/(adapters|host|electron|serve|cli)|preload|renderer|skills|test)/' },
    },
    {
      name: 'core-packages',
      severity: 'error',
      from: { path: '^main/core/' },
      to: { path: 'node_modules/', pathNot: `node_modules/(${corePackages})/` },
    },
    {
      name: 'core-has-no-io',
      severity: 'error',
      from: { path: '^main/core/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?path/posix$' },
    },
    {
      name: 'adapters-below-host',
      severity: 'error',
      from: { path: '^main/adapters/' },
      to: { path: '^(main/(host|electron|serve|cli)|preload|renderer|skills|test)/' },
    },
    {
      name: 'host-below-shells',
      severity: 'error',
      from: { path: '^main/host/' },
      to: { path: '^(main/(electron|serve|cli)|preload|renderer|skills|test)/' },
    },
    {
      name: 'shells-do-not-meet',
      severity: 'error',
      from: { path: '^main/(electron|serve)/' },
      to: { path: '^main/(electron|serve|cli)/', pathNot: '^main/$1/' },
    },
    {
      name: 'cli-never-imports-the-desktop',
      severity: 'error',
      from: { path: '^main/cli/' },
      to: { path: '^(main/electron|preload|renderer|skills|test)/' },
    },
    {
      name: 'only-electron-shell-imports-electron',
      severity: 'error',
      from: { pathNot: '^(main/electron|preload)/' },
      to: { path: electron },
    },
    {
      name: 'headless-never-reaches-electron',
      severity: 'error',
      from: { path: '^main/(serve|cli|host|adapters|core)/' },
      to: { path: electron, reachable: true },
    },
    {
      name: 'preload-types-only',
      severity: 'error',
      from: { path: '^preload/' },
      to: { path: '^(main|renderer|shared)/', dependencyTypesNot: ['type-only'], pathNot: '^shared/contract/bridge\\.ts$' },
    },
    { name: 'renderer-sees-shared', severity: 'error', from: { path: '^renderer/' }, to: { path: '^(main|preload|skills|test)/' } },
    {
      name: 'features-do-not-meet',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'ui-kit-is-generic',
      severity: 'error',
      from: { path: '^renderer/ui/' },
      to: { path: '^renderer/(app|features|stores|transport)/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^electron$' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
