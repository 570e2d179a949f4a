import { createServer } from 'node:http'

/** Stands in for Express 5, with the functions that the cookbook uses, so that `npm ci` need not install it. */
export default function express() {
  const handlers = new Map()
  const answer = (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost')
    request.query = Object.fromEntries(searchParams)
    response.status = (code) => Object.assign(response, { statusCode: code })
    response.json = (value) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    handlers.get(pathname)(request, response)
  }
  return {
    get: (path, handler) => handlers.set(path, handler),
    listen: (port, ready) => createServer(answer).listen(port, ready),
  }
}
