import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

// Requests scores in its own process, so that the load of other clients does not add to the measured times.
const [address, path, milliseconds] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const times = []
let failed = 0
for (const end = performance.now() + Number(milliseconds); performance.now() < end; await sleep(2)) {
  const start = performance.now()
  const sent = request(`${address}${path}`, { agent })
  sent.end()
  try {
    const [response] = await once(sent, 'response')
    response.resume()
    await once(response, 'end')
    if (response.statusCode !== 200) failed++
  } catch {
    failed++
  }
  times.push(performance.now() - start)
}
process.send({ times, failed })
agent.destroy()
process.disconnect()
