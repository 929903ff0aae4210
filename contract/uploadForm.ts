/**
 * Fields of the multipart request that confirms files, by part name. The first three are for clients without cookies
 * and stand before all others, which come once a file where nothing else is said.
 */
export const uploadForm = {
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
  /** Optional, once: base64url of 16 random bytes that name what a person started as one batch. */
  batchId: 'batch_id',
  /** Optional, once: fingerprint (base64url) of the key that all are sealed to, which may be that of a former pair. */
  sealedTo: 'sealed_to',
  /** Optional, once: what the sender answered, sealed (base64); the first of a batch stays. Needs `batch_id`. */
  senderAnswers: 'sender_answers',
  /** Optional, once: '1' in the last request of a batch. */
  batchLast: 'batch_last',
} as const
