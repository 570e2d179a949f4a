// `npm run release:check [-- --rehearse]` packs twice from clean clones of the commit, compares the bytes, and writes
// everything to be published into release/: the tarball, an SBOM (CycloneDX, with the sources of the data), server.json
// for the MCP registry, a bundle for desktop clients, the settings of other clients, a skill, llms.txt and
// llms-full.txt for agents, and SHA-256 sums. A rehearsal replaces fields missing from owner.json with examples. On
// machines without a network, set SERVER_SCHEMA to the path of a copy of the registry's schema.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientsText, problemsOfServer, serverJson, skillText } from './agents.mjs'
import { llmsFullText, llmsText } from './llms.mjs'
import { mcpBundle } from './mcpb.mjs'

const isRehearsal = process.argv.includes('--rehearse')
const json = (file) => JSON.parse(readFileSync(file, 'utf8'))
const run = (folder, command, ...args) =>
  execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })

const { about: _, ...owner } = json('owner.json')
const missing = Object.keys(owner).filter((name) => owner[name] === null)
if (missing.length > 0 && !isRehearsal)
  fail(`owner.json lacks ${missing.join(', ')}. Fill it in, or rehearse: npm run release:check -- --rehearse`)
if (run('.', 'git', 'status', '--porcelain').trim() !== '')
  fail('There are uncommitted changes. Commit or remove them.')
const { version, description } = json('package.json')
if (!readFileSync('CHANGELOG.md', 'utf8').includes(`## ${version}`)) fail(`CHANGELOG.md has no heading for ${version}.`)

const EXAMPLE = { mcpName: 'io.github.example/vicinage', repository: 'https://github.com/example/vicinage' }
const server = serverJson(
  { mcpName: owner.mcpName ?? EXAMPLE.mcpName, repository: owner.repository ?? EXAMPLE.repository },
  version,
)
const problems = await problemsOfServer(server, process.env.SERVER_SCHEMA)
if (problems?.length > 0) fail(`server.json does not match its schema: ${problems.join('; ')}.`)
if (problems === null && !isRehearsal)
  fail('The schema of server.json could not be fetched. Set SERVER_SCHEMA to the path of a copy.')
if (problems === null) console.error('server.json was not checked, because its schema could not be fetched.')

const work = mkdtempSync(join(tmpdir(), 'vicinage-release-'))
try {
  // Both tarballs are packed in the same folder, one after the other, because a different path could change the bytes.
  const packed = [1, 2].map(() => pack(join(work, 'vicinage')))
  const [first, second] = packed
  if (first.sha256 !== second.sha256) {
    const files = [...new Set([...first.hashes.keys(), ...second.hashes.keys()])]
    const different = files.filter((file) => first.hashes.get(file) !== second.hashes.get(file))
    fail(`Two builds differ in ${different.join(', ') || 'the archive alone'}.`)
  }
  rmSync('release', { recursive: true, force: true })
  mkdirSync('release')
  const { name, bytes, folder } = second
  const files = {
    [name]: bytes,
    [`vicinage-${version}.cdx.json`]: text(sbom(folder)),
    [`vicinage-${version}.mcpb`]: bundleOf(join(folder, name)),
    'llms.txt': llmsText(description),
    'llms-full.txt': llmsFullText(),
    'SKILL.md': skillText(),
    'clients.md': clientsText(),
    'server.json': text(server),
  }
  const sums = Object.entries(files).map(([file, content]) => {
    writeFileSync(join('release', file), content)
    return `${sha256(content)}  ${file}`
  })
  writeFileSync('release/SHA256SUMS', `${sums.join('\n')}\n`)
  console.log(
    `${sums.join('\n')}\nTwo builds are identical. The tarball in release/ has ${(bytes.length / 1e6).toFixed(1)} MB.`,
  )
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** Packs the tarball of a clean clone, with the fields of owner.json in its package.json. */
function pack(folder) {
  rmSync(folder, { recursive: true, force: true })
  run('.', 'git', 'clone', '--quiet', '--no-hardlinks', '.', folder)
  const fields = Object.fromEntries(Object.entries(owner).filter(([, value]) => value !== null))
  writeFileSync(join(folder, 'package.json'), text({ ...json(join(folder, 'package.json')), ...fields }))
  run(folder, 'npm', 'ci', '--no-audit', '--no-fund', '--silent')
  run(folder, 'npm', 'pack', '--silent')
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'))
  const bytes = readFileSync(join(folder, name))
  const files = run(folder, 'tar', '-tf', name).trim().split('\n')
  const hashes = new Map(
    files.map((file) => [file, sha256(readFileSync(join(folder, file.replace(/^package\//, ''))))]),
  )
  return { folder, name, bytes, sha256: sha256(bytes), hashes }
}

/** Creates the bundle for desktop clients twice and checks that both are identical. */
function bundleOf(tarball) {
  const [first, second] = [1, 2].map(() => mcpBundle(tarball, join(work, 'mcpb')))
  if (sha256(first) !== sha256(second)) fail('Two bundles for desktop clients differ.')
  return second
}

/**
 * Returns a software bill of materials: the packages that are installed with this one, and the published data that its
 * scores are computed from.
 */
function sbom(folder) {
  const { serialNumber: _, ...document } = JSON.parse(
    run(folder, 'npm', 'sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--omit', 'optional', '--omit', 'peer'),
  )
  delete document.metadata.timestamp
  const { sources } = json(join(folder, 'dist-data/sources.json'))
  const data = sources.map(({ id, agency, title, vintage, license, licence = license, url }) => ({
    ...{ type: 'data', 'bom-ref': `data:${id}`, name: title, version: vintage, publisher: agency },
    licenses: [{ license: { name: licence } }],
    ...(url && { externalReferences: [{ type: 'website', url }] }),
  }))
  return { ...document, components: [...document.components, ...data] }
}

function text(value) {
  return `${JSON.stringify(value, null, 2)}\n`
}

function sha256(content) {
  return createHash('sha256').update(content).digest('hex')
}

function fail(reason) {
  console.error(reason)
  process.exit(1)
}
