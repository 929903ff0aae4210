import { randomBytes } from 'node:crypto'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { BatchFolder, resumableBatchIds, type StoredBatchHead } from '../../cli/platform/batchFolder.ts'
import { unstoredJournal } from '../../cli/send/outgoingBatch.ts'
import { withFolderLock, processStart, tryLockFolder } from '../../cli/platform/folderLock.ts'
import { BatchJournal } from '../../core/upload/batchJournal.ts'
import type { JournalRecord } from '../../core/upload/state.ts'
import { cannotMount, mountSmallDisk } from '../server/mounts.ts'

const batchHead: StoredBatchHead = {
  origin: 'https://sealpost.example',
  linkToken: 'T',
  recipient: 'R',
  begun: Date.now(),
  files: [{ path: '/a', name: 'a', folder: '.', size: 3, modified: '1' }],
}
const journalRecord = (sealedParts: number, uploadId = 'U'): JournalRecord => ({
  seal: { fileKeyB64: 'k' },
  uploadId,
  partChunks: 20,
  sealedParts,
  marks: { [sealedParts]: 'm' },
})

const lockText = (one: { host?: string; pid: number | undefined; began?: string | null }) =>
  JSON.stringify({ host: hostname(), began: null, ...one })

async function exitedPid(): Promise<number | undefined> {
  const exited = spawn(process.execPath, ['-e', ''])
  await once(exited, 'exit')
  return exited.pid
}

let stateDirectory: string
let batchId: string
beforeEach(async () => {
  stateDirectory = join(await mkdtemp(join(tmpdir(), 'sealpost-cli-')), 'state')
  onTestFinished(() => rm(join(stateDirectory, '..'), { recursive: true, force: true }))
  batchId = randomBytes(16).toString('base64url')
})

const beginJournal = async (head = batchHead) => {
  const folder = await BatchFolder.create(stateDirectory, batchId, head)
  return new BatchJournal(folder, folder)
}
const reopenFolder = async () => {
  const folder = await BatchFolder.open(stateDirectory, batchId)
  if (!folder) throw new Error('There is no such batch.')
  return folder
}

describe('a journal on the disk', () => {
  it('gives back what was kept, as it was last', async () => {
    const journal = await beginJournal()
    expect(await journal.writeRecord(0, journalRecord(1))).toBe('durable')
    expect(await journal.writeRecord(0, journalRecord(2))).toBe('durable')
    expect(await journal.writeRecord(1, journalRecord(1, 'V'))).toBe('durable')
    await journal.writeRecord(2, journalRecord(1, 'W'))
    await journal.removeRecord(1)
    const completed = [
      { index: 2, fileId: 7, sha256: 'h', expiresAt: '2026-12-07T10:00:00.000Z' },
      { index: 3, fileId: 8, sha256: 'i' },
    ]
    await journal.writeCompleted(completed)
    await journal.release()
    expect(await resumableBatchIds(stateDirectory)).toEqual([batchId])
    const folder = await reopenFolder()
    expect(folder.head).toEqual(batchHead)
    expect([...folder.records]).toEqual([[0, journalRecord(2)]])
    expect(folder.completed).toEqual(completed)
  })

  it('has each attempt to confirm a hidden file once, also after it was reopened', async () => {
    const attempt = { index: 0, sha256: 'h', hash: '1'.repeat(64) }
    const other = { ...attempt, hash: '2'.repeat(64) }
    const journal = await beginJournal()
    for (const each of [attempt, attempt, other, attempt]) await journal.writeAttempts([each])
    expect(journal.attemptsOf(0)).toEqual([attempt, other])
    await journal.release()
    const folder = await reopenFolder()
    const reopened = new BatchJournal(folder, folder)
    await reopened.writeAttempts([attempt])
    expect(reopened.attemptsOf(0)).toHaveLength(2)
  })

  it('is for its user alone', async () => {
    const journal = await beginJournal()
    await journal.writeRecord(0, journalRecord(1))
    const mode = async (path: string) => (await stat(path)).mode & 0o777
    expect([await mode(stateDirectory), await mode(join(stateDirectory, batchId))]).toEqual([0o700, 0o700])
    for (const name of await readdir(join(stateDirectory, batchId)))
      expect([name, await mode(join(stateDirectory, batchId, name))]).toEqual([name, 0o600])
  })

  it('leaves nothing of a batch that is finished', async () => {
    const journal = await beginJournal()
    await journal.writeRecord(0, journalRecord(1))
    await journal.finish()
    expect(await readdir(stateDirectory)).toEqual([])
  })

  it('takes a record that is damaged, or was half written, for none', async () => {
    const journal = await beginJournal()
    await journal.writeRecord(0, journalRecord(1))
    await journal.writeRecord(1, journalRecord(2))
    await journal.release()
    await writeFile(join(stateDirectory, batchId, 'file-0.json'), '{"uploadId":')
    await writeFile(join(stateDirectory, batchId, 'file-1.json.new'), '{')
    expect([...(await reopenFolder()).records]).toEqual([[1, journalRecord(2)]])
  })

  it('takes what was confirmed for ended, though its record is still there', async () => {
    const journal = await beginJournal()
    await journal.writeRecord(0, journalRecord(1))
    const text = await readFile(join(stateDirectory, batchId, 'file-0.json'))
    await journal.writeCompleted([{ index: 0, fileId: 7, sha256: 'h' }])
    await journal.release()
    await writeFile(join(stateDirectory, batchId, 'file-0.json'), text)
    expect((await reopenFolder()).records.size).toBe(0)
  })

  it('is gone after seven days, unless somebody is at it', async () => {
    const journal = await beginJournal({ ...batchHead, begun: 0 })
    expect(await resumableBatchIds(stateDirectory)).toEqual([])
    expect(await readdir(stateDirectory)).toEqual([batchId])
    await journal.release()
    await resumableBatchIds(stateDirectory)
    expect(await readdir(stateDirectory)).toEqual([])
  })

  it('keeps nothing where nothing may be kept', async () => {
    expect(await unstoredJournal().writeRecord(0, journalRecord(1))).toBe('memory')
  })
})

