/** A website as schools write it, `www.example.org` included, as an address to link to; null where it is none of the web. */
export function webAddress(text: string | null): string | null {
  if (text === null) return null
  const whole = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`
  if (!URL.canParse(whole)) return null
  const { protocol, hostname, href } = new URL(whole)
  return (protocol === 'http:' || protocol === 'https:') && hostname.includes('.') ? href : null
}
