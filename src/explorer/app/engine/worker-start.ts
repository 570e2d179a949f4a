import { config } from 'zod'

// Set before any schema is created. Otherwise zod would test whether it may evaluate code, and the page's
// Content-Security-Policy would report it.
config({ jitless: true })

/** URL of the folder of bundles, which the page passes as the worker's name. */
export const data = self.name
