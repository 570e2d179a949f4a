import type { Dimension } from '../../dimensions/dimension.ts'
import { hang } from './fit.ts'
import { groups } from './groups.ts'
import { paint, type Style } from './style.ts'

/** The dimensions by group: id, name, and what 1, 128 and 255 mean. */
export function catalogueText(style: Style): string {
  const blocks = groups.map(({ title, dimensions }) =>
    [paint(style, 'bold', title), ...dimensions.flatMap((dimension) => entry(dimension, style))].join('\n'),
  )
  return `${blocks.join('\n\n')}\n`
}

function entry({ id, group, name, scale }: Dimension, style: Style): string[] {
  const middle = scale.middle === null ? [] : [['128', scale.middle]]
  const meanings = [['  1', scale.low], ...middle, ['255', scale.high]]
  return [
    `  ${paint(style, group, id)}: ${name}`,
    ...meanings.map(([value, words]) => `    ${value}  ${hang(words, style.width, 9)}`),
  ]
}
