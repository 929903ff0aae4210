import { describe, expect, it } from 'vitest'
import { GiB, KiB, MiB, sealedChunkBytes } from '../../../contract/limits.ts'
import { sealedSize } from '../../../core/crypto/index.ts'
import type { CallEffect, UploadEffect } from '../../../core/upload/messages.ts'
import type { JournalRecord, SealedFormFile } from '../../../core/upload/state.ts'
import { partsBufferBytes } from '../../../core/upload/step.ts'
import { DrivenUpload, refusedResponse, effectsOfType } from './drivenUpload.ts'

const sealedOf = (sizes: readonly number[]): SealedFormFile[] =>
  sizes.map((size, at) => ({ hash: `hash${at}`, sealedBytes: sealedSize(size) }))

const progressOf = ({ events }: DrivenUpload, file: number) =>
  events.flatMap((event) => (event.type === 'progressed' && event.file === file ? [event.bytes] : []))
const statusOf = ({ events }: DrivenUpload, file: number) =>
  events.flatMap((event) => (event.type === 'status' && event.file === file ? [event.status] : []))

/** Seals what is to be sealed, and answers what is sent, until all is over. @returns the steps it took */
function runSmallFiles(machine: DrivenUpload): number {
  let steps = 1
  const waiting: UploadEffect[] = machine.feed({ type: 'begin' })
  for (let effect = waiting.shift(); effect; effect = waiting.shift()) {
    if (effect.do === 'seal') {
      const outcomes = sealedOf(effect.files.map(() => 1000))
      waiting.push(...machine.feed({ type: 'sealed', unit: effect.unit, outcomes }))
    } else if (effect.do === 'call') {
      const unit = machine.state.units.get(effect.unit)
      const files = unit?.kind === 'form' ? unit.files : []
      for (let quarter = 1; quarter <= 4; quarter++, steps++) {
        const bytes = (files.length * 1016 * quarter) / 4
        const { unit } = effect
        waiting.push(...machine.feed({ type: 'sent', unit, kind: 'form', bytes, isAll: quarter === 4 }))
      }
      const verdicts = files.map((file) => ({ ok: true, fileId: file }) as const)
      const answer = { ok: true, verdicts } as const
      waiting.push(...machine.feed({ type: 'responded', unit: effect.unit, kind: 'form', response: answer }))
    } else continue
    steps++
  }
  return steps
}

