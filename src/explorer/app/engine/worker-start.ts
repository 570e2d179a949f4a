import { config } from 'zod'

// Before any schema is made: zod would try whether it may evaluate code, and the page's Content-Security-Policy report
// it.
config({ jitless: true })

/** Address of the folder of bundles, which the page gave to the worker as its name. */
export const data = self.name
