import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from '../../support/empty-folder.ts'

/** Keys and certificates of a made-up chain: a root, an authority below it, and a server on 127.0.0.1. */
export interface Chain {
  readonly key: string
  /** The server's certificate alone. A server that sends only this one has an incomplete chain. */
  readonly server: string
  /** The authority that signed the server's certificate. */
  readonly authority: string
  readonly root: string
}

/** Creates a chain of certificates with `openssl`. Returns null if this machine has no openssl. */
export function certificateChain(): Chain | null {
  const folder = emptyFolder()
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const request = (name: string) =>
    openssl(
      'req',
      '-new',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      ...['-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=made ${name}`],
    )
  const sign = (name: string, by: readonly string[], extension: string) => {
    writeFileSync(join(folder, `${name}.ext`), extension)
    openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-out', `${name}.pem`, '-days', '2', '-extfile', `${name}.ext`)
  }
  const signedBy = (name: string) => ['-CA', `${name}.pem`, '-CAkey', `${name}.key`, '-CAcreateserial']
  try {
    for (const name of ['root', 'authority', 'server']) request(name)
    const isAuthority = 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n'
    sign('root', ['-signkey', 'root.key'], isAuthority)
    sign('authority', signedBy('root'), isAuthority)
    sign('server', signedBy('authority'), 'subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return {
    key: read('server.key'),
    server: read('server.pem'),
    authority: read('authority.pem'),
    root: read('root.pem'),
  }
}
