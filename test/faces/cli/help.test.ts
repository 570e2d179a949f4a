import { describe, expect, it } from 'vitest'
import { textWidth } from '../../../src/faces/cli/text-layout.ts'
import { consoleOf } from './console.ts'

describe('help of the program', () => {
  it.each([undefined, 80, 200])('has lines of at most 80 columns on a terminal of %s', async (columns) => {
    const { code, out } = await consoleOf(['--help'], { columns })
    expect(code).toBe(0)
    expect(out.split('\n').filter((line) => textWidth(line) > 80)).toEqual([])
  })

  it('lists every command once, by its name alone, under the heading of its group', async () => {
    const { out } = await consoleOf(['--help'])
    const headings = out.split('\n').filter((line) => /^[A-Z][a-z ]+:$/.test(line))
    expect(headings).toEqual([
      'Options:',
      'A place:',
      'Schools and districts:',
      'Addresses:',
      'Areas:',
      'Files:',
      'Services:',
      'Data:',
      'Commands:',
      'Examples:',
    ])
    const listed = out.match(/^ {2}[a-z]+(-[a-z]+)*(?= {2,})/gm)?.map((term) => term.trim())
    expect(listed?.toSorted()).toEqual(
      (
        'area batch cluster data dimensions district-schools districts edge explain explore export find fit geocode ' +
        'keys layer map mcp pipe rank report reverse school schools score serve streets suggest'
      ).split(' '),
    )
  })

  it('tells the arguments of the commands below a command', async () => {
    const { out } = await consoleOf(['keys', '--help'])
    expect(out).toMatch(/^ {2}add \[options\] /m)
  })
})
