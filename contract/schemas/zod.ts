import { z } from 'zod'

// Pages may not compile code (their Content-Security-Policy), and zod's try would be reported as a violation of it.
if ('document' in globalThis) z.config({ jitless: true })

export { z }
