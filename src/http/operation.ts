import { detailJson, parse } from '../endpoints/check.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { NotFoundError, ValidationError } from '../errors.ts'
import type { Answer } from './asked.ts'
import type { Exchange } from './exchange.ts'
import { readQuery } from './read-query.ts'
import { readBody, readText, TOO_LARGE } from './request-body.ts'
import type { Service } from './service.ts'
import { streamOf } from './stream-of.ts'

/** Places that are answered in one go, some 2 ms of work: should they fail, the answer is still a 500. */
const FEW = 100

/** The parameters of a path, by name. */
export type PathFields = Readonly<Record<string, string>>

/**
 * Answers the requests of an endpoint without a body: key, limits, parameters, answer, in this order. No promise where nothing has to be
 * waited for: servers answer such a request at once.
 */
export function getOperation(endpoint: Endpoint, { vicinage }: Service) {
  function answer(exchange: Exchange, inPath: PathFields | undefined): Answer<string> {
    try {
      const fields = readQuery(exchange.asked.query)
      if (inPath !== undefined) Object.assign(fields, inPath)
      return exchange.reply(200, JSON.stringify(endpoint.answer(vicinage, parse(endpoint.parameters, fields))))
    } catch (error) {
      return refusal(error, exchange, endpoint)
    }
  }

  return (exchange: Exchange, inPath?: PathFields): Answer<string> | Promise<Answer<string>> => {
    try {
      const refused = exchange.admit()
      if (!(refused instanceof Promise)) return refused ?? answer(exchange, inPath)
      return refused.then(
        (late) => late ?? answer(exchange, inPath),
        (error) => exchange.fail(error),
      )
    } catch (error) {
      return exchange.fail(error)
    }
  }
}

/** The same for an endpoint whose parameters come in the body of `request`. */
export function postOperation(endpoint: Endpoint, { vicinage }: Service) {
  return async (exchange: Exchange, request: Request): Promise<Answer> => {
    try {
      const refused = await exchange.admit()
      if (refused !== null) return refused
      const text = await readText(request)
      if (text === null) return exchange.refuse(413, TOO_LARGE)
      const values = parse(endpoint.parameters, readBody(text))
      if (endpoint.pieces === undefined) return exchange.reply(200, JSON.stringify(endpoint.answer(vicinage, values)))
      const { places, json } = endpoint.pieces(vicinage, values)
      const tooMany = await exchange.admitMore(places - 1)
      if (tooMany !== null) return exchange.refuse(429, tooMany)
      return exchange.reply(200, places <= FEW ? [...json].join('') : streamOf(json, (error) => exchange.broken(error)))
    } catch (error) {
      return refusal(error, exchange, endpoint, request)
    }
  }
}

function refusal(error: unknown, exchange: Exchange, { parameters }: Endpoint, request?: Request): Answer<string> {
  if (error instanceof ValidationError) return exchange.reply(422, detailJson(error.detail, parameters))
  if (error instanceof NotFoundError) return exchange.refuse(404, error.detail)
  return exchange.fail(error, request)
}
