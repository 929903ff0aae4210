import type { CallName } from './addresses.ts'

export const scopes = [
  'files:read',
  'files:delete',
  'folders:write',
  'links:write',
  'webhooks:write',
  'audit:read',
  'key:read',
] as const
export type Scope = (typeof scopes)[number]

/**
 * Who may make a call: anybody; whoever has an upload link, and API tokens with `sendScopes` for their own folders of
 * kind 'sent' ([Note: Own uploads]); a signed-in user, or one whose API token has all these scopes as well. No token can sign in, change password, second factor, keys, members of a folder or tokens, use passkeys, or read
 * a link's keys again. 'key:read' reads what opens folders: the sealed key, and the signed statements.
 */
type Admission = 'anybody' | 'upload-link' | 'session' | readonly [Scope, ...Scope[]]

export const sendScopes = ['folders:write'] as const satisfies readonly Scope[]

/**
 * Access to every call of the contract. Deleting a folder deletes its files, so it needs both scopes. A link shows
 * names and encrypted content to whoever has it, so making one needs the right to read them, too. Whoever makes links
 * may read the rules for them in `getServerInfo`.
 */
export const admissions: Readonly<Record<CallName, Admission>> = {
  prelogin: 'anybody',
  login: 'anybody',
  loginSecondStep: 'anybody',
  logout: 'anybody',
  getCurrentUser: 'session',
  updateCurrentUser: 'session',
  setupTwoFactor: 'session',
  enableTwoFactor: 'session',
  disableTwoFactor: 'session',
  verifyPassword: 'session',
  setOwnLanguage: 'session',
  setOwnReminders: 'session',
  requestEmailCode: 'session',
  confirmEmail: 'session',
  changePassword: 'session',
  setPublicKey: 'session',
  getPublicKey: ['key:read'],
  getEncryptedKey: ['key:read'],
  setEncryptedKey: 'session',
  getRecoveryBox: ['key:read'],
  setRecoveryBox: 'session',
  deleteRecoveryBox: 'session',
  listPasskeys: 'session',
  addPasskey: 'session',
  getPasskeyWrap: 'session',
  renamePasskey: 'session',
  deletePasskey: 'session',
  listApiTokens: 'session',
  createApiToken: 'session',
  deleteApiToken: 'session',

  getSignIn: 'anybody',
  startSingleSignOn: 'anybody',
  finishSingleSignOn: 'anybody',
  getSingleSignOnLink: 'session',
  linkSingleSignOn: 'session',
  unlinkSingleSignOn: 'session',
  setKeyPassword: 'session',

  findPerson: 'session',
  getContacts: ['key:read'],
  setContacts: 'session',

  listFolders: ['files:read'],
  getFolder: ['files:read'],
  createFolder: ['folders:write'],
  updateFolder: ['folders:write'],
  deleteFolder: ['folders:write', 'files:delete'],
  listDeliveries: ['files:read'],
  listTrashedFolders: ['files:read'],
  restoreFolder: ['folders:write', 'files:delete'],
  getRoster: ['key:read'],
  changeRoster: 'session',
  announceLeaving: 'session',
  withdrawLeaving: 'session',
  setFolderMail: ['folders:write'],
  getWebhook: ['webhooks:write'],
  setWebhook: ['webhooks:write'],
  replaceWebhookSecret: ['webhooks:write'],
  testWebhook: ['webhooks:write'],
  deleteWebhook: ['webhooks:write'],
  copyFiles: 'session',
  hideNames: 'session',
  listFiles: ['files:read'],
  listAnswers: ['files:read'],
  listUnfinishedUploads: ['files:read'],
  endUnfinishedUpload: ['files:delete'],
  getFileKeys: ['files:read'],
  downloadFile: ['files:read'],
  downloadFilesTogether: ['files:read'],
  deleteFiles: ['files:delete'],
  listTrashedFiles: ['files:read'],
  extendRetention: ['files:delete'],
  restoreFiles: ['files:delete'],

  createDownloadLink: ['links:write', 'files:read'],
  listDownloadLinks: ['files:read'],
  listSentLinks: ['files:read'],
  getDownloadLink: ['files:read'],
  getSealedLink: 'session',
  updateDownloadLink: ['links:write'],
  deleteDownloadLink: ['links:write'],
  getDownloadStatus: 'anybody',
  verifyDownloadPassword: 'anybody',
  requestDownloadCode: 'anybody',
  verifyDownloadCode: 'anybody',
  downloadSharedFile: 'anybody',
  downloadSharedFilesTogether: 'anybody',

  getUploadStatus: 'upload-link',
  requestUploadCode: 'anybody',
  verifyUploadPassword: 'anybody',
  verifyUploadCode: 'anybody',
  mailConfirmation: 'anybody',
  getRecipientKey: 'anybody',
  uploadFiles: 'upload-link',
  createPartsUpload: 'upload-link',
  putPart: 'upload-link',
  addressPart: 'upload-link',
  getPartsUpload: 'upload-link',
  abortPartsUpload: 'upload-link',

  showReminderSwitch: 'anybody',
  switchOffReminders: 'anybody',
  getAudit: ['audit:read'],

  getServerInfo: ['links:write'],
  getOperatorRules: 'session',
  setOperatorRules: 'session',
  getOwnSpace: ['files:read'],
  getLook: 'anybody',
  setLook: 'session',
  resetLook: 'session',
  setLogo: 'session',
  deleteLogo: 'session',
  getApiDescription: 'anybody',

  seeRequest: 'session',
  takeBody: 'session',
  answerSlowly: 'session',
  rangeOfBytes: 'session',
  inspectServer: 'session',
}
