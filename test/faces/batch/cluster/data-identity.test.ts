import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dataIdentity, dataWords } from '../../../../src/faces/batch/cluster/data-identity.ts'
import { copiedFolder, dimensionsFixture } from '../../../library/fixtures/folder.ts'
import { listeningInTest } from '../../../support/listening.ts'

/** Serves a folder until the test ends and records the method and file of each request in `asked`. */
async function served(folder: string): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(({ method, url = '' }, response) => {
    asked.push(`${method} ${url.slice(1)}`)
    const path = join(folder, url)
    if (existsSync(path)) response.end(readFileSync(path))
    else response.writeHead(404).end()
  })
  const origin = await listeningInTest(server)
  return { address: origin, asked }
}

describe('the data identity', () => {
  it('depends on the manifest and on which bundles exist, without reading the bundles', async () => {
    const folder = await copiedFolder()
    const { address, asked } = await served(folder)
    const whole = await dataIdentity({ data: folder })
    rmSync(join(folder, 'fire.bundle'))
    const less = await dataIdentity({ data: folder })
    const files = ['geography', ...dimensionsFixture].map((id) => `${id}.bundle`)
    expect([...whole.bundles].sort()).toEqual(files.sort())
    expect(less.bundles).toEqual(whole.bundles.filter((file) => file !== 'fire.bundle'))
    expect(less.id).not.toBe(whole.id)
    expect(await dataIdentity({ data: address })).toEqual(less)
    expect(asked.sort()).toEqual(['GET manifest.json', ...files.map((file) => `HEAD ${file}`)].sort())
  })

  it('is described with the correct singular or plural', () => {
    const data = { id: 'd', version: '1.2.3', build: '5f96', bundles: ['a.bundle'], streets: 1 }
    expect(dataWords(data)).toBe('data build 5f96, 1 bundle, 1 street index, vicinage 1.2.3')
  })
})
