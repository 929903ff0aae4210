import {
  getOptions,
  keepOptions,
  keyCommandOptions,
  linkEditOptions,
  linksOptions,
  lsOptions,
  mkdirOptions,
  type OptionSpec,
  pullOptions,
  restoreOptions,
  rmOptions,
  sendOptions,
  shareOptions,
  tokenOptions,
  trashOptions,
  unlinkOptions,
  verifyServerOptions,
} from './commandOptions.ts'
import type { Context } from './context.ts'
import { type ExitCode } from './exitCodes.ts'

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

const linkVariable = {
  name: 'SEALPOST_LINK',
  description: 'The link, if neither an argument nor --link-file gives it.',
}
const tokenVariable = {
  name: 'SEALPOST_TOKEN',
  description: 'The API token, if --token-file does not give it.',
}

const inertNamesText =
  "Names that programs act on are changed: a file or folder whose name begins with a dot ('.ssh', '.git') gets '_' before it; desktop.ini, autorun.inf and *.desktop get '_' behind them. Each change is reported. --dot-files keeps such names, and archives always keep them."
const linkSecrecyText =
  'A link contains keys. As an argument it is visible to everybody on this machine, in the list of processes. Give it by --link-file or SEALPOST_LINK, or leave it out and enter it when asked.'
const keyOpeningText =
  'Your private key is opened by your login password, a recovery sheet or a backup file, none of which is an argument. The first key that opens a folder is remembered on this machine. Any other key is refused until you name it by --accept-key.'
const serverAddressText = 'SERVER is an address such as https://files.example.org.'
const folderAddressText =
  'FOLDER is the address of a folder as the browser shows it, such as https://files.example.org/folders/view/7.'
const signInText =
  'You sign in by name and password. If your account has an authenticator app, you enter its code at the terminal. You are signed out at the end.'

