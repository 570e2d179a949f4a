import type { Operation, ParameterObject } from '../openapi/types.ts'

/** A command for a POSIX shell that asks the operation with the examples of its parameters. */
export function curl(path: string, operation: Operation, asksKey: boolean): string {
  const { parameters = [], requestBody } = operation
  const inPath = (name: string) => encode(parameters.find((parameter) => parameter.name === name)?.example)
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(name))
  const query = parameters.filter((parameter) => parameter.in === 'query').map(pair)
  const words = [`curl "$VICINAGE_URL${place}${query.length === 0 ? '' : `?${query.join('&')}`}"`]
  if (asksKey) words.push('-H "Authorization: Bearer $VICINAGE_KEY"')
  if (requestBody !== undefined) {
    const body = JSON.stringify(requestBody.content['application/json']?.example)
    words.push(`-H 'Content-Type: application/json'`, `-d '${body.replaceAll("'", "'\\''")}'`)
  }
  return words.join(' \\\n  ')
}

function pair({ name, example }: ParameterObject): string {
  return `${name}=${encode(example)}`
}

// Commas mean themselves in a query and read better so.
function encode(value: unknown): string {
  return encodeURIComponent(String(value)).replaceAll('%2C', ',')
}
