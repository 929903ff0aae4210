import { describe, expect, it } from 'vitest'
import { openPrivateKey, privateKeyWrapperOf, publicKeyOf, toBase64 } from '../../../../core/crypto/index.ts'
import {
  backupFileName,
  backupFileText,
  hasBackupFileType,
  parseBackup,
  readBackupFile,
} from '../../../../src/features/profile/backup/backupFile.ts'
import { fault } from '../../../../core/faults/fault.ts'
import { keyStatus, reportedStatusError } from '../../../../src/features/profile/keyPair/keyStatus.ts'
import {
  allStepsDone,
  makeKeyPair,
  noStepDone,
  requiredStepsReducer,
  stepStates,
  type StepEvent,
} from '../../../../src/features/profile/keyPair/newKeyPair.ts'

const failedQuery = (status: number | null, said: string) => ({
  error: fault(status === null ? 'unanswered' : 'refused', { status, said }),
})
const missingKey = failedQuery(404, 'Encrypted key data not found on server.')
const publicKeyResponse = { data: { public_key_spki: 'AAAA' } }

describe('the status of the key', () => {
  it.each([
    ['loading', {}, {}],
    ['loading', publicKeyResponse, {}],
    ['none', { data: { public_key_spki: null } }, missingKey],
    ['incomplete', publicKeyResponse, missingKey],
    ['ready', publicKeyResponse, { data: {} }],
    ['unknown', failedQuery(503, 'away'), { data: {} }],
    ['unknown', publicKeyResponse, failedQuery(null, 'Network Error')],
  ] as const)('%s', (status, publicKey, encryptedKey) => {
    expect(keyStatus(publicKey, encryptedKey)).toBe(status)
  })

  it('reports failures but those of an ended session, and a missing key is none', () => {
    expect(reportedStatusError(publicKeyResponse, missingKey)).toBeNull()
    expect(reportedStatusError(failedQuery(401, 'Session expired. Please login again.'), {})).toBeNull()
    expect(reportedStatusError(failedQuery(401, 'Unauthorized or session possibly expired.'), {})).toBeNull()
    expect(reportedStatusError(publicKeyResponse, failedQuery(503, 'away'))).toBe('Server Error: away')
  })
})

describe('the three required steps', () => {
  const stateAfter = (...events: StepEvent[]) => events.reduce(requiredStepsReducer, noStepDone)

  it.each([
    ['the upload', [], 'upload', { upload: false, save: true }],
    ['none while the upload runs', ['uploadStarted'], 'upload', { upload: true, save: true }],
    ['the rest after the upload', ['uploaded'], 'save', { upload: true, save: false }],
    ['none while it is saved', ['uploaded', 'saveStarted'], 'save', { upload: true, save: true }],
    ['the backup after saving', ['uploaded', 'saved'], 'download', { upload: true, save: true }],
    ['nothing at the end', ['uploaded', 'saved', 'downloaded'], undefined, { upload: true, save: true }],
  ] as const)('offers %s', (_, events, next, { upload, save }) => {
    const states = stepStates(stateAfter(...events))
    expect(Object.entries(states).find(([, state]) => state.next)?.[0]).toBe(next)
    expect([states.upload.disabled, states.save.disabled]).toEqual([upload, save])
  })

  it('are all required', () => {
    expect(allStepsDone(stateAfter('uploadStarted', 'uploaded', 'saveStarted', 'saved'))).toBe(false)
    expect(allStepsDone(stateAfter('downloaded', 'uploadStarted', 'uploaded'))).toBe(false)
    expect(allStepsDone(stateAfter('downloaded', 'uploadStarted', 'uploaded', 'saveStarted', 'saved'))).toBe(
      true,
    )
  })
  it('do not save before the upload', () => {
    expect(stateAfter('saveStarted')).toEqual(noStepDone)
  })
  it('can be tried again after a failure', () => {
    expect(stateAfter('uploadStarted', 'uploadFailed')).toEqual(noStepDone)
    expect(stateAfter('uploadStarted', 'uploaded', 'saveStarted', 'saveFailed').save).toBe('open')
  })
})

