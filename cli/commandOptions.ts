import { maxApiTokenDays } from '../contract/limits.ts'
import { scopes } from '../contract/scopes.ts'

/** An option, as it is parsed, completed, and described in help and manual. */
export interface OptionSpec {
  /** The name, without dashes. */
  readonly name: string
  readonly short?: string
  /** Placeholder of its value; absent for an option without one. A 'FILE' is completed as a path. */
  readonly placeholder?: string
  /** True if it may be repeated. */
  readonly isRepeatable?: true
  readonly description: string
}

type OptionSpecs = readonly OptionSpec[]

/** Options of every command. */
export const commonOptions = [
  {
    name: 'json',
    description:
      'Report each event as a line of JSON on standard output: {"event", "file", "bytes", "total"}.',
  },
  {
    name: 'verbose',
    short: 'v',
    description:
      'Report each file, too; without a terminal also the progress, every half minute. Show the stack of unexpected errors.',
  },
  { name: 'quiet', short: 'q', description: 'Report errors only, as without a terminal.' },
  { name: 'help', short: 'h', description: 'Show this help.' },
] as const satisfies OptionSpecs

const linkOptions = [
  { name: 'link-file', placeholder: 'FILE', description: 'Read the link from the first line of this file.' },
  {
    name: 'password-file',
    placeholder: 'FILE',
    description: "Read the link's password from the first line of this file. Default: ask for it.",
  },
] as const satisfies OptionSpecs

const dotFiles = {
  name: 'dot-files',
  description: 'Keep names that begin with a dot, and desktop.ini, autorun.inf and *.desktop, as they are.',
} as const satisfies OptionSpec

const exclude = {
  name: 'exclude',
  placeholder: 'NAME',
  isRepeatable: true,
  description:
    'Skip files with this name or path, and folders with all their content. * stands for any characters. May be repeated.',
} as const satisfies OptionSpec

const dryRun = {
  name: 'dry-run',
  description: 'Show what would be done without doing it.',
} as const satisfies OptionSpec

const limitRate = {
  name: 'limit-rate',
  placeholder: 'RATE',
  description:
    'Send and fetch at most this many bytes per second, such as 500K or 2M; at least 1K. K, M and G are powers of 1024.',
} as const satisfies OptionSpec

const tokenFile = {
  name: 'token-file',
  placeholder: 'FILE',
  description: 'Read the API token from the first line of this file. Default: ask for it.',
} as const satisfies OptionSpec

const acceptKey = {
  name: 'accept-key',
  placeholder: 'WORDS',
  description:
    'From now on trust the key with these twelve words, or their numbers, instead of the one that is remembered.',
} as const satisfies OptionSpec

const inputName = {
  name: 'name',
  placeholder: 'NAME',
  description: 'The file name for standard input.',
} as const satisfies OptionSpec

const fileId = {
  name: 'id',
  placeholder: 'NUMBER',
  isRepeatable: true,
  description: 'The file with this number, as ls --json shows it. May be repeated.',
} as const satisfies OptionSpec

/** Secrets that open the private key. */
const keySecretOptions = [
  tokenFile,
  {
    name: 'password-file',
    placeholder: 'FILE',
    description: 'Read the password of the key from the first line of this file. Default: ask for it.',
  },
  {
    name: 'recovery-file',
    placeholder: 'FILE',
    description: 'Open the key by the recovery code in this file, such as a saved recovery sheet.',
  },
  {
    name: 'key-file',
    placeholder: 'FILE',
    description: 'Open the key from this backup file, by its password.',
  },
] as const satisfies OptionSpecs

/** Options of commands that open the private key. */
const keyOptions = [...keySecretOptions, acceptKey] as const satisfies OptionSpecs

/** Options of commands that sign in without a token. */
const signInOptions = [
  { name: 'user', placeholder: 'NAME', description: 'Your user name. Default: ask for it.' },
  {
    name: 'password-file',
    placeholder: 'FILE',
    description: 'Read your login password from the first line of this file. Default: ask for it.',
  },
] as const satisfies OptionSpecs