/** All commands: the parser, help, completions and manual are based on this list. */
export const commands: readonly CommandSpec[] = [
  {
    name: 'send',
    usage: '[LINK] PATH…',
    summary: 'Send files and folders by an upload link.',
    description: [
      'Files are hashed and encrypted on this machine, and then sent. A folder is sent with everything below it, and keeps its structure. A symbolic link that you name is followed; one that leads nowhere fails. Below folders, symbolic links, sockets, pipes and devices are skipped with a message, and .DS_Store and Thumbs.db without one. If two paths have the same name, one gets a number. Names that are not UTF-8 are converted.',
      'To resume after an interruption, run the same command again with the same link and paths. What has arrived is not sent again; changed files are sent as they are now, and new files are added. What is needed to resume, such as the keys of unfinished large files, is stored for seven days: in $XDG_STATE_HOME/sealpost/uploads or ~/.local/state/sealpost/uploads, on macOS in ~/Library/Application Support, on Windows in %LOCALAPPDATA%. Only you can read it. A resumed upload uses the key that it began with: if the server offers another one, the command ends.',
      'Without a network the command waits. After 15 minutes without progress it ends with 4, and you can run it again. If the link asks again for its password or a code, the password comes from --password-file or the terminal, and the code from the terminal.',
      'A file that has arrived by a link is not sent by it again while its path, size and date stay the same, whichever other paths you name. So a job that runs every night sends only what is new. This is remembered for 30 days after a command last saw the file, in sealpost/arrived beside the uploads, for the latest 500,000 files of a link. --again sends them again.',
      'PATH may be -, which stands for standard input, sent as one file named by --name. Its length is part of what is encrypted, so it is first written to a temporary file in the folder that TMPDIR names. It cannot be resumed.',
      'The first key of a link is remembered on this machine, in sealpost/recipients beside the uploads. Any other key is refused unless --accept-key, --fingerprint or the link itself names it.',
      linkSecrecyText,
      'At the end a receipt is written: it lists the stored files with their SHA-256 and the numbers that the server gave them. verify-receipt reads it. A receipt that cannot be written is a warning, and the command still ends with 0. Receipts below folders are not sent; a receipt that you name is.',
    ],
    options: sendOptions,
    variables: [linkVariable],
    load: async () => (await import('./send/send.ts')).send,
  },
  {
    name: 'get',
    usage: '[LINK] [DIR]',
    summary: 'Fetch the files of a download link.',
    description: [
      'Files are fetched, verified and decrypted on this machine. A file gets its name only when it is complete. Names are made safe for every system, as in the browser. To resume after an interruption, run the command again: it skips files that are there and identical. Other existing files are never overwritten: the new file gets a number. Nothing is written through symbolic links below DIR. Without DIR a folder is made here: sealpost- and the first six characters of the link’s token.',
      inertNamesText,
      'Incomplete files are in .sealpost-parts in DIR, which only one command can use at a time. Those that no command has resumed for 30 days are removed. An archive cannot be resumed: it starts over.',
      'A link with limited uses is used by the first byte that is fetched; a link with a password already by the password, also with --list. You are told before, and asked at a terminal. The cookie that identifies you to such a link is stored in the folder for state of your account, so that the next run does not count as another visitor. A code that you entered at a link for named people is valid until a day after its last use.',
      linkSecrecyText,
    ],
    options: getOptions,
    variables: [linkVariable],
    load: async () => (await import('./get/get.ts')).get,
  },
  {
    name: 'pull',
    usage: 'FOLDER DIR',
    summary: 'Keep a folder on disk like one of your folders on the server.',
    description: [
      `${folderAddressText} Each file is verified, and gets its name in DIR only when it is complete. It has the name that its sender gave it, with a number if that is taken. Equal files are stored separately. Files that are deleted on the server stay here.`,
      'Pulled files are recorded in .sealpost in DIR and not fetched again, even if they were renamed or are gone, since an import takes files away. --again fetches those that are not in their place any more. Use one DIR for one folder.',
      inertNamesText,
      `The command signs in by an API token, which you make in your profile, with the scopes files:read and key:read. ${keyOpeningText}`,
      'The members of a folder of several people are checked as in the browser. The command ends if they cannot be trusted. A change of members that needs your consent can be accepted in the browser only.',
      'With --then a program is run for each file before the file is put in its place. It is run for one file at a time, without a shell. Its only argument is the absolute path of the file. These variables are in its environment: SEALPOST_FILE, the folders and name that the sender gave; SEALPOST_ID, the number on the server; SEALPOST_SHA256, the hash; and SEALPOST_ANSWERS, the answers of the sender in JSON. The file is in .incoming in DIR, complete and verified, under its own name. If the program ends with 0, the file is put in its place. If it ends with anything else, the file is moved to .refused in DIR, reported, and not fetched again. If the program takes the file away and ends with 0, the file is done. After a crash the program may get a file a second time.',
    ],
    options: pullOptions,
    variables: [tokenVariable],
    load: async () => (await import('./pull/pull.ts')).pull,
  },
  {
    name: 'share',
    usage: '--into SERVER|FOLDER PATH… | FOLDER NAME…',
    summary: 'Make a download link for files of this disk, or of a folder.',
    description: [
      'If the first argument is the address of a folder, as the browser shows it, the others name files in it, as ls lists them; * stands for any characters. Otherwise all arguments are files and folders of this disk: they are encrypted, sent to the folder of --into, and shared. Where --into names a server, a new folder is made for them: you find it under Sent in the browser. PATH may be -, which stands for standard input, sent as one file named by --name. A link is made for all files that are named, or none.',
      'The link alone is written to standard output. The password that --with-password generates is written to standard error, once. With --json both are in the event shared. A link without a password contains the keys of its files: whoever has it can open them.',
      `The command signs in by an API token with the scopes files:read, key:read and links:write, and folders:write for a new folder. The keys of the files are wrapped for the link, which only your private key can do. ${keyOpeningText}`,
      'There is no link for files that do not open, or that the server lists otherwise than they were sealed. Files that were just sent get a link only if the server returns their own keys. The members of a folder of several people are checked as by pull.',
      'A link expires after three days, or as --expires says. The rules of the server are checked before anything is sent: a link may have to expire sooner, or have fewer uses, a password or named people. Files that were sent stay in the folder; where the folder deletes them before the link ends, a warning says so. If sending is interrupted, the same command sends everything again.',
    ],
    options: shareOptions,
    variables: [
      tokenVariable,
      {
        name: 'SEALPOST_FOLDER',
        description: 'The address of the server or the folder, if --into does not give it.',
      },
    ],
    load: async () => (await import('./share/share.ts')).share,
  },
  {
    name: 'token',
    usage: 'new SERVER',
    summary: 'Make an API token.',
    description: [
      `${serverAddressText} The token alone is written to standard output, once. You can revoke it in your profile.`,
      signInText,
    ],
    options: tokenOptions,
    variables: [],
    load: async () => (await import('./account/tokenCommand.ts')).tokenCommand,
  },
  {
    name: 'key',
    usage: 'new SERVER --backup FILE',
    summary: 'Make your first key pair, and its backup.',
    description: [
      `${serverAddressText} The key pair is made on this machine. The private key is sealed with your login password before it is written to the backup and sent to the server. Keep backup and password. The twelve words of the public key are written to standard output.`,
      'An account that already has a key pair is refused: make another one in your profile, since it affects your folders.',
      `${signInText} An API token cannot make a key.`,
    ],
    options: keyCommandOptions,
    variables: [],
    load: async () => (await import('./account/keyCommand.ts')).keyCommand,
  },
  {
    name: 'mkdir',
    usage: 'SERVER TITLE',
    summary: 'Make a folder, and print its upload link.',
    description: [
      `${serverAddressText} The folder is a folder of one person. Its upload link alone is written to standard output. The password that --with-password generates is written to standard error, once. With --json both are in the event made, with the address of the folder, which the other commands take.`,
      'The API token needs the scopes folders:write and files:read; with --with-key also key:read. --with-key opens the private key as share does. Its fingerprint becomes part of the link, so that senders take no other key, and folder, key and link are remembered on this machine.',
      '--like takes the options and questions of another folder of yours, within the rules of the server. Other options count more. A link that expires some days after its folder was made does so again; a date that has passed becomes 30 days. A link password is not taken over, with a warning; nor are the people of a folder of several people. What holds what you sent cannot be a template.',
      '--keep deletes files some days after they arrive; senders read that before they send. The longest time may be limited by the rules of the server. A server that does not delete by date is refused.',
      'The folder hides the names of files from the server, unless --open-names is given. With --with-key the link says so itself (#kp=), whatever the server says later. A server that does not hide names is refused.',
      'If the server does not answer, it is not known whether the folder was made, and the call is not repeated. Look with ls.',
    ],
    options: mkdirOptions,
    variables: [tokenVariable],
    load: async () => (await import('./folders/mkdir.ts')).mkdir,
  },
  {
    name: 'ls',
    usage: 'SERVER | FOLDER [NAME…]',
    summary: 'List your folders, or the files of one.',
    description: [
      'With the address of a server, such as https://files.example.org, folders are listed: bytes, number of files, address, title. With the address of a folder its files are listed: bytes and path. Names and sizes are as the server has them. The API token needs the scope files:read.',
      'A name that the server does not know is listed as hidden, with the number and the time of the file. --with-key opens your private key as share does, and lists all files as their senders sealed them; it also needs the scope key:read. What the server shows otherwise is a warning. With --verbose or --json files that are deleted by date have their dates.',
    ],
    options: lsOptions,
    variables: [tokenVariable],
    load: async () => (await import('./folders/ls.ts')).ls,
  },
  {
    name: 'rm',
    usage: 'FOLDER NAME…',
    summary: 'Delete files of a folder.',
    description: [
      `${folderAddressText} NAME is a name or path as ls lists it; * stands for any characters. If several files have the name, it is refused: give the path, or the number by --id. Names that the server does not know need --with-key, as with ls, or --id.`,
      'You are asked before files are deleted; without a terminal --yes is needed. Deleted files go to the trash of the folder, if the server keeps one: the question says until when restore brings them back, at most until their dates if they are deleted by date. Else, and with --now, they are gone for good. Download links do not have them any more. The API token needs the scopes files:read and files:delete.',
    ],
    options: rmOptions,
    variables: [tokenVariable],
    load: async () => (await import('./folders/rm.ts')).rm,
  },
  {
    name: 'keep',
    usage: 'FOLDER NAME… --expires TIME',
    summary: 'Keep files longer that would be deleted by date.',
    description: [
      `${folderAddressText} Files of a folder made with --keep are deleted by date, as their senders were told. This puts the dates of files off; none is ever brought forward, and files that stay as long already are left alone. ls --verbose and ls --json show the dates. NAME is a name or path as ls lists it, selected as by rm. Only owners of a folder can do this, within the rules of the server. The API token needs the scopes files:read and files:delete.`,
    ],
    options: keepOptions,
    variables: [tokenVariable],
    load: async () => (await import('./folders/keep.ts')).keep,
  },
  {
    name: 'trash',
    usage: 'SERVER | FOLDER',
    summary: 'List your deleted folders, or the deleted files of one.',
    description: [
      'With the address of a server deleted folders are listed, with that of a folder its deleted files: as by ls, with the time of deletion and the time until which they can be restored. Only owners of a folder see its deleted files. The API token needs the scope files:read; --with-key also key:read.',
    ],
    options: trashOptions,
    variables: [tokenVariable],
    load: async () => (await import('./folders/trash.ts')).trash,
  },
  {
    name: 'restore',
    usage: 'FOLDER [NAME…]',
    summary: 'Restore deleted files of a folder, or a deleted folder.',
    description: [
      `${folderAddressText} NAME is the name or path of a deleted file as trash lists it, selected as by rm; '*' means all. Restored files are in their download links again. One whose name is taken by now gets a number. Files that pull or share have opened on this machine are not taken for deleted ones that are back.`,
      'Without names and numbers the folder itself is restored, with its files and links. If it was deleted in the browser, confirm it there: until then pull and share warn of it.',
      'The API token needs the scopes files:read and files:delete; for a folder also folders:write.',
    ],
    options: restoreOptions,
    variables: [tokenVariable],
    load: async () => (await import('./folders/restore.ts')).restore,
  },
  {
    name: 'links',
    usage: 'FOLDER',
    summary: 'List the download links of a folder, or print its upload link.',
    description: [
      'Each download link is listed with its expiry, its uses and its files, without its keys, which only those have who have the link. The API token needs the scope files:read.',
      'With --upload the upload link of the folder alone is written to standard output. If pull, share or mkdir --with-key opened the folder on this machine, the fingerprint of its key is part of the link, and a link that differs from the remembered one is refused.',
    ],
    options: linksOptions,
    variables: [tokenVariable],
    load: async () => (await import('./folders/links.ts')).links,
  },
  {
    name: 'unlink',
    usage: 'SERVER | FOLDER [LINK…]',
    summary: 'End download links.',
    description: [
      'The first argument is the address of the server, such as https://files.example.org, or of a folder there. The API token is sent to this server only, and a link of another server is refused. LINK is the address of a download link, as links prints it; what follows its # is not needed, and not sent. The files stay in their folder. Files that were downloaded cannot be called back. The API token needs the scope links:write.',
    ],
    options: unlinkOptions,
    variables: [tokenVariable, linkVariable],
    load: async () => (await import('./folders/unlink.ts')).unlink,
  },
  {
    name: 'link',
    usage: 'edit SERVER | FOLDER [LINK…]',
    summary: 'Change download links: their expiry, uses, title and message.',
    description: [
      'Links are named as for unlink. What no option names stays as it is; --title and --message take an empty text away. A link that has expired works again with a later --expires, for 30 days. A link that expires later obeys all rules of the server. The API token needs the scope links:write.',
    ],
    options: linkEditOptions,
    variables: [tokenVariable, linkVariable],
    load: async () => (await import('./folders/editLink.ts')).editLink,
  },
  {
    name: 'verify-receipt',
    usage: 'RECEIPT [PATH…]',
    summary: 'Compare files with the receipt of an upload.',
    description: [
      'RECEIPT is a file that an upload page or send has written. Each PATH, a file or a folder, is hashed and compared. Without a PATH the files of the receipt are looked for in this folder.',
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
      'All files that a server sends to browsers (pages, scripts, workers and others) are fetched in each encoding and language. They and their headers, with the content security policy, are compared with the list of a build. Settings of the operator (name, logo, colours) are not compared. Without --list the list of this version of the program is used.',
      'The command ends with 0 if all is as listed; with 2 if something differs, is missing or was added; with 3 if the list has no valid signature; with 4 if the server does not answer.',
      'A server may send other pages to others, or at another time. The command shows what it sent here and now.',
    ],
    options: verifyServerOptions,
    variables: [],
    load: async () => (await import('./verifyServer/verifyServer.ts')).verifyServer,
  },
]
