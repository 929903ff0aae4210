import type { OpenJob } from '../../src/protocol/downloadJobs.ts'
import { givePieces } from '../../src/protocol/pieces.ts'
import type { BeginHash } from '../hashService.ts'
import { DownloadTask } from '../stream/downloadTask.ts'
import { saveToFolder } from './folder.ts'
import { openPrivateFile } from './privateFile.ts'

/** Opens a download and puts it where the job says. How it ends, the port tells; this never rejects. */
export async function save({ job, target }: OpenJob, port: MessagePort, beginHash: BeginHash): Promise<void> {
  const task = new DownloadTask(job, port, beginHash)
  const { signal } = task
  try {
    const { total } = await task.complete
    if (target.kind === 'folder') await saveToFolder(task, target.directory)
    else if (target.kind === 'private-file') await saveToPrivateFile(task)
    else await givePieces(target.port, task.pieces(), { total, signal, onLeft: () => task.cancelled() })
    task.finished()
  } catch (error) {
    task.failed(error)
  }
}

async function saveToPrivateFile(task: DownloadTask) {
  const file = await openPrivateFile(task.job.id)
  try {
    for await (const piece of task.pieces()) file.write(piece)
  } finally {
    file.close()
  }
}
