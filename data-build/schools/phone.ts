/**
 * A North American telephone number as `(512) 414-2505`, with ` ext. 12` where there is one; null for what is none:
 * placeholders, other than ten digits (after an optional 1 for the country), an area code or an exchange that begins
 * with 0 or 1, one digit ten times.
 * @param raw the number, with its extension behind it or without: `(903) 928-2294 ext:012`
 * @param extension the extension, where the source has it in a column of its own
 */
export function readablePhone(raw: string, extension = ''): string | null {
  const [number, behind = ''] = raw.split(/(?:ext(?:ension)?|x)[.:\s#]*/i)
  if (/[^\d\s().+/-]/.test(number)) return null
  const match = /^1?([2-9]\d\d)([2-9]\d\d)(\d{4})$/.exec(number.replace(/\D/g, ''))
  if (!match || /^(\d)\1{9}$/.test(match.slice(1).join(''))) return null
  const line = `(${match[1]}) ${match[2]}-${match[3]}`
  const ext = extensionOf(behind) ?? extensionOf(extension)
  return ext === null ? line : `${line} ext. ${ext}`
}

/** Agencies fill extensions up with zeros ("012"); some are 0 for none. */
function extensionOf(raw: string): string | null {
  const digits = /^\s*(\d{1,6})\s*$/.exec(raw)?.[1] ?? ''
  return /[1-9]/.test(digits) ? digits.replace(/^0+/, '') : null
}
