import type { Download, Source } from './source.ts'

/** Writes the catalog as a Markdown table, one row per source in catalog order. */
export function markdownTable(sources: readonly Source[]): string {
  const heading = ['source', 'agency, page', 'vintage', 'direct address', 'license', 'used for', 'excerpt or note']
  const rows = sources.map((source) => [
    `${source.title}<br>\`${source.id}\``,
    URL.canParse(source.address) ? `[${source.agency}](${source.address})` : source.agency,
    source.vintage,
    addresses(source.downloads ?? []),
    source.license,
    source.feeds.join(', '),
    [source.cut, source.note].filter(Boolean).join('. '),
  ])
  return [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Summarizes download addresses in one line: the last address and the number of files. */
function addresses(downloads: readonly Download[]): string {
  const last = downloads.at(-1)
  if (!last) return 'by hand'
  const verdict = last.verdict ?? 'confirmed'
  const others = downloads.length > 1 ? `, ${downloads.length} files` : ''
  const fallback = last.also ? `; otherwise ${last.also.map((url) => new URL(url).hostname).join(', ')}` : ''
  return `<${last.url}> (${verdict}${others}${fallback})`
}
