import type { Context } from 'hono'
import { detailJson } from '../endpoints/detail-json.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { parse } from '../endpoints/parameters.ts'
import { NotFoundError, ValidationError } from '../errors.ts'
import { Exchange } from './exchange.ts'
import { readBody } from './read-body.ts'
import { readQuery } from './read-query.ts'
import { readText, TOO_LARGE } from './read-text.ts'
import type { Service } from './service.ts'
import { streamOf } from './stream-of.ts'

/** Places that are answered in one go, some 2 ms of work: should they fail, the answer is still a 500. */
const FEW = 100

type Handler = (context: Context) => Response | Promise<Response>

/** Answers the requests of one endpoint: key, limits, parameters, answer, in this order. */
export function operation(endpoint: Endpoint, service: Service): Handler {
  return endpoint.method === 'GET' ? getOperation(endpoint, service) : postOperation(endpoint, service)
}

/** No promise where nothing has to be waited for: adapters answer such a request at once. */
function getOperation(endpoint: Endpoint, service: Service): Handler {
  const { parameters } = endpoint
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)

  function answer(exchange: Exchange, context: Context): Response {
    try {
      const fields = readQuery(exchange.request.url)
      for (const name of inPath) fields[name] = context.req.param(name) ?? ''
      return exchange.reply(200, JSON.stringify(endpoint.answer(service.vicinage, parse(parameters, fields))))
    } catch (error) {
      return refusal(error, exchange, endpoint)
    }
  }

  return (context) => {
    const exchange = new Exchange(context, service, endpoint.path)
    try {
      const refused = exchange.admit()
      if (!(refused instanceof Promise)) return refused ?? answer(exchange, context)
      return refused.then(
        (late) => late ?? answer(exchange, context),
        (error) => exchange.fail(error),
      )
    } catch (error) {
      return exchange.fail(error)
    }
  }
}

function postOperation(endpoint: Endpoint, service: Service): Handler {
  return async (context) => {
    const exchange = new Exchange(context, service, endpoint.path)
    try {
      const refused = await exchange.admit()
      if (refused !== null) return refused
      const text = await readText(exchange.request)
      if (text === null) return exchange.refuse(413, TOO_LARGE)
      const values = parse(endpoint.parameters, readBody(text))
      const { vicinage } = service
      if (endpoint.pieces === undefined) return exchange.reply(200, JSON.stringify(endpoint.answer(vicinage, values)))
      const { places, json } = endpoint.pieces(vicinage, values)
      const tooMany = await exchange.admitMore(places - 1)
      if (tooMany !== null) return exchange.refuse(429, tooMany)
      return exchange.reply(200, places <= FEW ? [...json].join('') : streamOf(json, (error) => exchange.broken(error)))
    } catch (error) {
      return refusal(error, exchange, endpoint)
    }
  }
}

function refusal(error: unknown, exchange: Exchange, { parameters }: Endpoint): Response {
  if (error instanceof ValidationError) return exchange.reply(422, detailJson(error.detail, parameters))
  if (error instanceof NotFoundError) return exchange.refuse(404, error.detail)
  return exchange.fail(error)
}
