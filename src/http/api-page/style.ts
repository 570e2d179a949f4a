/** The style of the page: served as `/docs.css`. */
export const apiPageStyle = `:root {
  color-scheme: light dark;
  --ground: #fdfdfb;
  --side: #f4f6f2;
  --panel: #f2f4f0;
  --line: #d9dfd6;
  --text: #1b2320;
  --soft: #52605a;
  --link: #075e54;
  --mark: #e3f1ec;
  --key: #1b2320;
  --string: #8a3b00;
  --number: #5b2ca0;
  --get: #0a6b5d;
  --post: #8a4b00;
  --badge: #ffffff;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121615;
    --side: #171c1a;
    --panel: #1b2220;
    --line: #313b37;
    --text: #e4eae6;
    --soft: #a5b3ac;
    --link: #6fd3c0;
    --mark: #1d3a34;
    --key: #e4eae6;
    --string: #f0b27a;
    --number: #c6a8ff;
    --get: #6fd3c0;
    --post: #f0b27a;
    --badge: #101413;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif;
  overflow-wrap: break-word;
}
a { color: var(--link); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: var(--mono); font-size: 0.875em; }
p { margin: 0.5rem 0; max-width: 44rem; }
p code, li code, td code { padding: 0.1em 0.3em; border-radius: 4px; background: var(--panel); overflow-wrap: anywhere; }
.skip { position: absolute; left: -100vw; padding: 0.5rem 1rem; background: var(--ground); z-index: 1; }
.skip:focus { left: 0.5rem; top: 0.5rem; }

header, nav, main { padding: 1rem clamp(1rem, 4vw, 3rem); }
header { padding-top: 2rem; }
h1 { margin: 0; font-size: 2.25rem; line-height: 1.1; letter-spacing: -0.03em; color: var(--link); }
h2 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.02em; }
h3 { margin: 1.5rem 0 0.5rem; font-size: 1.25rem; line-height: 1.3; letter-spacing: -0.01em; }
h4, caption { margin: 1.25rem 0 0.4rem; font-size: 0.875rem; font-weight: 650; line-height: 1.4; }
.lead { font-size: 1.125rem; }
.note { color: var(--soft); font-size: 0.875rem; font-weight: 400; }

nav { border-block: 1px solid var(--line); background: var(--side); font-size: 0.875rem; line-height: 1.4; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav > ul > li > a { display: block; padding: 0.5rem 0 0.25rem; font-weight: 650; color: var(--text); }
nav li li a { display: block; padding: 0.25rem 0; color: var(--soft); }
nav a { text-decoration: none; }
nav a:hover { color: var(--link); text-decoration: underline; }
@media (max-width: 63.99rem) {
  nav > ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr)); column-gap: 1rem; }
  nav ul ul { display: none; }
}

main > section { padding: 2.5rem 0 1rem; border-top: 1px solid var(--line); }
main > section:first-child { padding-top: 1rem; border-top: 0; }
.operation { padding: 1rem 0 2rem; }
.operation + .operation { border-top: 1px dashed var(--line); }
.operation h3 { margin-top: 0.5rem; }
:target > h2, :target > h3, .operation:target h3, .schema:target > summary { background: var(--mark); box-shadow: 0 0 0 0.35rem var(--mark); border-radius: 2px; }
.route { margin: 0.5rem 0; }
.route code { padding: 0; background: none; font-size: 0.9375rem; }
.method, .status { padding: 0.15em 0.5em; border-radius: 4px; color: var(--badge); background: var(--get); font: 700 0.75rem/1.5 var(--mono); }
.method.post { background: var(--post); }
.status { font-size: 0.875rem; background: var(--soft); }

pre { margin: 0.5rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); font-size: 0.8125rem; line-height: 1.55; white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { padding: 0; background: none; font-size: inherit; }
.json b { font-weight: 500; color: var(--key); }
.json i { font-style: normal; color: var(--string); }
.json u { text-decoration: none; color: var(--number); }
.shell { border-left: 4px solid var(--get); }

table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; line-height: 1.5; }
caption { margin: 1.25rem 0 0; text-align: left; padding-bottom: 0.4rem; }
th, td { padding: 0.6rem 0; border-top: 1px solid var(--line); vertical-align: top; text-align: left; font-weight: 400; }
th { width: 36%; padding-right: 1rem; }
th > code { display: block; font-weight: 650; }
th > span { color: var(--soft); font-size: 0.8125rem; }
th strong { color: var(--post); font-weight: 600; }
th em { font-style: normal; }
td p { margin: 0; }
.fact { font-size: 0.8125rem; color: var(--soft); }
.fact span { font-weight: 600; }
.fact code { color: var(--text); }
.errors { margin: 0; padding: 0; list-style: none; font-size: 0.9375rem; }
.errors a { font-family: var(--mono); font-size: 0.875em; font-weight: 650; }
.error { padding-bottom: 0.5rem; }

summary { padding: 0.4rem 0; cursor: pointer; color: var(--link); }
.schema { border-top: 1px solid var(--line); }
.schema > summary { padding: 0.6rem 0; font: 650 0.9375rem/1.5 var(--mono); }
.schema > table { margin-bottom: 1.5rem; }

@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 16.5rem minmax(0, 1fr); grid-template-rows: auto 1fr; max-width: 96rem; }
  header { grid-column: 2; }
  nav { grid-column: 1; grid-row: 1 / span 2; position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem; border-block: 0; border-right: 1px solid var(--line); }
  main { grid-column: 2; }
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); column-gap: 2.5rem; }
  .sample { padding-top: 2.1rem; }
  .error pre { max-width: 44rem; }
}
@media print {
  body { display: block; }
  nav, .skip { display: none; }
  .operation { display: block; }
  details::details-content { content-visibility: visible; }
  pre, tr { break-inside: avoid; }
  h2, h3, h4 { break-after: avoid; }
}
`
