import { describe, expect, it } from 'vitest'
import { toBase64Url } from '../../../core/crypto/index.ts'
import { fault } from '../../../core/faults/fault.ts'
import { ownerEndText } from '../../../src/saving/ownerTexts.ts'
import { recipientEndText } from '../../../src/saving/recipientTexts.ts'
import { savingSummary } from '../../../src/saving/savingSummary.ts'
import type { Saving } from '../../../src/saving/savingSlice.ts'
import { runningText, savingPercent, progressText } from '../../../src/saving/savingTexts.ts'
import type { DownloadEnd, DownloadState } from '../../../core/download/types.ts'
import { listedFile, openedFile, unopenedFile } from './openedFiles.ts'

const oneFile = { kind: 'file', files: 1, compareSha256: false } as const
const archiveOf = (files: number) => ({ kind: 'archive', files, compareSha256: false }) as const
const savedEnd = (bytes = 10): { end: DownloadEnd } => ({ end: { type: 'saved', bytes } })
const failedState = (
  entry: number | null,
  code = 'stored-damaged' as const,
  more: Partial<DownloadState> = {},
) => ({
  end: { type: 'failed', fault: fault(code), entry } as DownloadEnd,
  ...more,
})
const handedToBrowser = { sinks: ['stream'], total: 20 } as const
const damagedText = 'The stored data is damaged: a part of it does not verify.'

