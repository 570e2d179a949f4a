/** The title of a web page, empty when it has none; `undefined` when the bytes do not begin like a web page. */
export function pageTitle(start: Uint8Array): string | undefined {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, 16_384)).toString('utf8')
  if (!/^\uFEFF?\s*(<!--[\s\S]*?-->\s*)*(<\?xml[^>]*>\s*)?(<!doctype html|<html|<head|<body|<script)/i.test(text)) {
    return undefined
  }
  const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? ''
  return title.replace(/\s+/g, ' ').trim().slice(0, 80)
}
