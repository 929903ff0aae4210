// Writes docs/openapi.json, the description of the API that a server answers at /api/openapi.json:
//   npm run openapi
import { writeFile } from 'node:fs/promises'
import { openApiDocument } from '../server/openapi/openApiDocument.ts'

const path = new URL('../docs/openapi.json', import.meta.url)
await writeFile(path, `${JSON.stringify(openApiDocument(), null, 2)}\n`)
