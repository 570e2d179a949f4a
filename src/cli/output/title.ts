import { flow } from './fit.ts'
import { between, paint, type Style } from './style.ts'

/** A name and facts beside it, on as many lines as they need. */
export function titleText(name: string, facts: readonly string[], style: Style): string {
  const [first, ...rest] = flow([name, ...facts], between(style), style.width)
  const beside = first.startsWith(name) ? first.slice(name.length) : ''
  const lines = [paint(style, 'bold', first.slice(0, first.length - beside.length)) + paint(style, 'dim', beside)]
  return [...lines, ...rest.map((line) => paint(style, 'dim', line))].join('\n')
}
