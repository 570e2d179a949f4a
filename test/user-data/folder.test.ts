import { mkdirSync, writeFileSync } from 'node:fs'
import path, { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addStreetFiles } from '../../data-build/streets/add-streets.ts'
import { dataIdentity } from '../../src/cluster/data-identity.ts'
import { openVicinage } from '../../src/open.ts'
import { folderFor, userDataFolder, userLayerFolder } from '../../src/user-data/folder.ts'
import { streetsFolder } from '../../src/user-data/streets.ts'
import { addrfeatZip, scratchFolder, written } from '../geocode/streets/made-addrfeat.ts'
import { copiedFolder } from '../library/made-folder.ts'
import { userDataAt } from './made-user-data.ts'

const on = (platform: string, env: Record<string, string>, home = '/home/ann') =>
  folderFor({ env, platform, home, path: platform === 'win32' ? path.win32 : path.posix })

describe("the user's data folder", () => {
  it('is where the platform keeps such data', () => {
    expect(on('linux', {})).toBe('/home/ann/.local/share/vicinage')
    expect(on('linux', { XDG_DATA_HOME: '/data' })).toBe('/data/vicinage')
    expect(on('darwin', {}, '/Users/ann')).toBe('/Users/ann/Library/Application Support/vicinage')
    expect(on('darwin', { XDG_DATA_HOME: '/data' }, '/Users/ann')).toBe('/data/vicinage')
    const local = 'D:\\ann\\local'
    expect(on('win32', { LOCALAPPDATA: local }, 'C:\\Users\\ann')).toBe('D:\\ann\\local\\vicinage')
    expect(on('win32', {}, 'C:\\Users\\ann')).toBe('C:\\Users\\ann\\AppData\\Local\\vicinage')
  })

  it('is what VICINAGE_DATA_HOME says, whatever else is set', () => {
    expect(on('linux', { VICINAGE_DATA_HOME: '/mnt/layers', XDG_DATA_HOME: '/data' })).toBe('/mnt/layers')
    expect(on('linux', { VICINAGE_DATA_HOME: '/mnt/layers' }, '')).toBe('/mnt/layers')
  })

  it('leaves out variables that are empty or, of XDG, relative, and is none without a home', () => {
    expect(on('linux', { VICINAGE_DATA_HOME: '', XDG_DATA_HOME: 'here' })).toBe('/home/ann/.local/share/vicinage')
    expect(on('linux', {}, '')).toBeNull()
  })

  it('of the tests is none of the person who runs them', () => {
    expect(userDataFolder()).toContain('vicinage-tests-')
  })
})

describe("street layers of the user's data folder", () => {
  const zip = addrfeatZip([{ name: 'Main St', left: ['1', '99'] }], '48453')

  it('are found where there are any, unless others are named or none are wanted', async () => {
    userDataAt(scratchFolder())
    const folder = userLayerFolder('streets') as string
    expect(streetsFolder({})).toBeUndefined()
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'streets-48453.bundle.77.part'), 'half')
    expect(streetsFolder({})).toBeUndefined()
    await addStreetFiles([written(scratchFolder(), 'a.zip', zip)], folder)
    expect(streetsFolder({})).toBe(folder)
    expect(streetsFolder({ streets: 'other' })).toBe('other')
    expect(streetsFolder({ userData: false })).toBeUndefined()
  })

  it('locate houses for openVicinage() without a flag, and not with userData: false', async () => {
    userDataAt(scratchFolder())
    await addStreetFiles([written(scratchFolder(), 'a.zip', zip)], userLayerFolder('streets') as string)
    const needs = { dimensions: [], schools: false }
    const layerOf = async (options: object) =>
      (await openVicinage({ ...needs, ...options })).geocode('51 Main St, Austin, TX 78701').layer
    expect(await layerOf({})).toBe('street_range')
    expect(await layerOf({ userData: false })).not.toBe('street_range')
  })

  it('enter the identity of the data by what they hold', async () => {
    const data = await copiedFolder()
    const identity = async (options = {}) => (await dataIdentity({ data, ...options })).id
    userDataAt(scratchFolder())
    const none = await identity()
    const folder = userLayerFolder('streets') as string
    await addStreetFiles([written(scratchFolder(), 'a.zip', zip)], folder)
    const one = await identity()
    expect(one).not.toBe(none)
    expect(await identity({ userData: false })).toBe(none)
    expect(await identity({ streets: folder })).toBe(one)
    // The same counts in every header: only the place of the line differs.
    const moved = addrfeatZip(
      [
        {
          name: 'Main St',
          left: ['1', '99'],
          line: [
            [-97, 30.00001],
            [-96.9896158, 30],
          ],
        },
      ],
      '48453',
    )
    await addStreetFiles([written(scratchFolder(), 'a.zip', moved)], folder)
    expect(await identity()).not.toBe(one)
  })
})
