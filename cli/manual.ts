import { commonOptions, type OptionSpec } from './commandOptions.ts'
import { commands } from './commands.ts'

/** The page sealpost(1), in man(7) macros. @param version of the program */
export const manualPage = (version: string): string =>
  [
    `.TH SEALPOST 1 "" "Sealpost ${escapeRoff(version)}" "User Commands"`,
    '.SH NAME',
    'sealpost \\- send and fetch files, encrypted from end to end',
    '.SH SYNOPSIS',
    ...commands.flatMap(({ name, usage }) => [
      '.B sealpost',
      `.B ${escapeRoff(name)}`,
      `[\\fIOPTION\\fR]... ${escapeRoff(usage)}`,
      '.br',
    ]),
    '.SH DESCRIPTION',
    'Files are hashed, encrypted and decrypted on this machine, by a program that no server can change; the server',
    'keeps what it cannot read.',
    '.SH COMMANDS',
    ...commands.flatMap(({ name, usage, description, options, variables }) => [
      `.SS "${escapeRoff(`${name} ${usage}`)}"`,
      ...description.flatMap((paragraph, index) => [...(index > 0 ? ['.PP'] : []), roffLine(paragraph)]),
      ...options.flatMap(optionMacros),
      ...variables.flatMap((variable) => [
        '.TP',
        `.B ${escapeRoff(variable.name)}`,
        roffLine(variable.description),
      ]),
    ]),
    '.SH OPTIONS',
    'Of every command:',
    ...commonOptions.flatMap(optionMacros),
    '.SH EXIT STATUS',
    ...[
      ['0', 'All was done.'],
      ['1', 'Wrong usage: an option, a link, a secret or an answer that is missing.'],
      ['2', 'Some files failed, and the others are done; or a disk is full.'],
      ['3', 'Refused: a key or certificate that is not the one, a gate, a limit, a link that is no more.'],
      ['4', 'No network, or a server that is out of order, for too long.'],
      ['129, 130, 143', 'Ended by a signal; the same command goes on.'],
      ['141', 'Nobody reads standard output any more.'],
    ].flatMap(([status = '', says = '']) => ['.TP', `.B ${status}`, says]),
    '.SH JSON',
    'With',
    '.B \\-\\-json',
    'every line of standard output is an object with the members event, file, bytes and total; what does not apply is',
    'null. Done, failed and listed name a file by file, id, sha256 and bytes, and path where it lies on this disk. Events are start, progress, done, failed, listed, wait, resume, note, warning, wrote, and error, the last line of a',
    'command that ended with one. Some have more members: code and message say why; wrote a path, start has files, done of pull its',
    'origin, and error its exit. Files that are deleted by date have expires_at in done of send and in listed of ls.',
    '.SH NETWORK',
    'Certificates are checked.',
    '.B NODE_EXTRA_CA_CERTS',
    'names a file with the authority of your own that has signed one. Where a proxy is set, https goes through it, and is',
    'not opened by it.',
    '.SH ENVIRONMENT',
    ...[
      ['SEALPOST_LINK', 'The link of send and get, where neither an argument nor --link-file gives one.'],
      ['SEALPOST_TOKEN', 'The API token of commands that sign in, where --token-file gives none.'],
      [
        'SEALPOST_FILE, SEALPOST_ID, SEALPOST_SHA256, SEALPOST_ANSWERS',
        'What the program of --then is told of a file.',
      ],
      [
        'HTTPS_PROXY, NO_PROXY',
        'The proxy that https goes through, http://[NAME:PASSWORD@]HOST:PORT, and hosts that need none, separated by commas, each with all below it; * means all. In small letters they count first.',
      ],
      ['NODE_EXTRA_CA_CERTS', 'A file with certificates of authorities that are trusted besides.'],
      ['XDG_STATE_HOME', 'Where programs keep what they remember, in place of ~/.local/state.'],
      ['TMPDIR', 'Where standard input lies while it is sent.'],
    ].flatMap(([name = '', says = '']) => ['.TP', `.B ${escapeRoff(name)}`, roffLine(says)]),
    '.SH FILES',
    'On macOS these are below ~/Library/Application Support, on Windows below %LOCALAPPDATA%. You alone can read them.',
    ...[
      [
        '~/.local/state/sealpost/uploads',
        'What send has begun, with keys of large files under way; for seven days.',
      ],
      [
        '~/.local/state/sealpost/arrived',
        'What has arrived by which link, 500,000 files of each at most; for 30 days since it was last seen.',
      ],
      ['~/.local/state/sealpost/receipts', 'Receipts, where --receipt names no other place.'],
      [
        '~/.local/state/sealpost/visits',
        'Who we are to download links that only some may use; for seven days.',
      ],
      [
        '~/.local/state/sealpost/folders, ~/.local/state/sealpost/trust',
        'The keys and people of folders that were pulled or shared from, or made --with-key. Keep them: an older state is noticed by them.',
      ],
      ['DIR/.sealpost/files.jsonl', 'What was pulled into DIR, and does not come again.'],
      ['DIR/.sealpost-parts', 'What get and pull have not fetched whole yet, for 30 days.'],
      ['DIR/.incoming, DIR/.refused', 'What lies before the program of --then, and what it has refused.'],
    ].flatMap(([name = '', says = '']) => ['.TP', `.I ${escapeRoff(name)}`, roffLine(says)]),
    '.SH EXAMPLES',
    ...[
      ['sealpost send --link-file link.txt photos report.pdf', 'Send a folder and a file.'],
      [
        'tar c project | sealpost send --link-file link.txt --name project.tar -',
        'Send what another program writes.',
      ],
      [
        '0 2 * * * sealpost send --link-file ~/link.txt /var/backups',
        'Every night, by cron, what is new since the night before; a mail comes only when something went wrong.',
      ],
      ["sealpost get --link-file link.txt --only '*.pdf' downloads", 'Fetch some files of a link.'],
      [
        'sealpost pull --watch --token-file token --password-file password --then scan https://files.example.org/folders/view/7 arrived',
        'Follow a folder, and have each file scanned before it is in its place.',
      ],
      [
        'sealpost share --token-file token --into https://files.example.org --expires 14d report.pdf',
        'Send a file, and print a link that somebody else can fetch it by.',
      ],
      [
        "sealpost rm --token-file token --yes https://files.example.org/folders/view/7 'old/*'",
        'Delete what lies in one place of a folder.',
      ],
      ['sealpost verify-receipt receipt.txt photos', 'Compare files with a receipt.'],
    ].flatMap(([example = '', says = '']) => [
      '.PP',
      roffLine(says),
      '.PP',
      '.nf',
      '.RS',
      roffLine(example),
      '.RE',
      '.fi',
    ]),
    '.SH SECRETS',
    'The arguments of a program are seen by everybody on its machine. Links hold keys, so each command that takes one',
    'also takes it from a file, the environment or a prompt; passwords, tokens and codes are never taken as arguments.',
    '',
  ].join('\n')

const optionMacros = ({ name, short, placeholder, description }: OptionSpec): string[] => [
  '.TP',
  `${short === undefined ? '' : `\\fB\\-${short}\\fR, `}\\fB\\-\\-${escapeRoff(name)}\\fR${placeholder === undefined ? '' : ` \\fI${escapeRoff(placeholder)}\\fR`}`,
  roffLine(description),
]

export const escapeRoff = (plain: string): string =>
  plain
    .replaceAll('…', '...')
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('’', '\\(cq')
    .replaceAll('"', '\\(dq')

/** A line that begins with a dot or a quote would be a request. */
const roffLine = (plain: string): string => escapeRoff(plain).replace(/^(?=[.'])/, '\\&')
