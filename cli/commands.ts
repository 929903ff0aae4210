import { maxApiTokenDays } from '../contract/limits.ts'
import { scopes } from '../contract/scopes.ts'
import type { Context } from './context.ts'
import { type ExitCode } from './exitCodes.ts'

/** An option, as it is parsed, completed, and described in help and manual. */
export interface OptionSpec {
  /** Without dashes. */
  readonly name: string
  readonly short?: string
  /** Placeholder of its value, absent without one; a 'FILE' is completed as a path. */
  readonly placeholder?: string
  /** May be repeated. */
  readonly isRepeatable?: true
  readonly description: string
}

export interface CommandSpec {
  readonly name: string
  /** Its arguments, as in the first line of its help: 'LINK PATH…'. */
  readonly usage: string
  readonly summary: string
  /** Paragraphs of help and manual. */
  readonly description: readonly string[]
  readonly options: readonly OptionSpec[]
  /** Environment variables that it reads. */
  readonly variables: readonly { readonly name: string; readonly description: string }[]
  /** Loads its module on demand. */
  readonly load: () => Promise<(context: Context) => Promise<ExitCode>>
}

const linkOptions: readonly OptionSpec[] = [
  { name: 'link-file', placeholder: 'FILE', description: 'Read the link from the first line of this file.' },
  {
    name: 'password-file',
    placeholder: 'FILE',
    description: "Read the link's password from the first line of this file; otherwise it is asked for.",
  },
]
const linkVariable = {
  name: 'SEALPOST_LINK',
  description: 'The link, where neither an argument nor --link-file gives it.',
}
const dotFiles: OptionSpec = {
  name: 'dot-files',
  description: 'Keep names that begin with a dot, and desktop.ini, autorun.inf and *.desktop, as they are.',
}
const inertNamesText =
  "Names that programs act on get another: a file or folder that begins with a dot ('.ssh', '.git') gets '_' before it, desktop.ini, autorun.inf and *.desktop behind it. That is said. --dot-files keeps them; an archive always does."
const linkSecrecyText =
  'A link holds keys. As an argument it can be read by everybody on this machine, in the list of processes: give it by --link-file, by SEALPOST_LINK, or leave it out and be asked for it.'

const exclude: OptionSpec = {
  name: 'exclude',
  placeholder: 'NAME',
  isRepeatable: true,
  description:
    'Not this file, or folder with all in it, by name or by path; may stand several times, and * stands for any characters.',
}
const dryRun: OptionSpec = { name: 'dry-run', description: 'List what would be done, and do nothing of it.' }
const limitRate: OptionSpec = {
  name: 'limit-rate',
  placeholder: 'RATE',
  description: 'Send and fetch at most so many bytes a second, 1K at least; with K, M or G: 500K, 2M.',
}