describe('the backup file', () => {
  it('has a name that every file system takes', () => {
    const date = new Date('2026-03-01T23:30:00Z')
    expect(backupFileName('Jörg Müller/../x', date)).toBe(
      'private-key-backup_J_rg_M_ller____x_2026-03-01.json',
    )
    expect(backupFileName('anna_b-2', date)).toBe('private-key-backup_anna_b-2_2026-03-01.json')
  })

  it('opens with the password to the private key of the pair', async () => {
    const pair = await makeKeyPair(2048, await privateKeyWrapperOf('pass phrase'))
    const backup = JSON.parse(backupFileText('anna', pair, new Date('2026-03-01T23:30:00Z'))) as Record<
      'encryptedPrivateKey' | 'kdfSalt',
      string
    > & { kdfIterations: number }
    expect(backup).toMatchObject({
      username: 'anna',
      kdfIterations: 600_000,
      fingerprint: pair.fingerprint,
      backupDate: '2026-03-01T23:30:00.000Z',
    })
    const pkcs8Bytes = await openPrivateKey(backup, 'pass phrase')
    expect(toBase64(await publicKeyOf(pkcs8Bytes))).toBe(pair.publicKeySpki)
  })
})

describe('reading a backup', () => {
  const backup = { username: 'anna', encryptedPrivateKey: 'AAAA', kdfSalt: 'BBBB', backupDate: '2026-03-01' }
  const readBackup = (content: string, type = 'application/json', name = 'x.json') =>
    readBackupFile(new File([content], name, { type }))

  it('takes what was written', async () => {
    const pair = await makeKeyPair(2048, await privateKeyWrapperOf('pass phrase'))
    const read = parseBackup(backupFileText('anna', pair, new Date('2026-03-01T23:30:00Z')))
    expect(read).toMatchObject({
      sealed: pair.sealed,
      username: 'anna',
      backupDate: '2026-03-01T23:30:00.000Z',
    })
  })
  it('takes a backup that says less, and of the older number of rounds', () => {
    const { encryptedPrivateKey, kdfSalt } = backup
    expect(parseBackup(`\uFEFF${JSON.stringify({ encryptedPrivateKey, kdfSalt })}`)).toEqual({
      sealed: { encryptedPrivateKey, kdfSalt },
      username: null,
      backupDate: null,
    })
  })
  it.each([
    ['text/plain', '{}', 'Invalid file type. Please select the downloaded .json backup file.'],
    ['application/json', '', 'Failed to read file content.'],
    ['application/json', '{', "Failed to parse backup file. Ensure it's a valid JSON file."],
  ])('refuses %s with %j', async (type, content, sentence) => {
    await expect(readBackup(content, type)).rejects.toThrow(sentence)
  })
  it.each([
    { ...backup, kdfSalt: undefined },
    { ...backup, kdfSalt: '' },
    { ...backup, encryptedPrivateKey: 7 },
    [],
    null,
  ])('refuses what misses key data or salt: %j', async (content) => {
    await expect(readBackup(JSON.stringify(content))).rejects.toThrow(
      'Invalid or incomplete backup file structure. Missing required key data or salt.',
    )
  })
  it('says when the file cannot be read', async () => {
    const file = new File(['{}'], 'x.json', { type: 'application/json' })
    file.text = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
    await expect(readBackupFile(file)).rejects.toThrow('Error reading the backup file.')
  })
  it('goes by the name where the system knows no type for it', () => {
    expect(hasBackupFileType({ type: '', name: 'backup.JSON' })).toBe(true)
    expect(hasBackupFileType({ type: '', name: 'backup.txt' })).toBe(false)
    expect(hasBackupFileType({ type: 'text/plain', name: 'backup.json' })).toBe(false)
  })
})
