import { describe, expect, it } from 'vitest'
import { uploadReferenceType } from '../../../contract/headers.ts'
import { type FormFile, UploadForm } from '../../../core/seal/uploadForm.ts'

const fields = { hash: 'h', encryptedKeyB64: 'k', ivB64: 'i', manifestB64: 'm' }
const draftNamed = (index: number, name: string, path: string) => ({
  name,
  path,
  index,
  batch: 'B',
  count: 2,
})
const smallFile: FormFile = {
  manifestDraft: draftNamed(0, 'a', '.'),
  fields,
}
const largeFile: FormFile = { manifestDraft: draftNamed(1, 'b', 'x/y'), uploadId: 'the upload', fields }

/** As a reader that is not ours understands it. */
function readForm(files: FormFile[], isLast: boolean, answersB64?: string): Promise<FormData> {
  const form = new UploadForm({ batchId: 'B', sealedTo: 'F', answersB64 }, files)
  const bytes = files.flatMap(({ uploadId }) => (uploadId === undefined ? [new Uint8Array([1, 2, 3])] : []))
  const body = new Blob([...form.texts.flatMap((text, i) => [text, bytes[i] ?? '']), form.end(isLast)])
  return new Response(body, { headers: { 'content-type': form.contentType } }).formData()
}

describe('the form of a confirmation', () => {
  it('has the same number of every field, each file behind its own', async () => {
    const form = await readForm([smallFile, largeFile], true)
    for (const field of ['files', 'encrypted_keys', 'encryption_ivs', 'relative_paths', 'file_hashes']) {
      expect(form.getAll(field)).toHaveLength(2)
    }
    expect(form.getAll('relative_paths')).toEqual(['.', 'x/y'])
    const keys = [...form.keys()]
    expect(keys.indexOf('files')).toBeGreaterThan(keys.indexOf('file_manifests'))
  })

  it('carries bytes as they are, and a large file as a reference', async () => {
    const [bytes, reference] = (await readForm([smallFile, largeFile], true)).getAll('files') as File[]
    expect(new Uint8Array((await bytes?.arrayBuffer()) ?? [])).toEqual(new Uint8Array([1, 2, 3]))
    expect([reference?.type, await reference?.text()]).toEqual([uploadReferenceType, 'the upload'])
  })

  it('says once what key its files are sealed to', async () => {
    expect((await readForm([smallFile, largeFile], true)).getAll('sealed_to')).toEqual(['F'])
  })

  it('has the answers of its sender once, whatever the number of files, or not at all', async () => {
    expect((await readForm([smallFile, largeFile], true, 'QQ==')).getAll('sender_answers')).toEqual(['QQ=='])
    expect((await readForm([smallFile, largeFile], true)).has('sender_answers')).toBe(false)
  })

  it('says that it is the last only when it is', async () => {
    expect((await readForm([smallFile], true)).get('batch_last')).toBe('1')
    expect((await readForm([smallFile], false)).has('batch_last')).toBe(false)
  })
})
