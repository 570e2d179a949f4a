import { createHash } from 'node:crypto'

/** Escapes a string for HTML text and attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/**
 * Returns a complete page as a single file. The page makes no requests: styles are inline, images are data URLs, and
 * its Content-Security-Policy forbids everything else.
 */
export function getPage({
  title,
  style,
  body,
}: {
  readonly title: string
  readonly style: string
  readonly body: string
}): string {
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`
}

/** Style sheet shared by all pages, with support for phones, dark mode and print. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ink:#1a1d21;--soft:#4b535c;--line:#d4d9de;--paper:#fff;--fill:#2166ac;--other:#8a939c;--warn:#8f1d14;--box:#f4f6f8}
@media (prefers-color-scheme:dark){:root{--ink:#eceff2;--soft:#b3bcc5;--line:#3a424a;--paper:#14171a;--fill:#7fb2e5;--other:#87919b;--warn:#ffa99f;--box:#1e2328}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1.25rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.15rem;margin:1.5rem 0 .5rem}
h3{font-size:1rem;margin:1rem 0 .25rem}
p{margin:.25rem 0 .5rem}
.soft,small,caption{color:var(--soft)}
table{border-collapse:collapse;width:100%;font-size:.92rem}
caption{text-align:left;padding-bottom:.25rem}
th,td{text-align:left;padding:.25rem .5rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
svg{display:block;max-width:100%}
svg text{fill:var(--ink);font:12px system-ui,sans-serif}
.scroll{overflow-x:auto}
footer{margin-top:1.5rem;border-top:1px solid var(--line);padding-top:.5rem;font-size:.85rem;color:var(--soft)}
@media print{:root{--ink:#000;--soft:#333;--line:#bbb;--paper:#fff;--fill:#2166ac;--other:#777;--warn:#8f1d14;--box:#fff}body{max-width:none;padding:0;font-size:10pt}}
`