describe('a disk that fails', () => {
  it.skipIf(cannotMount)(
    'that is full keeps no older record that could stand in for a newer one',
    async () => {
      await mkdir(stateDirectory)
      await mountSmallDisk(stateDirectory, '128k')
      const journal = await beginJournal()
      expect(await journal.writeRecord(0, journalRecord(1))).toBe('durable')
      await writeFile(join(stateDirectory, 'rest'), Buffer.alloc(256 * 1024)).catch(() => undefined)
      expect(await journal.writeRecord(0, { ...journalRecord(2), marks: { 2: 'm'.repeat(8192) } })).toBe(
        'memory',
      )
      await rm(join(stateDirectory, 'rest'))
      expect(await journal.writeRecord(0, journalRecord(3))).toBe('memory')
      await journal.release()
      expect(await BatchFolder.open(stateDirectory, batchId)).toBeNull()
    },
  )

  it.skipIf(cannotMount)(
    'that takes nothing any more is unsafe for keys that it knows, and no others',
    async () => {
      await mkdir(stateDirectory)
      const disk = await mountSmallDisk(stateDirectory, '1m')
      const journal = await beginJournal()
      expect(await journal.writeRecord(0, journalRecord(1))).toBe('durable')
      await disk.remount('ro')
      expect(await journal.writeRecord(0, journalRecord(2))).toBe('unsafe')
      expect(await journal.writeRecord(0, journalRecord(1, 'another'))).toBe('memory')
      expect(await journal.writeRecord(0, journalRecord(2))).toBe('unsafe')
      await disk.remount('rw')
      expect(await journal.writeRecord(0, journalRecord(3))).toBe('memory')
      await journal.release()
      expect(await BatchFolder.open(stateDirectory, batchId)).toBeNull()
    },
  )

  it('whose folder is gone keeps nothing', async () => {
    const journal = await beginJournal()
    await journal.writeRecord(0, journalRecord(1))
    await rm(join(stateDirectory, batchId), { recursive: true })
    expect(await journal.writeRecord(0, journalRecord(2))).toBe('memory')
    await journal.removeRecord(0)
    await journal.writeCompleted([{ index: 0, fileId: 7, sha256: 'h' }])
    expect(await BatchFolder.open(stateDirectory, batchId)).toBeNull()
  })
})

