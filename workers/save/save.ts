import type { SaveJob } from '../../src/protocol/downloadJobs.ts'
import { DownloadTask } from '../stream/downloadTask.ts'
import { saveToFolder } from './folder.ts'
import { openPrivateFile } from './privateFile.ts'

/** Opens a download and puts it where the job says. How it ends, the port tells; this never rejects. */
export async function save(
  { job, target }: SaveJob,
  port: MessagePort,
  hashPort: MessagePort,
): Promise<void> {
  const task = new DownloadTask(job, port, hashPort)
  try {
    await task.complete
    if (target.kind === 'folder') await saveToFolder(task, target.directory)
    else if (target.kind === 'private-file') await saveToPrivateFile(task)
    else await handToPage(task)
    task.finished()
  } catch (error) {
    task.failed(error)
  }
}

async function saveToPrivateFile(task: DownloadTask) {
  const file = await openPrivateFile(task.id)
  try {
    for await (const piece of task.pieces()) file.write(piece)
  } finally {
    file.close()
  }
}

/** Pieces that the page may have in hand. */
const piecesAhead = 4

async function handToPage(task: DownloadTask) {
  const handed: Promise<void>[] = []
  for await (const piece of task.pieces()) {
    const taken = task.hand(piece)
    taken.catch(() => undefined) // awaited below
    handed.push(taken)
    if (handed.length >= piecesAhead) await handed.shift()
  }
  await Promise.all(handed)
}
