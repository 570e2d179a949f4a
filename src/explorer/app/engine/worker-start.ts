import { config } from 'zod'

// This must run before any schema is created. Otherwise zod would test whether it may evaluate code, which the page's
// Content-Security-Policy would report as a violation.
config({ jitless: true })

/** URL of the folder of bundles, which the page passes as the worker's name. */
export const data = self.name
