import type { NewFile } from '../../server/db/schema.ts'
import { iv, sealedHash, wrappedKey } from './uploads.ts'

/** The row of an empty file whose bytes nobody asks for; no two numbers share a name or a key. */
export const fileRow = (folderId: number, number: number): NewFile => ({
  folder_id: folderId,
  original_filename: `file ${number}`,
  directory: '.',
  listed_name: `file ${number}`,
  listed_key: `./file ${number}`,
  size: 0,
  sha256: sealedHash(Buffer.alloc(0)),
  encrypted_key: wrappedKey,
  encryption_iv: iv,
  manifest: null,
  sealed_to: null,
  uploader_email: null,
  upload_time: new Date().toISOString(),
  last_downloaded_admin: null,
  blob_key: `none/${number}`,
  sealed_size: 16,
})
