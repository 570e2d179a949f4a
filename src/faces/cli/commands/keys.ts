import type { Command } from 'commander'
import { isKeyName, KEY_NAMES, MAX_MONTHLY, parseRate, RATES, rateText } from '../../http/key-fields.ts'
import { type ApiKey, isExpired } from '../../http/keys.ts'
import { notEmpty } from '../arguments.ts'
import type { Session } from '../session.ts'
import { type Style, titleText } from '../style.ts'
import { UsageError } from '../usage-error.ts'

/** Default key file, used without `--file`. */
const FILE = 'vicinage-keys.json'

interface Limits {
  readonly rate?: string
  readonly monthly?: string
  readonly expires?: string
}

interface Options extends Limits {
  readonly file: string
  readonly json?: true
}

/** `vicinage keys add NAME`, `list` and `revoke NAME|ID`: manage API keys of the HTTP service. */
export function keysCommand(program: Command, session: Session): void {
  const keys = program.command('keys').description('add, list and revoke API keys for the HTTP service')
  const command = (name: string, description: string) =>
    keys.command(name).description(description).option('--file <file>', 'the key file', readPath, FILE)

  // Modules that need zod, node:fs or node:crypto are imported on demand, because few other commands need them.
  command('add', 'create a key and print its token, which is shown only once')
    .usage('[options] NAME')
    .argument('<name>', 'name of the key')
    .option('--rate <rate>', `${RATES} (default: unlimited)`)
    .option('--monthly <n>', 'requests per calendar month, UTC (default: unlimited)')
    .option(
      '--expires <date>',
      'last day on which the key is valid (UTC), such as 2026-12-31, or a time such as 2026-12-31T18:00:00Z',
    )
    .option('--json', 'print JSON')
    .action(async (name: string, { file, json, ...limits }: Options) => {
      const now = Date.now()
      const wanted = { name: readName(name), ...(await readLimits(limits, now)) }
      const { addKey } = await import('../change-keys.ts')
      const { key, token } = await addKey(file, wanted)
      session.answer(json, { file, token, ...keyJson(key, now) }, () => `${token}\n`)
      // Written to standard error, so that `vicinage keys add NAME > FILE` writes only the token.
      session.say(
        `Added key ${key.name} (${key.id}) to ${file} (mode 600). Its token is shown only once. Keep it safe.\n`,
      )
    })

  command('list', 'list the keys in a file, without their tokens')
    .usage('[options]')
    .option('--json', 'print JSON')
    .action(async ({ file, json }: Options) => {
      const { readKeyFile } = await import('../../http/key-file.ts')
      const list = await readKeyFile(file)
      const now = Date.now()
      const body = { file, keys: list.map((key) => keyJson(key, now)) }
      session.answer(json, body, () => keysText(file, list, now, session.style))
    })

  command('revoke', 'revoke a key: running services reject it within two seconds')
    .usage('[options] NAME|ID')
    .argument('<key>', 'name or id of the key')
    .action(async (handle: string, { file }: Options) => {
      const { revokeKey } = await import('../change-keys.ts')
      const { name, id } = await revokeKey(file, asName(handle))
      session.print(`Revoked ${name} (${id}).\n`)
    })
}

const readPath = notEmpty('--file', `Name the key file, or omit the option to use ${FILE}`)

/** Normalizes a name, so that names that look the same have the same spelling when keys are added or revoked. */
function asName(text: string): string {
  return text.trim().normalize('NFC')
}

function readName(text: string): string {
  const name = asName(text)
  if (!isKeyName(name)) throw new UsageError(`NAME: expected ${KEY_NAMES}.`)
  return name
}

async function readLimits({ rate, monthly, expires }: Limits, now: number) {
  const end = expires === undefined ? null : (await import('../key-expiry.ts')).parseExpiry(expires)
  if (end === undefined) throw new UsageError('--expires: expected a date such as 2026-12-31 or 2026-12-31T18:00:00Z.')
  if (end !== null && end <= now) throw new UsageError('--expires: the date has passed.')
  const pace = rate === undefined ? null : parseRate(rate)
  if (pace === undefined) throw new UsageError(`--rate: expected ${RATES}.`)
  const most = monthly === undefined ? null : /^[1-9]\d*$/.test(monthly) ? Number(monthly) : Number.NaN
  if (most !== null && !(most <= MAX_MONTHLY))
    throw new UsageError(`--monthly: expected a whole number from 1 to ${MAX_MONTHLY}.`)
  return { rate: pace, monthly: most, expires: end }
}

/** Lists the keys of a file without their secrets. Each key takes as many lines as it needs. */
function keysText(file: string, keys: readonly ApiKey[], now: number, style: Style): string {
  if (keys.length === 0) return `There are no keys in ${file}.\n`
  return `${keys.map((key) => keyText(key, now, style)).join('\n')}\n`
}

function keyText(key: ApiKey, now: number, style: Style): string {
  const { id, name, rate, monthly, created, expires } = key
  const facts = [
    id,
    rate === null ? 'unlimited rate' : rateText(rate),
    monthly === null ? 'unlimited per month' : `${monthly.toLocaleString('en-US')} per month`,
    `created ${timeText(created)}`,
    expires === null ? 'never expires' : `${isExpired(key, now) ? 'expired' : 'expires'} ${timeText(expires)}`,
  ]
  return titleText(name, facts, style)
}

/** Returns a key without its secret, for the JSON output. */
function keyJson(key: ApiKey, now: number) {
  const { id, name, rate, monthly, created, expires } = key
  return {
    id,
    name,
    rate: rate === null ? null : rateText(rate),
    monthly,
    created: new Date(created).toISOString(),
    expires: expires === null ? null : new Date(expires).toISOString(),
    expired: isExpired(key, now),
  }
}

function timeText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
