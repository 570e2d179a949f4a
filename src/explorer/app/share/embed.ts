/** Whether the page is shown without its panels, for a frame of another page: `?embed` in its address. */
export function isEmbedded(): boolean {
  return new URLSearchParams(globalThis.location?.search).has('embed')
}

/** Whether whoever serves the page lets other pages frame it, as the page says in its head. */
export function canBeEmbedded(): boolean {
  return document.querySelector('meta[name="vicinage-embed"]') !== null
}

/** HTML that shows a view in another page. */
export function embedSnippet(link: string, title: string): string {
  const address = new URL(link)
  address.search = '?embed'
  const [src, name] = [address.href, title].map(escaped)
  return `<iframe src="${src}" title="${name}" width="100%" height="480" loading="lazy" style="border:0"></iframe>`
}

/** The link of the whole page to what a frame shows. */
export function wholeLink(link: string): string {
  const address = new URL(link)
  address.search = ''
  return address.href
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