describe('an owner is told of a download', () => {
  it('what was verified', () => {
    expect(
      ownerEndText(savingSummary(oneFile, { opened: [openedFile(1)], unopened: [] }, savedEnd())),
    ).toEqual({
      severity: 'success',
      text: '10\u00a0B saved, content and name verified',
      notes: [],
      failures: [],
    })
  })

  it('that nobody sealed a name and content, of all files or of some', () => {
    const plain = openedFile(2, { hasManifest: false })
    const alone = ownerEndText(savingSummary(oneFile, { opened: [plain], unopened: [] }, savedEnd()))
    expect(alone.text).toBe('10\u00a0B saved, name and content are the server’s word')
    const among = ownerEndText(
      savingSummary(archiveOf(2), { opened: [openedFile(1), plain], unopened: [] }, savedEnd(20)),
    )
    expect(among).toMatchObject({
      severity: 'warning',
      text: '2 files, 20\u00a0B saved, contents verified but for 1 file',
      notes: ['No manifest came with 2.txt: name and content are the server’s word.'],
    })
  })

  it('the size of what is saved, not of an archive with what was left out of it', () => {
    const leftOut = [{ entry: 1, fault: fault('fileLost', { status: 404 }) }]
    const files = { opened: [openedFile(1), openedFile(2)], unopened: [] }
    const endText = ownerEndText(savingSummary(archiveOf(2), files, { ...savedEnd(5000), leftOut }))
    expect(endText).toMatchObject({
      severity: 'warning',
      text: '1 file, 10\u00a0B saved, contents and names verified',
      failures: [{ name: '2.txt', text: expect.stringContaining('lost on the server') as string }],
    })
  })

  it('files by the names of their rows, which are numbered when repeated', () => {
    const stored = { original_filename: 'IMG.png', stored_filename: '7/IMG (2).png' }
    const repeated = { record: listedFile(2, stored), name: 'IMG.png' }
    const leftOut = [{ entry: 1, fault: fault('fileLost', { status: 404 }) }]
    const lost = { opened: [openedFile(1), openedFile(2, repeated)], unopened: [] }
    expect(ownerEndText(savingSummary(archiveOf(2), lost, { ...savedEnd(5000), leftOut }))).toMatchObject({
      failures: [{ name: 'IMG (2).png' }],
    })
    const { unopened } = savingSummary(
      archiveOf(2),
      { opened: [openedFile(1)], unopened: [unopenedFile(2, stored)] },
      savedEnd(10),
    )
    expect(unopened).toMatchObject([{ name: 'IMG (2).png' }])
  })

  it('the SHA-256 only when it was asked for, and never one that only the server gives', () => {
    const asked = { ...oneFile, compareSha256: true }
    expect(
      ownerEndText(savingSummary(asked, { opened: [openedFile(1)], unopened: [] }, savedEnd())).text,
    ).toBe('10\u00a0B saved, content and name verified, SHA-256 compared: ab')
    const plain = openedFile(1, { hasManifest: false })
    expect(
      ownerEndText(savingSummary(asked, { opened: [plain], unopened: [] }, savedEnd())).text,
    ).not.toContain('SHA')
  })

  it('what the server altered', () => {
    const altered = openedFile(1, { differences: ['name', 'path'] })
    expect(
      ownerEndText(savingSummary(oneFile, { opened: [altered], unopened: [] }, savedEnd())),
    ).toMatchObject({
      severity: 'warning',
      text: '10\u00a0B saved, content verified',
      notes: ['1.txt: name altered by the server, folder altered by the server'],
    })
  })

  it('which file ended it, that nothing is saved, and that what is there is not whole', () => {
    const files = { opened: [openedFile(1), openedFile(2)], unopened: [] }
    expect(
      ownerEndText(savingSummary(archiveOf(2), files, failedState(1, 'stored-damaged', handedToBrowser))),
    ).toEqual({
      severity: 'error',
      text: `Failed to download 2.txt: ${damagedText}`,
      notes: ['The archive is not whole: nothing of it was kept as finished.'],
      failures: [],
    })
    expect(
      ownerEndText(savingSummary(oneFile, files, failedState(0, 'stored-damaged', handedToBrowser))),
    ).toMatchObject({
      text: `Download failed: ${damagedText}`,
      notes: ['What was saved is not whole: delete it.'],
    })
    // Of what never came to the browser there is nothing to delete.
    expect(ownerEndText(savingSummary(oneFile, files, failedState(0))).notes).toEqual([])
    expect(
      ownerEndText(
        savingSummary(
          oneFile,
          files,
          failedState(0, 'stored-damaged', { ...handedToBrowser, sinks: ['memory'] }),
        ),
      ),
    ).toMatchObject({ notes: [] })
    expect(ownerEndText(savingSummary(archiveOf(2), files, { end: { type: 'cancelled' } }))).toMatchObject({
      severity: 'info',
      text: 'Download cancelled.',
    })
  })

  it('which files could not be decrypted, and why', () => {
    const { severity, notes, failures } = ownerEndText(
      savingSummary(archiveOf(2), { opened: [openedFile(1)], unopened: [unopenedFile(2)] }, savedEnd()),
    )
    expect(severity).toBe('warning')
    expect(failures).toEqual([
      { name: '2.txt', text: 'It is encrypted for another key than the one that is open.' },
    ])
    expect(notes[0]).toBe('Could not decrypt 1 file(s): 2.txt')
    expect(notes[1]).toContain('Sealed to another key')
    const sealed_to = toBase64Url(new Uint8Array(32).fill(0xff))
    const older = { opened: [], unopened: [unopenedFile(2, { sealed_to }), unopenedFile(3, { sealed_to })] }
    const none = { end: { type: 'failed', fault: fault('none-opened'), entry: null } } as const
    expect(ownerEndText(savingSummary(archiveOf(2), older, none))).toMatchObject({
      text: 'No files could be decrypted.',
      notes: [
        'Could not decrypt 2 file(s): 2.txt, 3.txt',
        'Sealed to your older key “zoo zoo zoo zoo …”: restore the backup of that key in your profile to open it.',
      ],
    })
    const foreign = { end: { type: 'failed', fault: fault('wrong-key'), entry: null } } as const
    expect(
      ownerEndText(savingSummary(oneFile, { opened: [], unopened: [unopenedFile(2)] }, foreign)).text,
    ).toBe('Download failed: It is encrypted for another key than the one that is open.')
  })

  it('which files were left out, though not one is left', () => {
    const files = { opened: [openedFile(1)], unopened: [] }
    const leftOut = [{ entry: 0, fault: fault('stored-damaged') }]
    const none = { end: { type: 'failed', fault: fault('none-opened'), entry: null }, leftOut } as const
    expect(ownerEndText(savingSummary(archiveOf(1), files, none))).toMatchObject({
      text: 'All files failed to download.',
      notes: [`Failed to download 1.txt: ${damagedText}`],
      failures: [{ name: '1.txt', text: damagedText }],
    })
  })

  it('which files failed on the way', () => {
    const files = { opened: [openedFile(1), openedFile(2)], unopened: [] }
    const left = { ...savedEnd(), leftOut: [{ entry: 1, fault: fault('stored-damaged') }] }
    expect(ownerEndText(savingSummary(archiveOf(2), files, left))).toMatchObject({
      severity: 'warning',
      text: '1 file, 10\u00a0B saved, contents and names verified',
      notes: ['Download complete, but 1 files failed.', `Failed to download 2.txt: ${damagedText}`],
      failures: [{ name: '2.txt', text: damagedText }],
    })
  })
})