describe('small files', () => {
  it('cost steps by their requests, and not by their number', () => {
    const stepsOf = (files: number) =>
      runSmallFiles(new DrivenUpload(Array.from({ length: files }, () => 1000)))
    const ofThousands = stepsOf(5000)
    expect(stepsOf(20_000)).toBeLessThanOrEqual(4 * ofThousands)
    expect(ofThousands).toBeLessThan(150)
  })

  it('all end, the last request says that it is', () => {
    const machine = new DrivenUpload(Array.from({ length: 3000 }, () => 1000))
    runSmallFiles(machine)
    expect(machine.state.phase).toBe('ended')
    expect(machine.events.filter(({ type }) => type === 'stored')).toHaveLength(3000)
  })

  it('wait for the first answer, which shows the rate, and then for no other: all are on their way when the last goes', () => {
    const machine = new DrivenUpload(
      Array.from({ length: 1000 }, () => 1000),
      { threads: 2 },
    )
    const calls: CallEffect[] = []
    const carryOut = (effects: readonly UploadEffect[]) => {
      calls.push(...effectsOfType(effects, 'call'))
      for (const { unit, files } of effectsOfType(effects, 'seal'))
        carryOut(machine.feed({ type: 'sealed', unit, outcomes: sealedOf(files.map(() => 1000)) }))
    }
    carryOut(machine.feed({ type: 'begin' }))
    expect(calls).toHaveLength(1)
    machine.now += 200
    const files = machine.state.units.get(1)?.kind === 'form' ? [...Array(1000).keys()] : []
    const verdicts = files.map((file) => ({ ok: true, fileId: file }) as const)
    carryOut(machine.answer('form', { ok: true, verdicts }))
    expect(calls.length).toBeGreaterThan(2)
    expect(calls.map(({ isLast }) => isLast)).toEqual(calls.map((_, at) => at === calls.length - 1))
  })

  it('share the progress of their request in the order in which they travel', () => {
    const sizes = [1000, 2000, 3000]
    const machine = new DrivenUpload(sizes, { threads: 1 })
    machine.feed({ type: 'begin' })
    machine.feed({ type: 'sealed', unit: 1, outcomes: sealedOf(sizes) })
    const left = (bytes: number) => machine.feed({ type: 'sent', unit: 1, kind: 'form', bytes, isAll: false })
    left(508)
    expect([0, 1, 2].map((file) => progressOf(machine, file))).toEqual([[500], [], []])
    left(1016 + 1008)
    expect([0, 1, 2].map((file) => progressOf(machine, file))).toEqual([[500, 1000], [1000], []])
    // It is sent again: what was told stands until the same place is reached.
    left(100)
    expect(progressOf(machine, 0)).toEqual([500, 1000])
    left(100_000)
    expect([1, 2].map((file) => progressOf(machine, file))).toEqual([[1000, 2000], [3000]])
  })

  it('of a request that is refused as too large go back to their beginning, and share smaller ones', () => {
    const sizes = Array.from({ length: 10 }, () => 100 * KiB)
    const machine = new DrivenUpload(sizes, { threads: 1 })
    machine.feed({ type: 'begin' })
    machine.feed({ type: 'sealed', unit: 1, outcomes: sealedOf(sizes) })
    machine.feed({ type: 'sent', unit: 1, kind: 'form', bytes: 500 * KiB, isAll: false })
    const [seal] = effectsOfType(machine.answer('form', refusedResponse('refused', 413)), 'seal')
    expect(seal?.files).toEqual([0, 1, 2, 3, 4])
    expect(progressOf(machine, 0).at(-1)).toBe(0)
    expect(statusOf(machine, 9)).toEqual(['hashing', 'uploading', 'pending'])
  })

  it('of a request that is too large for what its form says of so many are fewer', () => {
    const sizes = Array.from({ length: 500 }, () => 10)
    const machine = new DrivenUpload(sizes, { threads: 1 })
    const counts: number[] = []
    const waiting = machine.feed({ type: 'begin' })
    for (let effect = waiting.shift(); effect; effect = waiting.shift()) {
      if (effect.do === 'seal') {
        const { unit, files } = effect
        if (files.includes(0)) counts.push(files.length)
        waiting.push(...machine.feed({ type: 'sealed', unit, outcomes: sealedOf(files.map(() => 10)) }))
      } else if (effect.do === 'call') {
        waiting.push(...machine.answer('form', refusedResponse('refused', 413)))
      }
    }
    expect(counts[0]).toBe(500)
    expect(counts.at(-1)).toBe(1)
    expect(counts.every((count, at) => at === 0 || count < 0.6 * Number(counts[at - 1]))).toBe(true)
    expect(machine.state.phase).toBe('ended')
  })

  it('that one request has no room for on the server end with all that has not begun', () => {
    const sizes = Array.from({ length: 2000 }, () => 1000)
    const machine = new DrivenUpload(sizes, { threads: 1 })
    const [seal] = effectsOfType(machine.feed({ type: 'begin' }), 'seal')
    const count = seal?.files.length ?? 0
    machine.feed({ type: 'sealed', unit: 1, outcomes: sealedOf(sizes.slice(0, count)) })
    machine.answer('form', refusedResponse('linkQuota', 507))
    // The next form is being sealed.
    expect(machine.state.unfinishedFiles).toBe(count)
    expect(machine.events.filter(({ type }) => type === 'failed')).toHaveLength(2000 - count)
  })

  it('that are too large for a request on a slow line go in parts', () => {
    const machine = new DrivenUpload([9 * MiB, 1000], { threads: 2 })
    const effects = machine.feed({ type: 'begin' })
    expect(effectsOfType(effects, 'open').map(({ file }) => file)).toEqual([0])
    expect(effectsOfType(effects, 'seal').map(({ files }) => files)).toEqual([[1]])
  })
})

