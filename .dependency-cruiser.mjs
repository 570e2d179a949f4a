/**
 * Import order. Each floor is a folder of `src/`, and its rooms are the folders and files in it. A room may only import
 * itself and the rooms before it in this list, so a floor never imports the floors after it. This includes imports
 * inside functions and type imports. `http/redis` is a room inside `http`. docs/internals/architecture.md describes
 * each room.
 */
const FLOORS = {
  base: ['errors', 'sent-error', 'peers', 'geo', 'states', 'all-states', 'open-water', 'parameters', 'locks'],
  data: ['bundle', 'raster', 'geography', 'geography-areas', 'geography-columns', 'crowding', 'base-map'],
  answers: ['dimensions', 'districts', 'schools', 'geocode', 'scores', 'layers', 'fit', 'areas'],
  library: ['bundles', 'user-data', 'open-options', 'vicinage', 'place', 'warm', 'open', 'contract'],
  faces: [
    'map',
    'element',
    'http/redis',
    'http',
    'batch',
    'batch/export',
    'batch/cluster',
    'mcp',
    'cli/data-copy',
    'cli/data-report',
    'cli',
  ],
  explorer: ['site', 'app'],
}

const ROOMS = Object.entries(FLOORS).flatMap(([floor, rooms]) => rooms.map((room) => `${floor}/${room}`))

/** Matches the files of a room, except the files of rooms inside it. */
const filesOf = (room) => {
  const inside = ROOMS.filter((other) => other.startsWith(`${room}/`)).map((other) => other.slice(room.length + 1))
  return `^src/${room}${inside.length > 0 ? `(?!/(${inside.join('|')})/)` : ''}(/|\\.ts$)`
}

const upward = ROOMS.slice(0, -1).map((room, i) => ({
  name: `${room}-imports-upward`,
  severity: 'error',
  from: { path: filesOf(room) },
  to: { path: ROOMS.slice(i + 1).map(filesOf) },
}))

/** Files at the top of `src/` are the entries, which combine the floors. */
const ENTRY = '^src/[^/]+\\.(ts|mjs)$'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...upward,
    { name: 'entry-is-imported', severity: 'error', from: { path: '^src/[^/]+/' }, to: { path: ENTRY } },
    { name: 'circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'source-imports-the-build',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(data-build|test|bench)/' },
    },
    {
      name: 'build-imports-a-face',
      severity: 'error',
      from: { path: '^data-build/' },
      to: { path: ['^src/(faces|explorer)/', ENTRY] },
    },
    {
      name: 'room-not-in-the-list',
      severity: 'error',
      from: { path: '^src/', pathNot: [ENTRY, ...ROOMS.map(filesOf)] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
  },
}
