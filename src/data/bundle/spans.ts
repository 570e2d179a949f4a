import type { Span } from './folder.ts'

/** Maximum gap in bytes between two parts that is always read, because a second request would cost more. */
const MAX_BETWEEN = 8192

/**
 * Merges nearby spans of a file so that they need few requests.
 *
 * @param mostBetween maximum gap in bytes to read together with the spans around it, if the span before the gap is at
 * least as long as the gap
 */
export function mergedSpans<Part extends Span>(
  parts: readonly Part[],
  mostBetween = 0,
): { readonly span: Span; readonly parts: Part[] }[] {
  const spans: { span: Span; parts: Part[] }[] = []
  for (const part of parts.toSorted((a, b) => a.start - b.start)) {
    const last = spans.at(-1)
    const isNear = last !== undefined && part.start - last.span.end <= mostAfter(last.span, mostBetween)
    if (isNear) {
      last.span = { start: last.span.start, end: Math.max(last.span.end, part.end) }
      last.parts.push(part)
    } else spans.push({ span: { start: part.start, end: part.end }, parts: [part] })
  }
  return spans
}

function mostAfter({ start, end }: Span, mostBetween: number): number {
  return Math.max(MAX_BETWEEN, Math.min(mostBetween, end - start))
}
