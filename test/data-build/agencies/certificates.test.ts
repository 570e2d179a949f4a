import { describe, expect, it } from 'vitest'
import { downloaded } from '../../library/user-data/rehearsal.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { upgraded } from '../upgrade/fixtures/data.ts'
import { COUNTY, femaCounty } from '../upgrade/flood-county.ts'
import { arcgisServer } from './arcgis.ts'
import { certificateChain } from './certificates.ts'
import { femaLayers } from './fema.ts'

const chain = certificateChain()
if (chain === null)
  console.log('Skipped: the certificates of these tests are made with openssl, which is not installed.')

/** Upgrades the flood maps of two counties from a server that sends these certificates. */
async function upgradedFrom(cert: string) {
  const server = await arcgisServer(
    femaLayers(() => [femaCounty]),
    {},
    { tls: { key: chain!.key, cert } },
  )
  let waits = 0
  const patience = {
    backoffMs: 1,
    idleMs: 2000,
    wait: async () => {
      waits++
    },
  }
  const counties = ['48003', COUNTY]
  const { summary } = await upgraded('flood', emptyFolder(), { mirror: server.mirror, counties, patience })
  return { summary, waits, asked: server.asked }
}

describe.skipIf(chain === null)('a server whose certificate cannot be verified', () => {
  it('receives only one request if its certificate chain is incomplete, and the error explains what to do', async () => {
    const { summary, waits, asked } = await upgradedFrom(chain!.server)
    expect(summary).toMatchObject({ painted: [], unmapped: [], untried: ['flood zones of Travis County'] })
    expect(summary.failed).toHaveLength(1)
    expect(summary.failed[0].reason).toBe(
      '127.0.0.1 sends an incomplete certificate chain (UNABLE_TO_VERIFY_LEAF_SIGNATURE), which a retry will not fix; name the missing certificate in NODE_EXTRA_CA_CERTS=FILE.pem, or download with a browser',
    )
    expect([waits, asked.length]).toEqual([0, 0])
  })

  it('stops a street download at the first county', async () => {
    const server = await arcgisServer({}, {}, { tls: { key: chain!.key, cert: chain!.server } })
    const { summary } = await downloaded(['48001', '48003', '48005', '48007'], emptyFolder(), server.mirror)
    expect(summary).toMatchObject({ written: 0, left: 3 })
    expect(summary.failed[0].reason).toContain('127.0.0.1 sends an incomplete certificate chain')
  })

  it('stops an upgrade from files at the first of two counties', async () => {
    const server = await arcgisServer({}, {}, { tls: { key: chain!.key, cert: chain!.server } })
    const { summary } = await upgraded('base-map', emptyFolder(), {
      mirror: server.mirror,
      counties: ['48453', '48491'],
    })
    expect(summary.failed).toHaveLength(1)
    expect(summary.failed[0].reason).toContain('127.0.0.1 sends an incomplete certificate chain')
    expect(summary.untried).toHaveLength(1)
  })

  it('receives only one request if its root certificate is unknown', async () => {
    const { summary, waits } = await upgradedFrom(chain!.server + chain!.authority + chain!.root)
    expect(summary.failed).toHaveLength(1)
    expect(summary.failed[0].reason).toMatch(
      /^the certificate of 127\.0\.0\.1 cannot be verified \(SELF_SIGNED_CERT_IN_CHAIN\), which a retry will not fix/,
    )
    expect(waits).toBe(0)
  })
})
