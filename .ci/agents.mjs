// Files of a release that connect agents to the package: server.json for the MCP registry, an agent skill, and settings
// for common MCP clients. `npm run release:check` writes all of them.
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
/** Description of the server. The registry allows 100 characters. */
const SUMMARY = 'Neighborhood scores for places in California, Texas and Florida, without network or key'
const SKILL = 'examples/agent-skill/SKILL.md'
const PAGE = 'docs/guide/agents.md'

/**
 * Returns the server description for the MCP registry.
 *
 * @param {{ mcpName: string, repository: string }} owner
 * @param {string} version of the package
 */
export function serverJson(owner, version) {
  return {
    $schema: SCHEMA,
    name: owner.mcpName,
    description: SUMMARY,
    repository: { url: owner.repository, source: 'github' },
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: 'vicinage',
        version,
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      },
    ],
  }
}

/**
 * Validates server.json against its public schema. Returns the problems, or null if the schema could not be fetched.
 *
 * @param {object} document
 * @param {string | undefined} file a copy of the schema, for machines without a network
 */
export async function problemsOfServer(document, file) {
  const schema = file ? JSON.parse(readFileSync(file, 'utf8')) : await fetchSchema()
  if (schema === null) return null
  // A strict validator would reject the schema's human-readable notes and its URL formats.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const validate = ajv.compile(schema)
  return validate(document) ? [] : validate.errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
}

async function fetchSchema() {
  try {
    const answer = await fetch(SCHEMA, { signal: AbortSignal.timeout(20_000) })
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}

/** Returns the text of the agent skill. Throws if the fields before its title do not follow agentskills.io. */
export function skillText() {
  const text = readFileSync(SKILL, 'utf8')
  const [, head] = /^---\n([\s\S]*?)\n---\n\n# /.exec(text) ?? []
  if (head === undefined) throw new Error(`${SKILL} does not begin with fields between two lines of --- and a title.`)
  const fields = Object.fromEntries(head.split('\n').map((line) => /^([\w-]+): (.+)$/.exec(line)?.slice(1) ?? [line]))
  const rules = {
    name: (value) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) && value.length <= 64,
    description: (value) => value.length > 0 && value.length <= 1024,
    license: (value) => value === undefined || value.length > 0,
    compatibility: (value) => value === undefined || value.length <= 500,
  }
  for (const name of Object.keys(fields))
    if (!(name in rules)) throw new Error(`${SKILL} has an unknown field ${name}.`)
  for (const [name, isRight] of Object.entries(rules))
    if (!isRight(fields[name] ?? (name === 'name' || name === 'description' ? '' : undefined)))
      throw new Error(
        `${SKILL} has ${name} "${String(fields[name]).slice(0, 80)}", which agentskills.io does not allow.`,
      )
  return text
}

/** Returns the settings for MCP clients, read from the documentation page about agents. */
export function clientSettings() {
  const [, section] = /\n## Clients\n([\s\S]*?)\n## /.exec(readFileSync(PAGE, 'utf8')) ?? []
  if (section === undefined) throw new Error(`${PAGE} has no section "Clients".`)
  const blocks = [...section.matchAll(/\*\*(.+?)\*\*[^\n]*\n\n```(\w+)\n([\s\S]*?)```/g)]
  return blocks.map(([, client, language, text]) => ({ client, language, text }))
}

/**
 * Returns a Markdown page with one section of settings per client. Throws if settings in JSON do not run
 * `npx -y vicinage mcp`.
 */
export function clientsText() {
  const settings = clientSettings()
  for (const { client, language, text } of settings) if (language === 'json') checkJson(client, text)
  const blocks = settings.map(({ client, language, text }) => `## ${client}\n\n\`\`\`${language}\n${text}\`\`\`\n`)
  return ['# Settings of clients for vicinage\n', ...blocks].join('\n')
}

function checkJson(client, text) {
  const servers = Object.values(JSON.parse(text))[0]
  const { command, args } = servers.vicinage
  if ([command, ...args].join(' ') !== 'npx -y vicinage mcp')
    throw new Error(`${PAGE} starts "${[command, ...args].join(' ')}" for ${client}, expected "npx -y vicinage mcp".`)
}
