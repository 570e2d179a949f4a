import { expect, it } from 'vitest'
import { getStates, planDownloads } from '../../../data-build/fetch/plan.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { bytesOf, fileServer, good, planned, run, zipFixture } from './file-server.ts'

it('a download tries alternative addresses in order until one succeeds', async () => {
  const zip = zipFixture()
  const server = await fileServer({
    '/refused.zip': (_, response) => response.writeHead(403).end('<html>'),
    '/origin.zip': good(zip),
    '/cdn.zip': good(zip),
  })
  const also = ['gone', 'origin', 'cdn'].map((name) => `${server.origin}/${name}.zip`)
  const folder = emptyFolder()
  const { results, lines } = await run([planned(`${server.origin}/refused.zip`, { also })], folder)
  expect(results).toMatchObject([{ state: 'new', fetched: { url: also[1] } }])
  expect(bytesOf(folder)).toEqual(zip)
  expect(lines).toEqual([
    expect.stringMatching(/status 403.*refused\.zip; trying .*gone\.zip/),
    expect.stringMatching(/status 404.*gone\.zip; trying .*origin\.zip/),
  ])
  expect(server.asked.map(({ path }) => path)).toEqual(['/refused.zip', '/gone.zip', '/origin.zip'])
})

it('alternative download addresses contain the state code, like the first address', () => {
  const download = { url: 'https://a/{fips}.zip', also: ['https://b/{fips}.zip'], path: 'x/{fips}.zip' } as const
  const source = { id: 's', agency: 'a', title: 't', path: 'x/*.zip', address: 'https://a', vintage: '1', license: 'l' }
  const downloads = [{ ...download, kind: 'zip' as const, leastBytes: 1 }]
  const { files } = planDownloads([{ ...source, feeds: ['schools'], downloads }], { states: getStates(['TX']) })
  expect(files).toMatchObject([{ url: 'https://a/48.zip', also: ['https://b/48.zip'], path: 'x/48.zip' }])
})
