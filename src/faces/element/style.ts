const LIGHT = '--text: #1b1f24; --muted: #57606a; --ground: #fff; --line: #d0d7de; --accent: #0b62c4; --track: #e4e8ec;'
const DARK =
  '--text: #e6edf3; --muted: #9aa4af; --ground: #14181d; --line: #3a424c; --accent: #6cb0ff; --track: #2d343c;'

/**
 * Style sheet of the element, adopted by its shadow root. A page changes it with the custom properties
 * `--vicinage-text`, `-muted`, `-background`, `-border`, `-accent`, `-track`, `-radius` and `-font`, and with
 * `::part()`.
 */
export const STYLE = `
:host { ${LIGHT} color-scheme: light; display: block; max-width: 30rem; }
@media (prefers-color-scheme: dark) { :host(:not([theme="light"])) { ${DARK} color-scheme: dark; } }
:host([theme="dark"]) { ${DARK} color-scheme: dark; }
:host([hidden]) { display: none; }
[part="card"] {
  padding: 0.75rem 1rem;
  border: 1px solid var(--vicinage-border, var(--line));
  border-radius: var(--vicinage-radius, 0.5rem);
  background: var(--vicinage-background, var(--ground));
  color: var(--vicinage-text, var(--text));
  font: var(--vicinage-font, 0.9375rem/1.4 system-ui, sans-serif);
  overflow-wrap: anywhere;
}
[aria-busy="true"] ul { opacity: 0.6; }
p, ul { margin: 0; padding: 0; list-style: none; }
p:empty { display: none; }
[part="title"] { font-weight: 600; margin-block-end: 0.25rem; }
[part="status"], [part~="note"] { color: var(--vicinage-muted, var(--muted)); }
[part~="note"] { font-size: 0.875em; }
[part="score"] + [part="score"] { border-block-start: 1px solid var(--vicinage-border, var(--line)); }
details > p { padding-block-end: 0.375rem; }
summary {
  display: grid;
  grid-template-columns: 1fr auto;
  gap: 0.125rem 0.75rem;
  align-items: baseline;
  padding-block: 0.5rem;
  cursor: pointer;
}
summary::-webkit-details-marker { display: none; }
[part="name"]::before { content: "▸"; content: "▸" / ""; display: inline-block; width: 1.25em; }
[open] [part="name"]::before { content: "▾"; content: "▾" / ""; }
[part="value"] { text-align: end; font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
.none [part="value"] { font-weight: 400; color: var(--vicinage-muted, var(--muted)); }
[part="track"] { grid-column: 1 / -1; height: 0.375rem; border-radius: 1rem; background: var(--vicinage-track, var(--track)); }
[part="bar"] { height: 100%; border-radius: 1rem; background: var(--vicinage-accent, var(--accent)); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 2px solid var(--vicinage-accent, var(--accent)); outline-offset: 2px; border-radius: 2px; }
button { font: inherit; min-height: 2.25rem; margin-block-start: 0.5rem; padding-inline: 0.75rem; }
@media (forced-colors: active) {
  [part="track"] { forced-color-adjust: none; background: CanvasText; padding: 1px; }
  [part="bar"] { background: Highlight; }
}
`
