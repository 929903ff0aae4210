import { describe, expect, it } from 'vitest'
import { MiB } from '../../../contract/limits.ts'
import { DrivenUpload, effectsOfType } from './drivenUpload.ts'

const packedKey = { key: 1 }

/** A file of two parts, on its way. */
function startUpload() {
  const machine = new DrivenUpload([10 * MiB])
  machine.feed({ type: 'begin' })
  machine.feed({ type: 'opened', unit: 1, packedKey: packedKey })
  machine.answer('create', { ok: true, uploadId: 'u1' })
  const [keep] = effectsOfType(
    machine.feed({ type: 'made', unit: 1, n: 1, checkpoint: 'm1' }),
    'store-record',
  )
  if (!keep) throw new Error('Nothing is kept.')
  return { machine, first: keep.record }
}

describe('a thread that dies before its record is on the disk', () => {
  it('is followed by one that goes on from the disk: no part is sent that no record covers', () => {
    const { machine, first } = startUpload()
    expect(
      effectsOfType(machine.feed({ type: 'record-stored', unit: 1, record: first, as: 'durable' }), 'call'),
    ).toHaveLength(1)
    const [keep] = effectsOfType(
      machine.feed({ type: 'made', unit: 1, n: 2, checkpoint: 'hash root' }),
      'store-record',
    )
    expect(keep?.record.sealedParts).toBe(2)

    const [open] = effectsOfType(machine.feed({ type: 'died', unit: 1 }), 'open')
    expect(open).toMatchObject({ unit: 2, packedKey: packedKey })
    machine.feed({ type: 'opened', unit: 2, packedKey: packedKey })
    const made = effectsOfType(machine.answer('ask', { ok: true, parts: [] }), 'make')
    expect(made.map(({ n, isNew, checkpoint }) => ({ n, isNew, checkpoint }))).toEqual([
      { n: 1, isNew: false, checkpoint: 'm1' },
      { n: 2, isNew: true, checkpoint: null },
    ])
    // What was on its way to the disk is no word of the second thread's part.
    if (keep)
      expect(machine.feed({ type: 'record-stored', unit: 1, record: keep.record, as: 'durable' })).toEqual([])
    expect(
      effectsOfType(machine.feed({ type: 'made', unit: 2, n: 1, checkpoint: 'm1' }), 'call'),
    ).toHaveLength(1)
    const effects = machine.feed({ type: 'made', unit: 2, n: 2, checkpoint: 'hash root' })
    expect(effectsOfType(effects, 'call')).toEqual([])
    const [again] = effectsOfType(effects, 'store-record')
    if (!again) throw new Error('Nothing is kept.')
    expect(again.record).toMatchObject({ sealedParts: 2, marks: { 2: 'hash root' } })
    const sent = machine.feed({ type: 'record-stored', unit: 2, record: again.record, as: 'durable' })
    expect(effectsOfType(sent, 'call').map(({ kind }) => kind)).toEqual([2])
  })

  it('is followed by one with a fresh key, and its upload is aborted, where no record was stored at all', () => {
    const { machine } = startUpload()
    const effects = machine.feed({ type: 'died', unit: 1 })
    expect(effectsOfType(effects, 'open')).toMatchObject([{ unit: 2, packedKey: null }])
    expect(effectsOfType(effects, 'abort')).toEqual([{ do: 'abort', uploadId: 'u1' }])
  })
})