const acceptUnopened = {
  name: 'accept-unopened',
  description: 'Try the keys of all files, even after many did not open.',
} as const satisfies OptionSpec

/** Options that decide which files of a folder are accepted. */
const fileAcceptanceOptions = [
  {
    name: 'upload-link',
    placeholder: 'LINK',
    description:
      'The upload link of the folder as you gave it out; what follows the # may be left out. Accept only files that were sent by it, whatever this machine remembers. With #kp= names are hidden from the server.',
  },
  {
    name: 'bound-only',
    description: 'Accept only files that say that they were sent by a link of this folder.',
  },
  acceptUnopened,
  { name: 'accept-returned', description: 'Also accept files that were deleted and are back.' },
] as const satisfies OptionSpecs

export const sendOptions = [
  ...linkOptions,
  {
    name: 'email',
    placeholder: 'ADDRESS',
    description:
      'Your address, if the link asks who is sending. You are asked for the code that is mailed there.',
  },
  {
    name: 'answers-file',
    placeholder: 'FILE',
    description:
      "Read your answers to the folder's questions from this file, a line 'Question: answer' each. A long answer continues in the lines below. You are asked for those that are missing.",
  },
  inputName,
  {
    name: 'text',
    placeholder: 'FILE',
    description:
      'Send the text in this file as a message, which its reader sees in the page; - stands for standard input.',
  },
  {
    name: 'fingerprint',
    placeholder: 'WORDS',
    description:
      "Refuse any other key than the one with these twelve words, or their numbers, which the recipient's profile shows.",
  },
  acceptKey,
  {
    name: 'receipt',
    placeholder: 'FILE',
    description:
      'Write the receipt to this new file, or into this folder under a name of its own. Default: sealpost/receipts in the folder for state.',
  },
  exclude,
  limitRate,
  dryRun,
  { name: 'no-receipt', description: 'Write no receipt.' },
  { name: 'again', description: 'Also send unchanged files that have arrived by this link before.' },
  { name: 'anew', description: 'Forget unfinished uploads, and send everything from the beginning.' },
  {
    name: 'no-journal',
    description:
      'Store nothing on this disk: neither what is needed to resume, nor what has arrived. Everything is sent.',
  },
] as const satisfies OptionSpecs

export const getOptions = [
  ...linkOptions,
  {
    name: 'email',
    placeholder: 'ADDRESS',
    description:
      'Your address, if the link is for named people. You are asked for the code that is mailed there.',
  },
  { name: 'list', short: 'l', description: 'List the files without fetching them.' },
  {
    name: 'only',
    placeholder: 'NAME',
    isRepeatable: true,
    description: 'Fetch only files with this name or path. * stands for any characters. May be repeated.',
  },
  exclude,
  limitRate,
  { ...dryRun, description: 'The same as --list.' },
  dotFiles,
  {
    name: 'zip',
    placeholder: 'FILE',
    description: 'Save all files as one ZIP archive; - stands for standard output.',
  },
  { name: 'text', description: 'Print the messages among the files, and save nothing.' },
] as const satisfies OptionSpecs

export const pullOptions = [
  ...keyOptions,
  ...fileAcceptanceOptions,
  exclude,
  limitRate,
  dryRun,
  dotFiles,
  { name: 'watch', short: 'w', description: 'Keep running, and fetch files as they arrive.' },
  {
    name: 'every',
    placeholder: 'SECONDS',
    description: 'How often to look for new files, with --watch; at least 5. Default: 30.',
  },
  { name: 'again', description: 'Fetch pulled files again that are not in their place any more.' },
  {
    name: 'then',
    placeholder: 'COMMAND',
    description:
      'Run this program for each file before it is put in its place. A path, or a name that is looked up in PATH.',
  },
  {
    name: 'then-limit',
    placeholder: 'SECONDS',
    description: 'End the program, and refuse the file, after this time. Default: no limit.',
  },
] as const satisfies OptionSpecs