const tokenFile: OptionSpec = {
  name: 'token-file',
  placeholder: 'FILE',
  description: 'Read the API token from the first line of this file; otherwise it is asked for.',
}
const tokenVariable = { name: 'SEALPOST_TOKEN', description: 'The API token, where --token-file gives none.' }
const acceptKey: OptionSpec = {
  name: 'accept-key',
  placeholder: 'WORDS',
  description: 'Take the key with these twelve words from now on, in the place of the one that is known.',
}
/** Options of commands that open the private key. */
const keyOptions: readonly OptionSpec[] = [
  tokenFile,
  {
    name: 'password-file',
    placeholder: 'FILE',
    description: 'Read the password of the key from the first line of this file; otherwise it is asked for.',
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
  acceptKey,
]
/** Options of commands that sign in without a token. */
const signInOptions: readonly OptionSpec[] = [
  { name: 'user', placeholder: 'NAME', description: 'Your user name; otherwise it is asked for.' },
  {
    name: 'password-file',
    placeholder: 'FILE',
    description: 'Read your login password from the first line of this file; otherwise it is asked for.',
  },
]
/** Options of commands that open files of a folder. */
const boundOptions: readonly OptionSpec[] = [
  {
    name: 'upload-link',
    placeholder: 'LINK',
    description:
      'The upload link of the folder as you gave it out, without what follows the #: files count that were sent by it, whatever this machine remembers.',
  },
  {
    name: 'bound-only',
    description: 'Take only files that say that they were sent by a link of this folder.',
  },
  {
    name: 'accept-unopened',
    description: 'Try all keys of files, also where many did not open.',
  },
  {
    name: 'accept-returned',
    description: 'Take also files that were deleted and are back.',
  },
]
const fileId: OptionSpec = {
  name: 'id',
  placeholder: 'NUMBER',
  isRepeatable: true,
  description: 'The file with this number, as ls --json has it; may stand several times.',
}

/** Options of every command. */
export const commonOptions: readonly OptionSpec[] = [
  {
    name: 'json',
    description: 'Say what happens in lines of JSON on standard output: {"event", "file", "bytes", "total"}.',
  },
  {
    name: 'verbose',
    short: 'v',
    description:
      'Say also what is done, file by file; without a terminal how far it is, once in half a minute.',
  },
  { name: 'quiet', short: 'q', description: 'Say only what went wrong, as where there is no terminal.' },
  { name: 'help', short: 'h', description: 'Say how to use it.' },
]

/** All commands: the parser, help, completions and manual are based on this list. */
export const commands: readonly CommandSpec[] = [
  {
    name: 'send',
    usage: '[LINK] PATH…',
    summary: 'Send files and folders by an upload link.',
    description: [
      'Files are hashed and encrypted here, and sent; folders with everything below them, their tree kept. Symbolic links are followed where they are named (one that leads nowhere fails), and left out with a word below folders, as are sockets, pipes and devices; .DS_Store and Thumbs.db below folders are left out without one. Two paths of one name get numbers, and a name that is not in UTF-8 gets one that is.',
      'Run the same command again, with the same link and paths, after it was broken off, whatever the reason: it goes on where it was, and sends nothing twice that has arrived and is as it was. Files that were changed are sent as they are then, and new ones besides. What was begun is kept for seven days where this system keeps what programs remember: in $XDG_STATE_HOME/sealpost/uploads or ~/.local/state/sealpost/uploads; on macOS in ~/Library/Application Support, on Windows in %LOCALAPPDATA%. There are the keys of large files under way, readable by you alone. The rest is sealed to no other key than what was begun with: where the server offers another, the command ends.',
      'Where the network is gone it is waited for. After 15 minutes in which nothing has moved the command ends with 4, and can be run again. A link that asks again for its password or a code on the way is passed by --password-file, or at the terminal.',
      'What has arrived by a link is not sent by it again as long as path, size and date of change are the same, whichever other paths are named with it: a job that runs every night sends what is new. That is known for 30 days since a command last saw the file, in sealpost/arrived beside the uploads, of the 500,000 files of a link that were seen last. --again sends it all the same.',
      'PATH may be -: standard input, as one file named by --name. Its length is part of what is encrypted, so it is first written to a temporary file, in the folder that TMPDIR names. It cannot be gone on with.',
      'The first key of a link is kept in mind on this machine, in sealpost/recipients beside the uploads, and no other is taken until --accept-key or --fingerprint says so, or the link names it.',
      linkSecrecyText,
      'When all is done a receipt is written: what was stored, with SHA-256 and the number that the server gave to each file. verify-receipt reads it. Where it cannot be written, that is said, and the command ends with 0 all the same. Receipts below folders are left out of what is sent; one that is named is sent.',
    ],
    options: [
      ...linkOptions,
      {
        name: 'email',
        placeholder: 'ADDRESS',
        description:
          'Where the link asks who is sending: your address. The code that comes by mail is asked for.',
      },
      {
        name: 'answers-file',
        placeholder: 'FILE',
        description:
          "Where the folder asks who is sending: your answers, a line 'Question: answer' each; a long one goes on below. What is not in it is asked for.",
      },
      { name: 'name', placeholder: 'NAME', description: 'The name of what comes from standard input.' },
      {
        name: 'fingerprint',
        placeholder: 'WORDS',
        description:
          "Refuse any other key than the one with these twelve words. The words are those that the recipient's profile shows.",
      },
      acceptKey,
      {
        name: 'receipt',
        placeholder: 'FILE',
        description:
          'Write the receipt there: to a new file, or by its own name into a folder. Default: sealpost/receipts where this system keeps what programs remember.',
      },
      exclude,
      limitRate,
      dryRun,
      { name: 'no-receipt', description: 'Write no receipt.' },
      { name: 'again', description: 'Send also what has arrived by this link and is as it was.' },
      { name: 'anew', description: 'Forget what was begun before, and send everything from its beginning.' },
      {
        name: 'no-journal',
        description:
          'Keep nothing on this disk that an upload could be gone on with by, nor what has arrived; send everything.',
      },
    ],
    variables: [linkVariable],
    load: async () => (await import('./send/send.ts')).send,
  },
  {
    name: 'get',
    usage: '[LINK] [DIR]',
    summary: 'Fetch the files of a download link.',
    description: [
      'Files are fetched, verified and decrypted here. Each comes into its place whole or not at all; names are made safe for every system, as in the browser. Run it again after it was broken off: it goes on where it was, and leaves alone what is there already and the same. What else is there is never overwritten: a file that comes gets a number then. Nothing is written through symbolic links below DIR. Without DIR a folder is made here: sealpost- and the first six characters of the link’s token.',
      inertNamesText,
      'What is not whole yet lies in .sealpost-parts in DIR, which only one run at a time may use; what none has gone on with for 30 days is removed. An archive cannot be gone on with: it begins anew.',
      'A link that can be used a limited number of times is used by the first byte, or by its password, also with --list; that is said, and asked for at a terminal, before. Who we are to such a link is kept in the folder for state of your account on this machine, so that the next run is the same visitor; so is, for a day after its last use, a code that was entered at a link for named people.',
      linkSecrecyText,
    ],
    options: [
      ...linkOptions,
      {
        name: 'email',
        placeholder: 'ADDRESS',
        description:
          'Where the link is for named people: your address. The code that comes by mail is asked for.',
      },
      { name: 'list', short: 'l', description: 'List the files, and fetch none.' },
      {
        name: 'only',
        placeholder: 'NAME',
        isRepeatable: true,
        description: 'Only this file; may stand several times, and * stands for any characters.',
      },
      exclude,
      limitRate,
      { ...dryRun, description: 'As --list.' },
      dotFiles,
      {
        name: 'zip',
        placeholder: 'FILE',
        description: 'Everything as one ZIP archive; - is standard output.',
      },
    ],
    variables: [linkVariable],
    load: async () => (await import('./get/get.ts')).get,
  },
  {
    name: 'pull',
    usage: 'FOLDER DIR',
    summary: 'Keep a folder on disk like one of your folders on the server.',
    description: [
      'FOLDER is the address of a folder as the browser shows it, such as https://files.example.org/folders/view/7. Each file is verified, and put in its place whole or not at all, under the name that its sender gave it; a name that is taken gets a number, and each file has one of its own, equal ones too. What was deleted on the server stays here.',
      'What was pulled is noted in .sealpost in DIR, and not fetched again: not when it was renamed, and not when it is gone, since an import takes files away. --again fetches what is not in its place any more. A DIR belongs to one folder.',
      inertNamesText,
      'An API token signs in; make one in your profile, with the rights files:read and key:read. Your private key is opened by your login password, a recovery sheet or a backup file. None of these is ever given on the command line. The first key that opens a folder is kept in mind on this machine, and no other is taken until --accept-key says so.',
      'Who is in a folder of several people is judged as in the browser. What is not to be believed ends the command; a change of people that asks for your consent is not accepted here, but in the browser.',
      'With --then a command is run for each file before it is put in its place: one at a time, without a shell, with the absolute path of the file as its only argument; SEALPOST_FILE, SEALPOST_ID, SEALPOST_SHA256 and SEALPOST_ANSWERS (in JSON) of its environment are what the sender called it, the server’s number, its hash, and what the sender answered. The file lies in .incoming in DIR, whole and verified, under its own name. If the command ends with anything but zero, the file goes to .refused in DIR, that is said, and it is not fetched again. If the command takes the file away and ends with zero, that is all. After a crash a command may see a file a second time.',
    ],
    options: [
      ...keyOptions,
      ...boundOptions,
      exclude,
      limitRate,
      dryRun,
      dotFiles,
      { name: 'watch', short: 'w', description: 'Stay, and fetch what arrives.' },
      {
        name: 'every',
        placeholder: 'SECONDS',
        description: 'How often to look, with --watch: 5 at least. Default: 30.',
      },
      { name: 'again', description: 'Fetch once more what was pulled and is not in its place any more.' },
      {
        name: 'then',
        placeholder: 'COMMAND',
        description:
          'Run this program for each file before it is put in its place: its path, or its name in PATH.',
      },
      {
        name: 'then-limit',
        placeholder: 'SECONDS',
        description: 'End the program, and refuse the file, when it takes longer. Default: no limit.',
      },
    ],
    variables: [tokenVariable],
    load: async () => (await import('./pull/pull.ts')).pull,
  },
  {
    name: 'share',
    usage: 'FOLDER NAME… | --into FOLDER PATH…',
    summary: 'Make a download link for files of a folder, or of this disk.',
    description: [
      'An address first is that of a folder, as the browser shows it: files that are there already are shared, named as ls lists them; * stands for any characters. Otherwise all arguments are files and folders of this disk: they are encrypted, sent to the folder of --into, and shared. PATH may be -: standard input, as one file named by --name. A link is made for all that is named, or none.',
      'Standard output is the link and nothing else. The password that --with-password draws is a line of standard error, and said once. With --json both are in the event shared. A link without a password holds the keys of its files: whoever has it opens them.',
      'An API token signs in, with the rights files:read, key:read and links:write. The keys of files are wrapped anew for the link, and only your private key opens them: it is opened by your login password, a recovery sheet or a backup file, never by an argument. The first key that opens a folder is kept in mind on this machine, and no other is taken until --accept-key says so.',
      'Files that do not open, or that the server shows otherwise than they were sealed, get no link. Files that were just sent get one only if the server gives back their own keys. People of a folder of several are judged as by pull.',
      'A link expires after three days, if --expires says nothing else. Rules of the server are looked at before anything is sent: a link may have to end sooner, have fewer uses, a password or named people. What was sent stays in the folder. If sending is broken off, the same command sends everything anew.',
    ],
    options: [
      {
        name: 'into',
        placeholder: 'FOLDER',
        description:
          'The address of your folder that takes files of this disk. Its upload link may ask for nothing.',
      },
      { name: 'name', placeholder: 'NAME', description: 'The name of what comes from standard input.' },
      fileId,
      {
        name: 'expires',
        placeholder: 'TIME',
        description:
          'When the link ends: after 30m, 12h, 7d or 2w; at the end of 2026-12-24; at 2026-12-24T18:00; or never. Default: 3d.',
      },
      {
        name: 'max-downloads',
        placeholder: 'NUMBER',
        description: 'How many visitors may use the link. Default: any number.',
      },
      {
        name: 'for',
        placeholder: 'ADDRESS',
        isRepeatable: true,
        description:
          'Only for whoever has this e-mail address, and enters the code that comes there; may stand several times, or name several, separated by commas.',
      },
      { name: 'with-password', description: 'Draw a password for the link, and say it once.' },
      {
        name: 'title',
        placeholder: 'TEXT',
        description: 'What recipients read above the files. The server reads it, too.',
      },
      {
        name: 'message',
        placeholder: 'TEXT',
        description: 'What recipients read below the title, as --title.',
      },
      {
        name: 'notify',
        description:
          'Have yourself mailed about this folder, also when the link is first used; takes the right folders:write.',
      },
      ...keyOptions,
      ...boundOptions,
      {
        name: 'without-manifest',
        description: 'Share also files whose name and content are the word of the server.',
      },
      exclude,
      limitRate,
      { ...dryRun, description: 'List what would be shared; send nothing, and make no link.' },
    ],
    variables: [
      tokenVariable,
      { name: 'SEALPOST_FOLDER', description: 'The address of the folder, where --into gives none.' },
    ],
    load: async () => (await import('./share/share.ts')).share,
  },
  {
    name: 'token',
    usage: 'new SERVER',
    summary: 'Make an API token.',
    description: [
      'SERVER is an address such as https://files.example.org. Standard output is the token and nothing else; it is shown once. Your profile lists it, and revokes it.',
      'You sign in by name and password, and at the terminal by the code of your authenticator app where you have one; you are signed out in the end.',
    ],
    options: [
      ...signInOptions,
      {
        name: 'scope',
        placeholder: 'SCOPE',
        isRepeatable: true,
        description: `What the token may do; may stand several times, or name several, separated by commas: ${scopes.join(', ')}.`,
      },
      {
        name: 'days',
        placeholder: 'NUMBER',
        description: `How many days it is valid, ${maxApiTokenDays} at most. Default: 30.`,
      },
      {
        name: 'name',
        placeholder: 'NAME',
        description: 'What your profile calls it. Default: sealpost, and the name of this machine.',
      },
    ],
    variables: [],
    load: async () => (await import('./account/newToken.ts')).newToken,
  },
  {
    name: 'key',
    usage: 'new SERVER --backup FILE',
    summary: 'Make your first key pair, and its backup.',
    description: [
      'SERVER is an address such as https://files.example.org. The key pair is made here. The private key is sealed with your login password, and goes so into the backup and to the server; keep backup and password. Standard output is the twelve words of the public key.',
      'An account that has a key pair is refused, since another pair concerns its folders: make that in your profile.',
      'You sign in by name and password, and at the terminal by the code of your authenticator app where you have one; you are signed out in the end. No API token can make a key.',
    ],
    options: [
      ...signInOptions,
      {
        name: 'backup',
        placeholder: 'FILE',
        description: 'Write the backup to this new file, readable by you alone, before the key is stored.',
      },
      {
        name: 'bits',
        placeholder: 'NUMBER',
        description: 'Length of the key: 2048, 3072 or 4096. Default: 2048.',
      },
    ],
    variables: [],
    load: async () => (await import('./account/newKey.ts')).newKey,
  },
  {
    name: 'mkdir',
    usage: 'SERVER TITLE',
    summary: 'Make a folder, and say its upload link.',
    description: [
      'SERVER is an address such as https://files.example.org. The folder is of one person. Standard output is its upload link and nothing else. The password that --with-password draws is a line of standard error, and said once. With --json both are in the event made, with the address of the folder, which the other commands take.',
      'The API token needs the rights folders:write and files:read; with --with-key also key:read. Then the private key is opened as by share, its fingerprint is part of the link, so that senders take no other key, and folder, key and link are kept in mind on this machine.',
      'If no answer comes it is not known whether the folder was made: ls says so. Nothing is repeated.',
    ],
    options: [
      { name: 'description', placeholder: 'TEXT', description: 'What senders read below the title.' },
      {
        name: 'with-password',
        description: 'Draw a password for the upload link, and say it once.',
      },
      {
        name: 'link-password-file',
        placeholder: 'FILE',
        description: 'Take the password of the upload link from the first line of this file.',
      },
      {
        name: 'verify-email',
        description: 'Let senders enter a code that is mailed to them.',
      },
      {
        name: 'for',
        placeholder: 'ADDRESS',
        isRepeatable: true,
        description:
          'Only for senders with this e-mail address, as --verify-email; may stand several times, or name several, separated by commas.',
      },
      {
        name: 'expires',
        placeholder: 'TIME',
        description:
          'When the upload link ends: after 30m, 12h, 7d or 2w; at the end of 2026-12-24; at 2026-12-24T18:00; or never. Default: 30d.',
      },
      {
        name: 'quota',
        placeholder: 'SIZE',
        description: 'Bytes that the folder takes; with K, M or G: 500M, 20G. Default: no limit of its own.',
      },
      {
        name: 'no-type-check',
        description: 'Take files whose content is not what their name says.',
      },
      {
        name: 'questions-file',
        placeholder: 'FILE',
        description:
          'Ask senders what this file has, in JSON: [{"label": "Reference", "kind": "text", "required": true}]. Other kinds: long_text, email, date, and choice with "options".',
      },
      { name: 'notify', description: 'Have yourself mailed when something arrives.' },
      {
        name: 'with-key',
        description: 'Open your private key, and put its fingerprint into the link.',
      },
      ...keyOptions.filter((option) => option !== acceptKey),
    ],
    variables: [tokenVariable],
    load: async () => (await import('./folders/mkdir.ts')).mkdir,
  },
  {
    name: 'ls',
    usage: 'SERVER | FOLDER [NAME…]',
    summary: 'List your folders, or the files of one.',
    description: [
      'With the address of a server, such as https://files.example.org, folders are listed: bytes, number of files, address, title. With the address of a folder, its files: bytes, and path. Names and numbers are as the server has them, which share and pull compare with what was sealed. The API token needs the right files:read.',
    ],
    options: [tokenFile, fileId],
    variables: [tokenVariable],
    load: async () => (await import('./folders/ls.ts')).ls,
  },
  {
    name: 'rm',
    usage: 'FOLDER NAME…',
    summary: 'Delete files of a folder.',
    description: [
      'FOLDER is the address of a folder as the browser shows it, such as https://files.example.org/folders/view/7. NAME is a name or path as ls lists it; * stands for any characters. A name that several files have is refused: give the path, or the number by --id.',
      'It asks before it deletes; without a terminal it needs --yes. Deleted files are gone for good, and from download links. The API token needs the rights files:read and files:delete.',
    ],
    options: [
      tokenFile,
      fileId,
      { name: 'yes', short: 'y', description: 'Do not ask.' },
      { ...dryRun, description: 'List what would be deleted, and delete nothing.' },
    ],
    variables: [tokenVariable],
    load: async () => (await import('./folders/rm.ts')).rm,
  },
  {
    name: 'links',
    usage: 'FOLDER',
    summary: 'List the download links of a folder, or say its upload link.',
    description: [
      'Each with its end, its uses and its files, and without its keys, which only whoever has the link knows. The API token needs the right files:read.',
      'With --upload standard output is the upload link of the folder and nothing else. If pull, share or mkdir --with-key opened the folder on this machine, the fingerprint of its key is part of the link, and another link than is known here is refused.',
    ],
    options: [{ name: 'upload', description: 'Say the upload link instead.' }, tokenFile],
    variables: [tokenVariable],
    load: async () => (await import('./folders/links.ts')).links,
  },
  {
    name: 'unlink',
    usage: 'SERVER | FOLDER [LINK…]',
    summary: 'End download links.',
    description: [
      'The API token goes to the address that is first, of a server, such as https://files.example.org, or of a folder there; a link of another server is refused. LINK is the address of a download link, as links prints it; what follows its # is not needed, and not sent. The files stay in their folder. What was downloaded cannot be called back. The API token needs the right links:write.',
    ],
    options: [
      tokenFile,
      {
        name: 'link-file',
        placeholder: 'FILE',
        description: 'Read the link from the first line of this file.',
      },
    ],
    variables: [tokenVariable, linkVariable],
    load: async () => (await import('./folders/unlink.ts')).deleteLinks,
  },
  {
    name: 'verify-receipt',
    usage: 'RECEIPT [PATH…]',
    summary: 'Compare files with the receipt of an upload.',
    description: [
      'RECEIPT is what an upload page or send has written. Each PATH, a file or a folder, is hashed and compared; without a PATH, what the receipt names is looked for in this folder.',
    ],
    options: [],
    variables: [],
    load: async () => (await import('./verifyReceipt/verifyReceipt.ts')).verifyReceipt,
  },
  {
    name: 'verify-server',
    usage: 'URL',
    summary: 'Compare the pages of a server with those of a release.',
    description: [
      'Pages, scripts, workers and all other files that a server sends to browsers are fetched, in each form and language, and compared with the list of a build, and so are their headers, with the content security policy. What the operator may set (name, logo, colours) is not judged. Without --list it is the list of the version of this program that counts.',
      'It ends with 0 if all is as listed; with 2 if something differs, is missing or was added; with 3 if the list has no valid signature; with 4 without an answer.',
      'A server may send other pages to others, or at another time. This shows what it sent here and now.',
    ],
    options: [
      {
        name: 'list',
        placeholder: 'FILE',
        description: 'Compare with this integrity.json; its signature is FILE.minisig.',
      },
      {
        name: 'public-key',
        placeholder: 'FILE',
        description: 'The public key of minisign that signed the list, instead of the key of releases.',
      },
      { name: 'unsigned', description: 'Use the list without a signature, because you built it yourself.' },
      {
        name: 'store',
        placeholder: 'ORIGIN',
        description: 'The object store that pages of this server may send to: https://store.example.org',
      },
    ],
    variables: [],
    load: async () => (await import('./verifyServer/verifyServer.ts')).verifyServer,
  },
]
