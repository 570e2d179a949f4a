import type { Context } from 'hono'
import { detailJson } from '../endpoints/detail-json.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { parse } from '../endpoints/parameters.ts'
import { NotFoundError, ValidationError } from '../errors.ts'
import { Exchange } from './exchange.ts'
import { readBody } from './read-body.ts'
import { readQuery } from './read-query.ts'
import type { Service } from './service.ts'
import { streamOf } from './stream-of.ts'

/** Answers the requests of one endpoint: key, limits, parameters, answer, in this order. */
export function operation(endpoint: Endpoint, service: Service): (context: Context) => Promise<Response> {
  const { parameters } = endpoint
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  return async (context) => {
    const exchange = new Exchange(context, service, endpoint.path)
    try {
      const refused = await exchange.admit()
      if (refused !== null) return refused
      const fields = endpoint.method === 'POST' ? await readBody(context.req.raw) : readQuery(context.req.raw.url)
      for (const name of inPath) fields[name] = context.req.param(name)
      const values = parse(parameters, fields)
      if (endpoint.pieces === undefined)
        return exchange.reply(200, JSON.stringify(endpoint.answer(service.vicinage, values)))
      const { places, json } = endpoint.pieces(service.vicinage, values)
      const tooMany = await exchange.admitMore(places - 1)
      return tooMany === null ? exchange.reply(200, streamOf(json)) : exchange.refuse(429, tooMany)
    } catch (error) {
      if (error instanceof ValidationError) return exchange.reply(422, detailJson(error.detail, parameters))
      if (error instanceof NotFoundError) return exchange.refuse(404, error.detail)
      return exchange.fail(error)
    }
  }
}
