import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Makes a server listen on the loopback address and returns its origin, `http://127.0.0.1:PORT`. */
export async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Makes a server listen, like `listening`, and stops it when the test ends. */
export async function listeningInTest(server: Server): Promise<string> {
  const origin = await listening(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return origin
}