describe('a batch', () => {
  it('is one process’s at a time, also of two in this one', async () => {
    const journal = await beginJournal()
    expect(await BatchFolder.open(stateDirectory, batchId)).toBeNull()
    await journal.release()
    await reopenFolder()
    expect(await BatchFolder.open(stateDirectory, batchId)).toBeNull()
  })

  it('is taken over from a process that is gone, by one of many', async () => {
    const path = join(stateDirectory, batchId)
    await (await beginJournal()).release()
    const pid = await exitedPid()
    for (let round = 0; round < 20; round++) {
      await writeFile(join(path, 'owner-3'), lockText({ pid }))
      const owners = await Promise.all(Array.from({ length: 8 }, () => tryLockFolder(path)))
      const [release, ...others] = owners.filter((one) => one !== null)
      expect([typeof release, others]).toEqual(['function', []])
      expect((await readdir(path)).filter((name) => name.startsWith('owner'))).toEqual(['owner-4'])
      expect(await readFile(join(path, 'owner-4'), 'utf8')).toContain(`"pid":${process.pid},`)
      await release?.()
    }
  })

  it.each([
    ['is another’s', 'holds', 'object'],
    ['is its own', 'has released', 'function'],
  ])('%s, for a process that has seen a dead owner before one that %s it', async (_, which, expected) => {
    const path = join(stateDirectory, batchId)
    await mkdir(path, { recursive: true })
    // Reading a pipe takes until it is written.
    const [owner, pipe] = [join(path, 'owner-1'), join(stateDirectory, 'pipe')]
    execFileSync('mkfifo', [owner])
    const slow = tryLockFolder(path)
    const end = await open(owner, 'w')
    await rename(owner, pipe)
    const release = await tryLockFolder(path)
    expect(release).not.toBeNull()
    if (which === 'has released') await release?.()
    await end.writeFile(lockText({ pid: await exitedPid() }))
    await end.close()
    expect(typeof (await slow)).toBe(expected)
  })

  it('is another’s while that one lives, and while it writes who it is', async () => {
    const path = join(stateDirectory, batchId)
    await (await beginJournal()).release()
    const living = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
    onTestFinished(() => void living.kill())
    const owner = join(path, 'owner-1')
    const age = (milliseconds: number) => {
      const then = new Date(Date.now() - milliseconds)
      return utimes(owner, then, then)
    }
    await writeFile(owner, lockText({ pid: living.pid, began: await processStart(Number(living.pid)) }))
    expect(await tryLockFolder(path)).toBeNull()
    await writeFile(owner, lockText({ host: 'another', pid: living.pid }))
    expect(await tryLockFolder(path)).toBeNull()
    await writeFile(owner, '')
    expect(await tryLockFolder(path)).toBeNull()
    await age(20_000)
    await (
      await tryLockFolder(path)
    )?.()
    expect(await readdir(path)).toEqual(['head.json'])

    // Where the system does not say when a process began, and its number may be given again.
    await writeFile(owner, lockText({ pid: living.pid }))
    expect(await tryLockFolder(path)).toBeNull()
    await age(10 * 60_000)
    await (
      await tryLockFolder(path)
    )?.()
    expect(await readdir(path)).toEqual(['head.json'])

    // One number may be given to another process; and a machine may be gone that cannot be asked.
    const others = [lockText({ pid: living.pid, began: 'before' }), lockText({ host: 'another', pid: 1 })]
    for (const text of others) {
      await writeFile(owner, text)
      await age(10 * 60_000)
      const release = await tryLockFolder(path)
      expect(release).not.toBeNull()
      await release?.()
    }
  })

  it('is another’s also beside the file of a dead process with a higher number', async () => {
    const path = join(stateDirectory, batchId)
    await (await beginJournal()).release()
    await writeFile(
      join(path, 'owner-1'),
      lockText({ pid: process.pid, began: await processStart(process.pid) }),
    )
    await writeFile(join(path, 'owner-3'), lockText({ pid: await exitedPid() }))
    expect(await tryLockFolder(path)).toBeNull()
    expect((await readdir(path)).sort()).toEqual(['head.json', 'owner-1', 'owner-3'])
  })

  it('is waited for at most so long, and not by a program that is to end', async () => {
    const path = join(stateDirectory, batchId)
    await (await beginJournal()).release()
    await writeFile(join(path, 'owner-1'), lockText({ host: 'another', pid: 1 }))
    let worked = 0
    const work = () => {
      worked++
      return Promise.resolve()
    }
    await expect(withFolderLock(path, work, { timeoutMs: 0 })).rejects.toThrow('Another process')
    await expect(withFolderLock(path, work, { signal: AbortSignal.abort() })).rejects.toThrow(
      'Another process',
    )
    expect(worked).toBe(0)
    await rm(join(path, 'owner-1'))
    await withFolderLock(path, work, { signal: AbortSignal.abort() })
    expect(worked).toBe(1)
  })

  it('that another process is about to begin is not swept away', async () => {
    const path = join(stateDirectory, batchId)
    await mkdir(path, { recursive: true })
    expect(await resumableBatchIds(stateDirectory)).toEqual([])
    expect(await readdir(stateDirectory)).toEqual([batchId])
    const then = new Date(Date.now() - 60_000)
    await utimes(path, then, then)
    expect(await resumableBatchIds(stateDirectory)).toEqual([])
    expect(await readdir(stateDirectory)).toEqual([])
  })

  it('of another build is kept until batches expire', async () => {
    const path = join(stateDirectory, batchId)
    await mkdir(path, { recursive: true })
    await writeFile(join(path, 'head.json'), JSON.stringify({ version: 2 }))
    const ago = (days: number) => new Date(Date.now() - days * 24 * 3600_000)
    await utimes(path, ago(6), ago(6))
    expect(await resumableBatchIds(stateDirectory)).toEqual([])
    expect(await readdir(stateDirectory)).toEqual([batchId])
    await utimes(path, ago(8), ago(8))
    expect(await resumableBatchIds(stateDirectory)).toEqual([])
    expect(await readdir(stateDirectory)).toEqual([])
  })

  it.each([
    ['is resumed', JSON.stringify(batchHead), 1],
    ['is kept if that is of another build', '{"version":2}', 0],
  ])('that gets a head before the folder is locked %s', async (_, text, resumable) => {
    const path = join(stateDirectory, batchId)
    await mkdir(path, { recursive: true })
    // Reading a pipe takes until it is written.
    const name = join(path, 'head.json')
    execFileSync('mkfifo', [name])
    const found = resumableBatchIds(stateDirectory)
    const pipe = await open(name, 'w')
    await writeFile(join(stateDirectory, 'head'), text)
    await rename(join(stateDirectory, 'head'), name)
    await utimes(path, 0, 0)
    await pipe.writeFile(JSON.stringify({ ...batchHead, begun: 0 }))
    await pipe.close()
    expect(await found).toHaveLength(resumable)
    expect(await readdir(path)).toEqual(['head.json'])
  })

  it.skipIf(cannotMount)('that cannot be removed is not left locked', async () => {
    const path = join(stateDirectory, batchId)
    await mkdir(join(path, 'mounted'), { recursive: true })
    await mountSmallDisk(join(path, 'mounted'), '128k')
    await utimes(path, 0, 0)
    const stopped = vi.spyOn(globalThis, 'clearInterval')
    onTestFinished(() => stopped.mockRestore())
    expect(await resumableBatchIds(stateDirectory)).toEqual([])
    expect(await readdir(path)).toEqual(['mounted'])
    expect(stopped).toHaveBeenCalledOnce()
  })

  it('whose head cannot be read at the moment is not swept away', async () => {
    const path = join(stateDirectory, batchId)
    // Reading a folder fails, as a disk may for a while.
    await mkdir(join(path, 'head.json'), { recursive: true })
    const then = new Date(Date.now() - 60_000)
    await utimes(path, then, then)
    expect(await resumableBatchIds(stateDirectory)).toEqual([])
    expect(await readdir(stateDirectory)).toEqual([batchId])
  })
})
