/** What a service asks of those who ask it. */
export interface ServiceOptions {
  /** Whether a key is asked for. */
  readonly auth: boolean
  /** Whether keys have limits. */
  readonly limits: boolean
}
