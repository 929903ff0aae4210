import { argv, stdout } from 'node:process'
import { type Batch, startNodeUpload } from './nodeUpload.ts'

/** A process of its own that sends a batch, and can be killed. Its argument: the batch as JSON. */
const upload = await startNodeUpload(JSON.parse(argv[2] ?? '') as Batch)
await upload.over()
stdout.write(JSON.stringify(upload.failed()))
