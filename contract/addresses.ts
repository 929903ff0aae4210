/**
 * Where each call goes: all that a page needs to make it. The schemas, and with them zod, are the server's; a page has
 * their types (calls.ts), and loads a schema only where it checks by it: in the administrator's forms, for answers that
 * the engine builds on, and for what a download link shows. Paths are relative to `apiBase`; `:name` segments are
 * parameters.
 */
export const addresses = {
  prelogin: { method: 'POST', path: '/auth/prelogin' },
  login: { method: 'POST', path: '/auth/token' },
  loginSecondStep: { method: 'POST', path: '/auth/token/2fa' },
  logout: { method: 'POST', path: '/auth/logout' },
  getCurrentUser: { method: 'GET', path: '/auth/users/me' },
  updateCurrentUser: { method: 'PUT', path: '/auth/users/me' },
  setupTwoFactor: { method: 'POST', path: '/auth/2fa/setup' },
  enableTwoFactor: { method: 'POST', path: '/auth/2fa/enable' },
  disableTwoFactor: { method: 'POST', path: '/auth/2fa/disable' },
  verifyPassword: { method: 'POST', path: '/auth/verify-password' },
  changePassword: { method: 'POST', path: '/auth/change-password' },
  setPublicKey: { method: 'PUT', path: '/auth/public-key' },
  getPublicKey: { method: 'GET', path: '/auth/public-key' },
  getEncryptedKey: { method: 'GET', path: '/auth/users/me/encrypted-key' },
  setEncryptedKey: { method: 'PUT', path: '/auth/users/me/encrypted-key' },
  getRecoveryBox: { method: 'GET', path: '/auth/users/me/recovery-box' },
  setRecoveryBox: { method: 'PUT', path: '/auth/users/me/recovery-box' },
  deleteRecoveryBox: { method: 'POST', path: '/auth/users/me/recovery-box/delete' },

  findPerson: { method: 'GET', path: '/people' },
  getContacts: { method: 'GET', path: '/contacts' },
  setContacts: { method: 'PUT', path: '/contacts' },

  listFolders: { method: 'GET', path: '/folders/' },
  getFolder: { method: 'GET', path: '/folders/:id' },
  createFolder: { method: 'POST', path: '/folders/' },
  updateFolder: { method: 'PUT', path: '/folders/:id' },
  deleteFolder: { method: 'DELETE', path: '/folders/:id' },
  getRoster: { method: 'GET', path: '/folders/:id/roster' },
  changeRoster: { method: 'POST', path: '/folders/:id/roster' },
  announceLeaving: { method: 'PUT', path: '/folders/:id/leaving' },
  withdrawLeaving: { method: 'DELETE', path: '/folders/:id/leaving' },
  copyFiles: { method: 'POST', path: '/folders/:id/copies' },
  listFiles: { method: 'GET', path: '/folders/:id/files' },
  listUnfinishedUploads: { method: 'GET', path: '/folders/:id/uploads' },
  endUnfinishedUpload: { method: 'DELETE', path: '/folders/:id/uploads/:upload_id' },
  getFileKeys: { method: 'POST', path: '/folders/files/keys' },
  downloadFile: { method: 'GET', path: '/folders/download/:id' },
  downloadFilesTogether: { method: 'GET', path: '/folders/files/content' },
  deleteFiles: { method: 'POST', path: '/folders/files/delete' },

  createDownloadLink: { method: 'POST', path: '/download/links' },
  listDownloadLinks: { method: 'GET', path: '/download/links/folder/:id' },
  getSealedLink: { method: 'GET', path: '/download/links/:id/sealed' },
  deleteDownloadLink: { method: 'DELETE', path: '/download/links/:id' },
  getDownloadStatus: { method: 'GET', path: '/download/:link_token/status' },
  verifyDownloadPassword: { method: 'POST', path: '/download/:link_token/verify-password' },
  downloadSharedFile: { method: 'GET', path: '/download/:link_token/file/:id' },
  downloadSharedFilesTogether: { method: 'GET', path: '/download/:link_token/files' },

  getUploadStatus: { method: 'GET', path: '/upload/:link_token/status' },
  requestUploadCode: { method: 'POST', path: '/upload/:link_token/request-code' },
  verifyUploadPassword: { method: 'POST', path: '/upload/:link_token/verify-password' },
  verifyUploadCode: { method: 'POST', path: '/upload/:link_token/verify-code' },
  getRecipientKey: { method: 'GET', path: '/upload/:link_token/public-key' },
  uploadFiles: { method: 'POST', path: '/upload/:link_token' },
  createPartsUpload: { method: 'POST', path: '/upload/:link_token/files' },
  putPart: { method: 'PUT', path: '/upload/:link_token/files/:upload_id/parts/:n' },
  addressPart: { method: 'POST', path: '/upload/:link_token/files/:upload_id/parts/:n/address' },
  getPartsUpload: { method: 'GET', path: '/upload/:link_token/files/:upload_id' },
  abortPartsUpload: { method: 'DELETE', path: '/upload/:link_token/files/:upload_id' },

  getServerInfo: { method: 'GET', path: '/server' },
} as const

export type CallName = keyof typeof addresses
