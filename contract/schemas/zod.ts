import { z } from 'zod'

// The pages' Content-Security-Policy forbids compiling code, and zod's attempt would be reported as a
// violation.
if ('document' in globalThis) z.config({ jitless: true })

export { z }
