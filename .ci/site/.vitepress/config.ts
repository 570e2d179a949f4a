import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { defineConfig } from 'vitepress'

const root = join(import.meta.dirname, '../../..')
const docs = join(root, 'docs')
const owner = JSON.parse(readFileSync(join(root, 'owner.json'), 'utf8'))
/** URL of the code on the web, ending in a slash; null if owner.json has none. */
const repository = owner.repository === null ? null : `${owner.repository.replace(/\.git$|\/$/, '')}/blob/main/`

/** Lists the pages of a folder with their headings: the pages in `first`, then all other pages by name. */
function pagesOf(folder, first = []) {
  const names = readdirSync(join(docs, folder)).filter((name) => name.endsWith('.md'))
  const rank = (name) => (first.includes(name) ? first.indexOf(name) : first.length)
  return names
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map((name) => {
      const [, title = name] = /^# (.+)$/m.exec(readFileSync(join(docs, folder, name), 'utf8')) ?? []
      return { text: title.replaceAll('`', ''), link: `/${folder}/${name.replace('.md', '')}` }
    })
}

/**
 * Returns the anchor that GitHub and npm would give a heading, so that links to headings work there and on this site.
 */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/ /g, '-')
}

export default defineConfig({
  title: 'vicinage',
  description: 'Neighborhood scores, schools and addresses of California, Texas and Florida inside your application',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  base: process.env.SITE_BASE ?? '/',
  srcDir: '../../docs',
  outDir: '../../site',
  cleanUrls: false,
  // Hides the date of the last change. The pages state the date of their data themselves.
  lastUpdated: false,
  srcExclude: ['reference/bundle-format/**'],
  // Does not check links to the map (`/explore/`), which is added after the build, and to local servers. All other
  // links are checked.
  ignoreDeadLinks: [/^\/explore\//, /^http:\/\/(localhost|127\.0\.0\.1)/],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: anchorOf },
    config: (md) => {
      md.core.ruler.push('outside-links', (state) => pointOutside(state))
    },
  },
  themeConfig: {
    search: {
      provider: 'local',
      // Ignores common words, so that a question in full sentences finds the right page. VitePress sends the function
      // to the browser as text, so it must not use anything outside itself.
      options: {
        miniSearch: {
          searchOptions: {
            processTerm: (term: string) =>
              /^(an?|and|are|as|at|be|by|can|do|does|for|from|has|have|how|i|in|is|it|me|my|of|on|or|our|so|the|this|to|use|was|what|when|where|which|who|why|will|with|your?)$/i.test(
                term,
              )
                ? null
                : term.toLowerCase(),
          },
        },
      },
    },
    nav: [
      { text: 'Guide', link: '/guide/start', activeMatch: '/guide/' },
      { text: 'Reference', link: '/reference/api', activeMatch: '/reference/' },
      { text: 'Accuracy', link: '/reference/validation' },
      { text: 'Speed', link: '/reference/speed' },
      { text: 'Playground', link: '/playground' },
      { text: 'Map', link: '/explore/', target: '_self' },
    ],
    sidebar: [
      { text: 'Guide', items: pagesOf('guide', ['start.md', 'cookbook.md', 'bring-your-file.md', 'batch.md']) },
      { text: 'The library', items: pagesOf('reference/api', ['open.md', 'scores.md', 'catalog.md', 'columns.md']) },
      { text: 'Reference', items: pagesOf('reference', ['api.md', 'command-line.md', 'json.md', 'http.md']) },
      { text: 'How it is built', items: pagesOf('internals', ['architecture.md']) },
    ],
    outline: { level: [2, 3] },
    docFooter: { prev: 'Before', next: 'Next' },
  },
})

/**
 * Turns links to files outside of the docs into links to the code on the web, or removes the links if owner.json has no
 * repository.
 */
function pointOutside(state) {
  const page = state.env.relativePath ?? ''
  for (const { children } of state.tokens) {
    if (children === null) continue
    let isPlain = false
    for (const token of children) {
      if (token.type === 'link_close' && isPlain) [token.type, token.tag, isPlain] = ['em_close', 'em', false]
      if (token.type !== 'link_open') continue
      const [path] = token.attrGet('href').split('#')
      if (path === '' || /^[a-z]+:|^\//.test(path)) continue
      const file = relative('.', join(dirname(page), decodeURI(path)))
      const isPage =
        !file.startsWith('..') && /(\.md|\.html|\.png)$/.test(file) && !file.startsWith('reference/bundle-format/')
      if (isPage) continue
      if (repository !== null)
        token.attrSet('href', repository + relative('..', join('docs', file)).replace(/^\.\.\//, ''))
      else [token.type, token.tag, token.attrs, isPlain] = ['em_open', 'em', null, true]
    }
  }
}
