import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const REPORTS = join(import.meta.dirname, '../api')
/** Interfaces of the library whose methods are called on an opened vicinage. */
const OF_VICINAGE = [
  'AddressFunctions',
  'AreaFunctions',
  'ColumnFunctions',
  'EdgeFunctions',
  'LayerFunctions',
  'ScoreFunctions',
  'Vicinage',
]

/** Lists all public functions according to the API reports: `index.openVicinage`, `vicinage.edge`, `schools.school`. */
export function reportedFunctions(): string[] {
  const names = ['index', 'batch', 'cluster', 'map', 'http', 'mcp'].flatMap((entry) => {
    const report = readFileSync(join(REPORTS, `${entry}.api.md`), 'utf8')
    return [...report.matchAll(/^export function (\w+)/gm)].map(([, name]) => `${entry}.${name}`)
  })
  const index = readFileSync(join(REPORTS, 'index.api.md'), 'utf8')
  const methods = (owner: string, as: string) => {
    const [, body] = new RegExp(`^export interface ${owner}\\b[^{]*\\{\\n(.*?)^\\}`, 'ms').exec(index) ?? []
    if (body === undefined) throw new Error(`The API report has no interface ${owner}.`)
    return [...body.matchAll(/^ {4}(\w+)(?:<.*?>)?\(/gm)].map(([, name]) => `${as}.${name}`)
  }
  const map = readFileSync(join(REPORTS, 'map.api.md'), 'utf8')
  const [, drawing = ''] = /^export interface ScoreMap \{\n(.*?)^\}/ms.exec(map) ?? []
  return [
    ...new Set([
      ...names,
      ...OF_VICINAGE.flatMap((owner) => methods(owner, 'vicinage')),
      ...methods('SchoolMethods', 'schools'),
      ...methods('ToolMethods', 'tools'),
      ...[...drawing.matchAll(/^ {4}(\w+)\(/gm)].map(([, name]) => `map.createMap.${name}`),
    ]),
  ].sort()
}