const linkExpires = {
  name: 'expires',
  placeholder: 'TIME',
  description:
    'When the link expires: 30m, 12h, 7d or 2w from now, at the end of 2026-12-24, at 2026-12-24T18:00, or never.',
} as const satisfies OptionSpec
const maxDownloads = {
  name: 'max-downloads',
  placeholder: 'NUMBER',
  description: 'How many visitors may use the link.',
} as const satisfies OptionSpec
const linkTexts = [
  {
    name: 'title',
    placeholder: 'TEXT',
    description: 'A title for recipients, above the files. The server can read it, too.',
  },
  {
    name: 'message',
    placeholder: 'TEXT',
    description: 'A message for recipients, below the title. The server can read it, too.',
  },
] as const satisfies OptionSpecs

export const shareOptions = [
  {
    name: 'into',
    placeholder: 'SERVER|FOLDER',
    description:
      'The address of the server that files of this disk are sent to, or of a folder of yours there. The upload link of such a folder must not ask for a password or a code.',
  },
  inputName,
  fileId,
  { ...linkExpires, description: `${linkExpires.description} Default: 3d.` },
  { ...maxDownloads, description: `${maxDownloads.description} Default: any number.` },
  {
    name: 'for',
    placeholder: 'ADDRESS',
    isRepeatable: true,
    description:
      'Only somebody with this e-mail address may use the link, by a code that is mailed there. May be repeated, or list several, separated by commas.',
  },
  { name: 'with-password', description: 'Generate a password for the link, and print it once.' },
  ...linkTexts,
  {
    name: 'notify',
    description:
      'Switch on mails to you about this folder, also about the first use of the link. Needs the scope folders:write.',
  },
  ...keyOptions,
  ...fileAcceptanceOptions,
  {
    name: 'without-manifest',
    description: 'Also share files whose name and content only the server vouches for.',
  },
  exclude,
  limitRate,
  { ...dryRun, description: 'List what would be shared. Send nothing, and make no link.' },
] as const satisfies OptionSpecs

export const tokenOptions = [
  ...signInOptions,
  {
    name: 'scope',
    placeholder: 'SCOPE',
    isRepeatable: true,
    description: `What the token may do. May be repeated, or list several, separated by commas: ${scopes.join(', ')}.`,
  },
  {
    name: 'days',
    placeholder: 'NUMBER',
    description: `How many days the token is valid, ${maxApiTokenDays} at most. Default: 30.`,
  },
  {
    name: 'name',
    placeholder: 'NAME',
    description: 'The name of the token in your profile. Default: sealpost, and the name of this machine.',
  },
] as const satisfies OptionSpecs

export const keyCommandOptions = [
  ...signInOptions,
  {
    name: 'backup',
    placeholder: 'FILE',
    description: 'Write the backup to this new file, which only you can read, before the key is stored.',
  },
  {
    name: 'bits',
    placeholder: 'NUMBER',
    description: 'Length of the key: 2048, 3072 or 4096. Default: 2048.',
  },
] as const satisfies OptionSpecs

