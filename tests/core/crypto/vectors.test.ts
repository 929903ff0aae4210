import { describe, expect, it } from 'vitest'
import vectors from '../../fixtures/vectors.json'
import more from '../../fixtures/vectors-2.json'
import bound from '../../fixtures/boundFiles.json'
import keyReading from '../../fixtures/keyReading.json'
import privateNames from '../../fixtures/privateNames.json'
import { runVectorChecks } from './vectorChecks.ts'

const checks = await runVectorChecks(vectors, more, bound, keyReading, privateNames)

describe('every frozen vector is reproduced to the byte', () => {
  it.each(checks)('$name', ({ ok, detail }) => {
    expect({ ok, detail }).toEqual({ ok: true, detail: undefined })
  })
})
