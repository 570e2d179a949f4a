import { getLetter, ranks } from '../words.ts'

/** The color and letter of a compared place. */
export function Letter({ i }: { readonly i: number }) {
  return <span class={`letter ${ranks[i]}`}>{getLetter(i)}</span>
}
