// Writes llms.txt and llms-full.txt, the documentation in the form that agents look for (llmstxt.org). `release:check`
// writes both.
import { readFileSync } from 'node:fs'

/** Pages by section, each with a description, in reading order. */
export const SECTIONS = {
  Start: {
    'README.md': 'what it is, the first commands, accuracy, speed',
  },
  Guide: {
    'docs/guide/start.md': 'installing, the first report, and which page is for what',
    'docs/guide/cookbook.md': 'short whole programs for common tasks, each with what it prints',
    'docs/guide/bring-your-file.md': 'which tables and map files are read, and how their columns are recognized',
    'docs/guide/batch.md': '`vicinage batch` and `pipe`: scores for every row of a CSV, NDJSON or Parquet file',
    'docs/guide/areas.md':
      'summaries of cities, ZIPs, counties and circles by their people; rankings; areas that meet conditions',
    'docs/guide/fit.md': 'one number for a place or an area by your own weights',
    'docs/guide/page.md': 'a page about a place as a single file, to send or print',
    'docs/guide/sites.md': 'the people around many sites, and around all of them together',
    'docs/guide/frameworks.md': 'Node, web pages, bundlers, workers, CommonJS',
    'docs/guide/element.md': 'a custom element that shows the scores of a place on any page',
    'docs/guide/agents.md': 'the tools of `vicinage mcp` for agents, and how they are tested',
    'docs/guide/layers.md': 'a file of features as one more dimension',
    'docs/guide/street-layers.md': 'streets of whole counties, so that addresses are found by house number',
    'docs/guide/upgrades.md': 'official flood, fire and other maps over the data of the package',
    'docs/guide/sql-and-python.md': 'recipes for DuckDB, SQLite, pandas and others',
    'docs/guide/warehouses.md': 'tables of areas with their scores for a warehouse to join',
    'docs/guide/distributed.md': 'several machines, Spark, PostgreSQL',
    'docs/guide/migration.md': 'what changed since version 0.1',
  },
  Reference: {
    'docs/reference/api.md': 'every function of the library in one line each, with links to the sections',
    'docs/reference/api/open.md': '`openVicinage`, a place at a time, `load`, `share`',
    'docs/reference/api/scores.md':
      '`score`, `scores`, `explain`, `compare`, `fit`, `edge`, with the types of their answers',
    'docs/reference/api/catalog.md': 'ids, names, scales and methods of the dimensions',
    'docs/reference/api/columns.md': '`scoreColumns` and its companions, for millions of points',
    'docs/reference/api/areas.md': '`area`, `rank`, `find`, `sites`, `scoresAround`',
    'docs/reference/api/addresses.md': '`geocode`, `suggest`, `reverse`',
    'docs/reference/api/schools.md': '`schools.*`: ratings, districts, records',
    'docs/reference/api/layers.md': '`withLayer`: your own features as one more dimension',
    'docs/reference/api/errors.md': 'classes and codes of errors, and notes',
    'docs/reference/api/batch.md': '`vicinage/batch`: `runBatch`, `scoreStream`',
    'docs/reference/api/http.md': '`vicinage/http`: `createApp`, keys, limits, map tiles',
    'docs/reference/api/map.md': '`vicinage/map`: `createMap`, `tileProtocol`, colors',
    'docs/reference/api/mcp.md': '`vicinage/mcp`: `mcpHandler`, `createMcpServer`',
    'docs/reference/api/cluster.md': '`vicinage/cluster`: `submitBatch`, `runWorker`, `clusterStatus`',
    'docs/reference/api/element.md': '`vicinage/element`: `defineScoresElement`',
    'docs/reference/methods.md': 'what scores, ratings and addresses are computed from, and caveats',
    'docs/reference/command-line.md': 'every command with its options and examples',
    'docs/reference/json.md': 'the JSON that each command prints with `--json`',
    'docs/reference/http.md': 'the service: endpoints, keys, limits, costs, operation',
    'docs/reference/data.md': 'sources, licenses, downloading and building the data',
    'docs/reference/validation.md': 'how accurate each score is, judged by data that the score does not use',
    'docs/reference/speed.md': 'speed and memory, with the commands that measure them',
    'docs/reference/bundle-format.md': 'the bytes of a bundle, for a reader of your own',
  },
  Optional: {
    'docs/internals/roadmap.md': 'what is planned, and what is not',
    'docs/internals/architecture.md': 'the layers of the code and their folders',
    'docs/internals/life-of-a-score.md': 'one call of `score`, followed through the code',
    'docs/internals/life-of-an-address.md': 'one call of `geocode`, followed through the code',
    'docs/internals/life-of-a-request.md': 'one HTTP request, followed through the code',
    'docs/internals/life-of-a-file-row.md': 'one row of a batch, followed through the code',
  },
}

/**
 * Returns the index: the title, a summary, and a link for each page.
 *
 * @param {string} summary the description of the package
 */
export function llmsText(summary) {
  const sections = Object.entries(SECTIONS).map(([title, pages]) => {
    const links = Object.entries(pages).map(([page, about]) => `- [${headingOf(page)}](${page}): ${about}\n`)
    return `## ${title}\n\n${links.join('')}`
  })
  return [`# vicinage\n\n> ${summary}\n`, ...sections].join('\n')
}

/** Returns all pages in one text, each after a comment with its path. */
export function llmsFullText() {
  const pages = Object.values(SECTIONS).flatMap((section) => Object.keys(section))
  return pages.map((page) => `<!-- ${page} -->\n\n${readFileSync(page, 'utf8').trim()}\n`).join('\n')
}

function headingOf(page) {
  return /^# (.+)$/m.exec(readFileSync(page, 'utf8'))[1]
}