export const mkdirOptions = [
  {
    name: 'like',
    placeholder: 'FOLDER',
    description:
      'Take the options of this folder of yours, given by its address or number, where no other option says otherwise. Its title, password and people are not taken over.',
  },
  { name: 'description', placeholder: 'TEXT', description: 'A text for senders, below the title.' },
  {
    name: 'with-password',
    description: 'Generate a password for the upload link, and print it once.',
  },
  {
    name: 'link-password-file',
    placeholder: 'FILE',
    description: 'Read the password of the upload link from the first line of this file.',
  },
  {
    name: 'verify-email',
    description: 'Senders must enter a code that is mailed to them.',
  },
  {
    name: 'for',
    placeholder: 'ADDRESS',
    isRepeatable: true,
    description:
      'Only senders with this e-mail address, as with --verify-email. May be repeated, or list several, separated by commas.',
  },
  {
    name: 'expires',
    placeholder: 'TIME',
    description:
      'When the upload link expires: 30m, 12h, 7d or 2w from now, at the end of 2026-12-24, at 2026-12-24T18:00, or never. Default: 30d.',
  },
  {
    name: 'quota',
    placeholder: 'SIZE',
    description:
      'The most bytes that the folder may hold, such as 500M or 20G. Default: no limit of its own.',
  },
  {
    name: 'keep',
    placeholder: 'DAYS',
    description:
      'Delete files so many days after they arrive, such as 30d, or keep them: always. Senders are told. Default: that of the server.',
  },
  {
    name: 'no-type-check',
    description: 'Accept files whose content does not match the type that their name says.',
  },
  {
    name: 'questions-file',
    placeholder: 'FILE',
    description:
      'Ask senders the questions in this JSON file: [{"label": "Reference", "kind": "text", "required": true}]. Other kinds: long_text, email, date, and choice with "options".',
  },
  { name: 'notify', description: 'Switch on mails to you about new files.' },
  {
    name: 'open-names',
    description: 'Let the server learn the names of files. Default: senders hide them from it.',
  },
  {
    name: 'with-key',
    description: 'Open your private key, and put its fingerprint into the link.',
  },
  ...keySecretOptions,
] as const satisfies OptionSpecs

/** Options of commands that can list files with or without the private key. */
const fileNameOptions = [
  {
    name: 'with-key',
    description: 'Open your private key, and with it the names of files as their senders sealed them.',
  },
  ...keyOptions,
  acceptUnopened,
] as const satisfies OptionSpecs

export const lsOptions = [fileId, ...fileNameOptions] as const satisfies OptionSpecs

export const rmOptions = [
  ...lsOptions,
  { name: 'now', description: 'Erase files at once, also where the server has a trash.' },
  { name: 'yes', short: 'y', description: 'Delete without asking.' },
  { ...dryRun, description: 'List what would be deleted without deleting it.' },
] as const satisfies OptionSpecs

export const keepOptions = [
  {
    ...linkExpires,
    description:
      'Until when to keep the files at least: 30m, 12h, 7d or 2w from now, the end of 2026-12-24, 2026-12-24T18:00, or never to keep them until they are deleted by hand.',
  },
  ...lsOptions,
] as const satisfies OptionSpecs

export const trashOptions = fileNameOptions

export const restoreOptions = [
  { ...fileId, description: 'The file with this number, as trash --json shows it. May be repeated.' },
  ...fileNameOptions,
] as const satisfies OptionSpecs

export const linksOptions = [
  { name: 'upload', description: 'Print the upload link instead.' },
  tokenFile,
] as const satisfies OptionSpecs

export const unlinkOptions = [
  tokenFile,
  {
    name: 'link-file',
    placeholder: 'FILE',
    description: 'Read the link from the first line of this file.',
  },
] as const satisfies OptionSpecs

export const linkEditOptions = [
  linkExpires,
  maxDownloads,
  ...linkTexts,
  ...unlinkOptions,
] as const satisfies OptionSpecs

export const verifyServerOptions = [
  {
    name: 'list',
    placeholder: 'FILE',
    description: 'Compare with this integrity.json; its signature is FILE.minisig.',
  },
  {
    name: 'public-key',
    placeholder: 'FILE',
    description: 'The minisign public key that signed the list. Default: the key of releases.',
  },
  { name: 'unsigned', description: 'Use the list without a signature, because you built it yourself.' },
  {
    name: 'store',
    placeholder: 'ORIGIN',
    description: 'The object store that pages of this server may send to, such as https://store.example.org.',
  },
] as const satisfies OptionSpecs

/** The name of an option of any command. */
export type OptionName = (
  | typeof commonOptions
  | typeof sendOptions
  | typeof getOptions
  | typeof pullOptions
  | typeof shareOptions
  | typeof tokenOptions
  | typeof keyCommandOptions
  | typeof mkdirOptions
  | typeof lsOptions
  | typeof rmOptions
  | typeof linksOptions
  | typeof unlinkOptions
  | typeof verifyServerOptions
)[number]['name']
