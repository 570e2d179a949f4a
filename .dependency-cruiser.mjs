/**
 * Imports point down this list, types included: a room imports itself and the rooms before it, whether at once, when a function is called,
 * or for types. CONTRIBUTING.md says what is in each.
 */
const ROOMS = [
  'errors',
  'peers',
  'geo',
  'states',
  'parameters',
  'locks',
  'redis',
  'bundle',
  'raster',
  'geography',
  'dimensions',
  'districts',
  'schools',
  'geocode',
  'scores',
  'layers',
  'areas',
  'bundles',
  'user-data',
  'open-options',
  'vicinage',
  'place',
  'warm',
  'open',
  'endpoints',
  'index',
  'batch',
  'export',
  'map',
  'data-copy',
  'data-report',
  'explorer',
  'explorer-site',
  'http',
  'mcp',
  'cluster',
  'cli',
]

const pathOf = (rooms) => `^src/(${rooms.join('|')})(/|\\.ts$)`

const upward = ROOMS.slice(0, -1).map((room, i) => ({
  name: `${room}-imports-upward`,
  severity: 'error',
  from: { path: pathOf([room]) },
  to: { path: pathOf(ROOMS.slice(i + 1)) },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...upward,
    { name: 'circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'source-imports-the-build',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(data-build|test|bench)/' },
    },
    { name: 'room-not-in-the-list', severity: 'error', from: { path: '^src/', pathNot: pathOf(ROOMS) }, to: {} },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
  },
}