describe('a large file', () => {
  it('is sealed while it is announced, and sent once its record has an upload', () => {
    const machine = new DrivenUpload([64 * MiB])
    machine.feed({ type: 'begin' })
    const effects = machine.feed({ type: 'opened', unit: 1, packedKey: 'key' })
    expect(effectsOfType(effects, 'call').map(({ kind }) => kind)).toEqual(['create'])
    expect(effectsOfType(effects, 'make').map(({ n }) => n)).toEqual([1, 2, 3, 4])
    expect(machine.feed({ type: 'made', unit: 1, n: 1, checkpoint: 'm1' })).toMatchObject([
      { do: 'make', n: 5 },
    ])
    const [stored] = effectsOfType(machine.answer('create', { ok: true, uploadId: 'u1' }), 'store-record')
    expect(stored?.record).toMatchObject({ uploadId: 'u1', sealedParts: 1, marks: { 1: 'm1' } })
  })

  it('that cannot be announced fails, and frees the memory of its parts', () => {
    const machine = new DrivenUpload([64 * MiB])
    machine.feed({ type: 'begin' })
    machine.feed({ type: 'opened', unit: 1, packedKey: 'key' })
    machine.answer('create', refusedResponse('linkQuota', 507))
    expect(machine.state).toMatchObject({ phase: 'ended', freeBufferBytes: partsBufferBytes })
  })

  const record: JournalRecord = {
    seal: 'key',
    uploadId: 'u1',
    partChunks: 20,
    sealedParts: 2,
    marks: { 1: 'm1', 2: 'abc root' },
  }
  const resumeWithParts = (parts: readonly number[], of = record) => {
    const machine = new DrivenUpload([8 * MiB], { records: new Map([[0, of]]) })
    machine.feed({ type: 'begin' })
    machine.feed({ type: 'opened', unit: 1, packedKey: 'key' })
    return { machine, effects: machine.answer('ask', { ok: true, parts }) }
  }

  it('that is whole on the server is not read again, and confirmed by its last checkpoint', () => {
    const { effects } = resumeWithParts([1, 2])
    expect(effects).toMatchObject([
      { do: 'free-thread', unit: 1 },
      { do: 'call', kind: 'confirm', isLast: true, finalCheckpoint: 'abc root' },
    ])
  })

  it('is stored under the hash, the first word of its last checkpoint', () => {
    const { machine } = resumeWithParts([1, 2])
    machine.answer('confirm', { ok: true, verdicts: [{ ok: true, fileId: 5 }] })
    expect(machine.events.at(-2)).toEqual({ type: 'stored', file: 0, fileId: 5, hash: 'abc' })
  })

  it.each([
    ['one part more', [1, 2, 3]],
    ['hundreds more', Array.from({ length: 640 }, (_, n) => n + 1)],
    ['one before the first', [0, 1]],
    ['what is no number of a part', [1.5]],
  ])(
    'begins anew, and seals nothing more with its key, where the server is said to have, beyond its record, %s',
    (_, parts) => {
      const { machine, effects } = resumeWithParts(parts, { ...record, partChunks: 10 })
      expect(effectsOfType(effects, 'make')).toEqual([])
      expect(effectsOfType(effects, 'open')).toMatchObject([{ file: 0, packedKey: null }])
      expect(effectsOfType(effects, 'remove-record')).toHaveLength(1)
      expect(effectsOfType(effects, 'abort')).toEqual([{ do: 'abort', uploadId: 'u1' }])
      expect(machine.state.freeBufferBytes).toBe(48 * MiB)
    },
  )

  it('whose last checkpoint is not known begins anew', () => {
    const { effects } = resumeWithParts([1, 2], { ...record, marks: {} })
    expect(effectsOfType(effects, 'open')).toMatchObject([{ packedKey: null }])
    expect(effectsOfType(effects, 'abort')).toMatchObject([{ uploadId: 'u1' }])
  })

  it.each(['uploadUnknown', 'uploadConfirmed', 'uploadSentTooOften'] as const)(
    'begins anew with a fresh key where the server says %s, three times',
    (code) => {
      const machine = new DrivenUpload([20 * MiB])
      machine.feed({ type: 'begin' })
      for (let unit = 1; unit <= 4; unit++) {
        machine.feed({ type: 'opened', unit, packedKey: unit })
        machine.answer('create', { ok: true, uploadId: `u${unit}` })
        const [keep] = effectsOfType(
          machine.feed({ type: 'made', unit, n: 1, checkpoint: 'm' }),
          'store-record',
        )
        if (keep) machine.feed({ type: 'record-stored', unit, record: keep.record, as: 'durable' })
        const effects = machine.answer(1, refusedResponse(code, 409))
        expect(effectsOfType(effects, 'open').map(({ packedKey }) => packedKey)).toEqual(
          unit < 4 ? [null] : [],
        )
        expect(effectsOfType(effects, 'remove-record')).toHaveLength(1)
      }
      expect(machine.events.at(-2)).toMatchObject({ type: 'failed', stage: 'request', fault: { code } })
    },
  )

  it('begins anew where all of it had arrived and the confirmation says that the server knows it no more', () => {
    const { machine } = resumeWithParts([1, 2])
    const verdicts = [{ ok: false as const, fault: { code: 'uploadUnknown' as const, status: null } }]
    const effects = machine.answer('confirm', { ok: true, verdicts })
    expect(effectsOfType(effects, 'open')).toMatchObject([{ file: 0, packedKey: null }])
    expect(effectsOfType(effects, 'remove-record')).toHaveLength(1)
    expect(machine.events.filter(({ type }) => type === 'failed')).toEqual([])
  })

  it('fails by its name, with nothing to go on with, where its parts were altered too often', () => {
    const { machine } = resumeWithParts([1, 2])
    const verdicts = [{ ok: false as const, fault: { code: 'uploadSentTooOften' as const, status: null } }]
    const effects = machine.answer('confirm', { ok: true, verdicts })
    expect(effectsOfType(effects, 'remove-record')).toHaveLength(1)
    expect(effectsOfType(effects, 'open')).toEqual([])
    expect(machine.events.filter(({ type }) => type === 'failed')).toMatchObject([
      { file: 0, stage: 'server', fault: { code: 'uploadSentTooOften' } },
    ])
  })

  it('that the link refuses leaves its record to be gone on with', () => {
    const machine = new DrivenUpload([8 * MiB], { records: new Map([[0, record]]) })
    machine.feed({ type: 'begin' })
    machine.feed({ type: 'opened', unit: 1, packedKey: 'key' })
    const effects = machine.answer('ask', refusedResponse('linkInvalid', 410))
    expect([...effectsOfType(effects, 'remove-record'), ...effectsOfType(effects, 'abort')]).toEqual([])
    expect(machine.state.phase).toBe('ended')
  })

  it.each(['notEncrypted', 'stored-otherwise'] as const)(
    'that is judged %s leaves nothing behind',
    (code) => {
      const { machine } = resumeWithParts([1, 2])
      const effects = machine.answer('confirm', {
        ok: true,
        verdicts: [{ ok: false, fault: { code, status: null } }],
      })
      expect(effectsOfType(effects, 'remove-record')).toHaveLength(1)
      expect(effectsOfType(effects, 'abort')).toHaveLength(1)
    },
  )

  it('shares the room for what is sealed ahead with the others', () => {
    const machine = new DrivenUpload([GiB, GiB, GiB], { threads: 3 })
    machine.feed({ type: 'begin' })
    const made = [1, 2, 3].flatMap((unit) => {
      const ordered = effectsOfType(machine.feed({ type: 'opened', unit, packedKey: unit }), 'make')
      machine.answer('create', { ok: true, uploadId: `u${unit}` })
      return ordered
    })
    // 48 MiB, in parts of 16.
    expect(made).toHaveLength(3)
    expect(machine.state.freeBufferBytes).toBe(0)
    for (const { unit, n } of made.slice(0, 1)) {
      const [keep] = effectsOfType(machine.feed({ type: 'made', unit, n, checkpoint: 'm' }), 'store-record')
      if (keep) machine.feed({ type: 'record-stored', unit, record: keep.record, as: 'durable' })
    }
    expect(effectsOfType(machine.answer(1, { ok: true }), 'make')).toMatchObject([{ unit: 2, n: 1 }])
  })

  it('tells plaintext bytes, also those of before', () => {
    const { machine } = resumeWithParts([1])
    expect(progressOf(machine, 0)).toEqual([5 * MiB])
    machine.feed({ type: 'made', unit: 1, n: 1, checkpoint: 'm1' })
    machine.feed({ type: 'made', unit: 1, n: 2, checkpoint: 'abc root' })
    machine.feed({ type: 'sent', unit: 1, kind: 2, bytes: 4 * sealedChunkBytes, isAll: false })
    expect(progressOf(machine, 0)).toEqual([5 * MiB, 6 * MiB])
  })
})

describe('a cancel', () => {
  it('drops everything, waiting files as well, and emits nothing after it', () => {
    const record = { seal: 'key', uploadId: 'u9', partChunks: 20, sealedParts: 1, marks: { 1: 'm' } }
    const machine = new DrivenUpload([20 * MiB, 20 * MiB], { threads: 1, records: new Map([[1, record]]) })
    machine.feed({ type: 'begin' })
    machine.feed({ type: 'opened', unit: 1, packedKey: 'key' })
    machine.answer('create', { ok: true, uploadId: 'u1' })
    const eventCount = machine.events.length
    const effects = machine.feed({ type: 'cancel' })
    expect(effectsOfType(effects, 'abort').map(({ uploadId }) => uploadId)).toEqual(['u1', 'u9'])
    expect(effectsOfType(effects, 'drop')).toHaveLength(1)
    expect(machine.feed({ type: 'made', unit: 1, n: 1, checkpoint: 'm' })).toEqual([])
    expect(machine.events).toHaveLength(eventCount)
  })
})
