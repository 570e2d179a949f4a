import { describe, expect, it } from 'vitest'
import { madeSuggestion } from '../geocode/made-reverse.ts'
import { consoleOf, madeUp } from './console.ts'

describe('vicinage suggest', () => {
  it('prints names, kinds and coordinates', async () => {
    const { code, out, err, opened } = await consoleOf(['suggest', 'old', 'mar', '--near', '30,-97', '--limit', '3'])
    expect(out).toBe('Old Market, Quillwater, TX\n  neighborhood  ·  30.2, -97.7  ·  within 0.6 mi (1.0 km)\n')
    expect({ code, err, opened }).toEqual({ code: 0, err: '', opened: [{ dimensions: [], schools: false }] })
  })

  it('prints the answer of the library as JSON', async () => {
    const { out } = await consoleOf(['suggest', 'old', '--json'])
    expect(JSON.parse(out)).toEqual([madeSuggestion])
  })

  it('says that there is none', async () => {
    const none = { ...madeUp, suggest: () => [] }
    const { out } = await consoleOf(['suggest', 'old'], { open: async () => none as never })
    expect(out).toBe('No name begins so.\n')
  })

  it('refuses a limit, a place or a text that is none', async () => {
    for (const [words, reason] of [
      [['old', '--limit', '0'], '--limit: Input should be greater'],
      [['old', '--near', '91,0'], 'The latitude 91 is out of range'],
      [[''], 'The text is empty.'],
    ] as const) {
      const { code, err } = await consoleOf(['suggest', ...words])
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`vicinage: ${reason}`) })
    }
  })
})
