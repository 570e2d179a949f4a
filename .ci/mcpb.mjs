// Creates the bundle for desktop clients of the Model Context Protocol (.mcpb): the packed package with its
// dependencies, and a manifest.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { zipSync } from 'fflate'

const VALIDATOR = '@anthropic-ai/mcpb@2.1.2'
const ENTRY = 'node_modules/vicinage/dist/cli.js'
/**
 * Time of all files in the archive. It is fixed at the earliest possible time so that the same content always gives the
 * same bytes.
 */
const TIME = new Date(1980, 0, 1)

/**
 * Returns the bytes of the bundle. Throws if its manifest does not match the published schema.
 *
 * @param {string} tarball path of the packed package
 * @param {string} folder an empty folder to work in
 */
export function mcpBundle(tarball, folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const flags = ['--omit=dev', '--omit=peer', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  execFileSync('npm', ['install', ...flags, tarball], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const installed = JSON.parse(readFileSync(join(folder, dirname(dirname(ENTRY)), 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifestOf(installed, toolsOf(folder)), null, 2)}\n`)
  execFileSync('npx', ['--yes', VALIDATOR, 'validate', join(folder, 'manifest.json')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // The bundle does not need these files. The first two contain the path of the tarball, and npm writes the third for
  // its own use.
  const excluded = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json']
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !excluded.includes(name) && !name.startsWith('node_modules/.bin/'))
    .sort()
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name))]))
  return zipSync(files, { level: 6, mtime: TIME })
}

/** @param {object} installed `package.json` of the package */
function manifestOf({ version, description, license, engines }, tools) {
  return {
    manifest_version: '0.3',
    name: 'vicinage',
    display_name: 'vicinage: neighborhood scores',
    version,
    description: description.slice(0, 200),
    author: { name: 'the vicinage authors' },
    license,
    server: {
      type: 'node',
      entry_point: ENTRY,
      // The client replaces `__dirname` with the folder of the bundle.
      mcp_config: { command: 'node', args: [`\${__dirname}/${ENTRY}`, 'mcp'] },
    },
    tools,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
  }
}

/** Returns the names and descriptions of the tools, as the server of the bundle lists them. */
function toolsOf(folder) {
  const call = (id, method, params) => `${JSON.stringify({ jsonrpc: '2.0', ...(id && { id }), method, params })}\n`
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'release', version: '1' } }
  const input = call(1, 'initialize', client) + call(null, 'notifications/initialized', {}) + call(2, 'tools/list', {})
  const output = execFileSync(process.execPath, [join(folder, ENTRY), '--no-user-data', 'mcp'], {
    input,
    encoding: 'utf8',
  })
  const answers = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return answers.find(({ id }) => id === 2).result.tools.map(({ name, description }) => ({ name, description }))
}