describe('a recipient is told of all files', () => {
  const files = { opened: [openedFile(1), openedFile(2)], unopened: [] }

  it('that each was verified, or how many nobody sealed', () => {
    expect(recipientEndText(savingSummary(archiveOf(2), files, savedEnd())).text).toBe(
      'Download complete. Every file was verified.',
    )
    const plain = { opened: [openedFile(1), openedFile(2, { hasManifest: false })], unopened: [] }
    expect(recipientEndText(savingSummary(archiveOf(2), plain, savedEnd()))).toMatchObject({
      severity: 'warning',
      text: 'Download complete. Name and content of 1 file are the server’s word.',
    })
  })

  it('which failed, five of them by name', () => {
    const seven = Array.from({ length: 7 }, (_, id) => unopenedFile(id))
    const text = recipientEndText(savingSummary(archiveOf(9), { ...files, unopened: seven }, savedEnd()))
    expect(text.text).toBe('Download complete, but 7 files failed.')
    expect(text.notes).toHaveLength(6)
    expect(text.notes[5]).toBe('and 2 more, marked in the list')
    expect(text.failures).toHaveLength(7)
  })

  it('that an archive which broke off is not whole', () => {
    const broken = recipientEndText(
      savingSummary(archiveOf(2), files, failedState(1, 'stored-damaged', handedToBrowser)),
    )
    expect(broken.text).toBe(`Failed to download 2.txt: ${damagedText}`)
    expect(broken.notes).toEqual(['The archive is not whole: what was saved of it cannot be used.'])
    const folder = { ...archiveOf(2), kind: 'folder' } as const
    expect(
      recipientEndText(savingSummary(folder, files, failedState(1, 'stored-damaged', handedToBrowser))).notes,
    ).toEqual([])
  })

  it('that not one could be opened', () => {
    const none = { end: { type: 'failed', fault: fault('none-opened'), entry: null } } as const
    const text = recipientEndText(
      savingSummary(archiveOf(1), { opened: [], unopened: [unopenedFile(1)] }, none),
    )
    expect(text).toMatchObject({ severity: 'error', text: 'All files failed to download.', notes: [] })
  })
})

describe('a saving that is under way', () => {
  const runningSaving: Saving = {
    kind: 'archive',
    title: 'a.zip',
    files: 4,
    owner: null,
    stage: 'opening-keys',
    done: 0,
    progress: null,
    blocker: null,
    end: null,
  }
  const progress = { bytes: 2 * 1024 ** 2, total: 8 * 1024 ** 2, bytesPerSecond: 1024 ** 2 }

  it('says keys, then that it starts, then bytes, files, rate and time', () => {
    expect(runningText({ ...runningSaving, done: 1 })).toBe('Opening keys: 1 of 4')
    expect(runningText({ ...runningSaving, stage: 'starting' })).toBe('Starting...')
    expect(runningText({ ...runningSaving, kind: 'folder', stage: 'starting' })).toBe(
      'Looking at what is in the folder...',
    )
    expect(runningText({ ...runningSaving, stage: 'running', done: 3, progress })).toBe(
      'Saving: 2.0\u00a0MB of 8.0\u00a0MB · 3 of 4 files · 1.0\u00a0MB/s · 6\u00a0s left',
    )
    expect(progressText({ ...progress, bytesPerSecond: null })).toBe('2.0\u00a0MB of 8.0\u00a0MB')
  })

  it('has a bar that does not move before anybody can say how far it is', () => {
    expect(savingPercent(runningSaving)).toBeNull()
    expect(savingPercent({ ...runningSaving, done: 1 })).toBe(25)
    expect(savingPercent({ ...runningSaving, stage: 'starting' })).toBeNull()
    expect(savingPercent({ ...runningSaving, stage: 'running', progress })).toBe(25)
    expect(savingPercent({ ...runningSaving, stage: 'running', progress: { ...progress, total: 0 } })).toBe(0)
  })
})
