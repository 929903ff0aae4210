/**
 * Names of the parts of the multipart request that confirms files. The first three, for clients without
 * cookies, precede all others, which occur once per file unless noted.
 */
export const uploadFields = {
  linkPassword: 'link_password',
  uploaderEmail: 'uploader_email',
  verificationCode: 'verification_code',
  files: 'files',
  encryptedKeys: 'encrypted_keys',
  encryptionIvs: 'encryption_ivs',
  relativePaths: 'relative_paths',
  fileHashes: 'file_hashes',
  /** Optional, per file. */
  fileManifests: 'file_manifests',
  batchIndexes: 'batch_indexes',
  /** Optional, once: id of the batch, base64url of 16 random bytes. */
  batchId: 'batch_id',
  /** Optional, once: fingerprint (base64url) of the key that all files are sealed to; may be that of a former pair. */
  sealedTo: 'sealed_to',
  /** Optional, once: the sender's sealed answers (base64); the first of a batch count. Needs `batch_id`. */
  senderAnswers: 'sender_answers',
  /** Optional, once: '1' in the last request of a batch. */
  batchLast: 'batch_last',
} as const
