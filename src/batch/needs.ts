import type { OpenOptions } from '../open.ts'
import type { BatchQuestion } from './question.ts'

/** What has to be loaded for a question: millions of rows do not need what none of them asks for. `address`: columns of one, where there are any. */
export function needsOf(
  { dimensions, districts, schools }: BatchQuestion,
  { address }: { readonly address: readonly unknown[] },
): Required<Pick<OpenOptions, 'dimensions' | 'schools' | 'geocoder'>> {
  return { dimensions, schools: districts || schools > 0, geocoder: address.length > 0 }
}
