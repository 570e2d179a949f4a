import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { reportLink } from '../../../src/answers/scores/report-link.ts'

const doubted = { dimension: 'noise-levels', score: 40, place: { lat: 30.267153, lon: -97.7430608 } }

describe('the link that reports a wrong score', () => {
  it('opens the issue form with the place to 100 m, the dimension and the score', () => {
    const link = new URL(reportLink('https://example.com/team/vicinage/issues/', doubted)!)
    expect(link.origin + link.pathname).toBe('https://example.com/team/vicinage/issues/new')
    const fields = Object.fromEntries(link.searchParams)
    expect(fields).toEqual({
      template: 'wrong-score.yml',
      place: '30.267, -97.743',
      dimension: 'noise-levels',
      score: '40',
    })
    const form = readFileSync(`.github/ISSUE_TEMPLATE/${fields.template}`, 'utf8')
    for (const id of ['place', 'dimension', 'score']) expect(form).toContain(`id: ${id}\n`)
  })

  it('describes a score of 0 as "no data"', () => {
    expect(reportLink('https://example.com/issues', { ...doubted, score: 0 })).toContain('score=no+data')
  })

  it.each([undefined, '', 'issues', 'http://example.com/issues', 'javascript:alert(1)'])(
    'is null if the configured address is %o',
    (bugs) => {
      expect(reportLink(bugs, doubted)).toBeNull()
    },
  )
})
