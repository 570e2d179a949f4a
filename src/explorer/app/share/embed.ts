/** Checks whether the page is shown in a frame of another page, without its panels. The URL then contains `?embed`. */
export function isEmbedded(): boolean {
  return new URLSearchParams(globalThis.location?.search).has('embed')
}

/** Checks whether the host allows other pages to frame this page. If so, the page's head contains a `<meta>` tag. */
export function canBeEmbedded(): boolean {
  return document.querySelector('meta[name="vicinage-embed"]') !== null
}

/** Returns HTML that shows a view in another page. */
export function embedSnippet(link: string, title: string): string {
  const address = new URL(link)
  address.search = '?embed'
  const [src, name] = [address.href, title].map(escaped)
  return `<iframe src="${src}" title="${name}" width="100%" height="480" loading="lazy" style="border:0"></iframe>`
}

/** Returns the link to the full page for a framed view. */
export function wholeLink(link: string): string {
  const address = new URL(link)
  address.search = ''
  return address.href
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
