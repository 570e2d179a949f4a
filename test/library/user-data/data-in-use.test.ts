import { expect, it, vi } from 'vitest'
import { openVicinage } from '../../../src/index.ts'
import { dataInUse } from '../../../src/library/user-data/data-in-use.ts'
import { consoleOf } from '../../faces/cli/console.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { folderFixture } from '../fixtures/folder.ts'

it('VICINAGE_DATA is the folder to open, unless another folder is given', async () => {
  const [named, given] = [await folderFixture(), emptyFolder()]
  vi.stubEnv('VICINAGE_DATA', named)
  expect((await dataInUse({})).name).toBe(named)
  expect((await dataInUse({ data: given })).name).toBe(given)
  vi.stubEnv('VICINAGE_DATA', '')
  expect((await dataInUse({ userData: false })).name).toMatch(/dist-data\/$/)
})

it('a folder that cannot be opened is named in the error', async () => {
  const folder = emptyFolder()
  vi.stubEnv('VICINAGE_DATA', folder)
  await expect(openVicinage({ schools: false })).rejects.toThrow(folder)
})

it('VICINAGE_DATA also applies to the command line', async () => {
  const folder = emptyFolder()
  vi.stubEnv('VICINAGE_DATA', folder)
  const { code, err } = await consoleOf(['data', 'status'])
  expect([code, err]).toEqual([1, expect.stringContaining(folder)])
})
