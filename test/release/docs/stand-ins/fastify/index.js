/** Stands in for Fastify 5, with the functions that the cookbook uses, so that `npm ci` need not install it. */
export default function fastify() {
  const routes = []
  let handleError
  return {
    setErrorHandler: (handler) => {
      handleError = handler
    },
    get: (path, handler) => routes.push([new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`), handler]),
    inject: async (url) => {
      const [pattern, handler] = routes.find(([known]) => known.test(url))
      const answer = { statusCode: 200, body: '' }
      const send = (value) => Object.assign(answer, { body: JSON.stringify(value) })
      const reply = { code: (statusCode) => Object.assign(answer, { statusCode, send }), send }
      try {
        send(await handler({ params: pattern.exec(url).groups }))
      } catch (error) {
        handleError(error, {}, reply)
      }
      return answer
    },
  }
}
