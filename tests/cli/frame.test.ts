import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../../cli/commands.ts'
import { completionScript } from '../../cli/completion.ts'
import { exitCodes, exitCodeOf } from '../../cli/exitCodes.ts'
import { generalHelp, commandHelp } from '../../cli/help.ts'
import { manualPage } from '../../cli/manual.ts'
import { jsonReporter } from '../../cli/reporters/jsonReporter.ts'
import { LineReporter } from '../../cli/reporters/lineReporter.ts'
import { readLink, readPassword } from '../../cli/secrets.ts'
import { fault } from '../../core/faults/fault.ts'
import { testContext } from './testContext.ts'

const link = 'https://files.example.org/upload/abc#k=1'

const fileEvent = (file: string) => ({ file, id: null, sha256: null, bytes: null })

describe('what a command is given', () => {
  it.each([['--nothing'], ['--link-file'], ['--json=yes']])(
    'is refused where it takes none: %s',
    (option) => {
      expect(() => testContext(['send', option])).toThrow(
        expect.objectContaining({ exitCode: exitCodes.usage }) as Error,
      )
    },
  )

  it('holds a link from an argument, a file, the environment, or an answer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'link-'))
    const file = join(folder, 'link')
    writeFileSync(file, `\uFEFF${link}\r\nsecond line\n`)
    const given = [
      testContext(['send', link, 'a']),
      testContext(['send', '--link-file', file, 'a']),
      testContext(['send', 'a'], { env: { SEALPOST_LINK: link } }),
      testContext(['send', 'a'], { answers: [` ${link} `] }),
    ]
    for (const context of given) expect(await readLink(context)).toEqual({ link, otherArgs: ['a'] })
    rmSync(folder, { recursive: true })
  })

  it('holds no link twice, and none that nobody gives', async () => {
    const usage = { exitCode: exitCodes.usage }
    await expect(readLink(testContext(['send', '--link-file', 'x', link]))).rejects.toMatchObject(usage)
    await expect(readLink(testContext(['send', 'a']))).rejects.toMatchObject(usage)
    await expect(readPassword(testContext(['get', '--password-file', '/none']), '?')).rejects.toMatchObject(
      usage,
    )
  })

  it('is said to be no link where one should be', async () => {
    const expectedError = {
      exitCode: exitCodes.usage,
      message: expect.stringContaining("'foo' is no link") as string,
    }
    for (const command of ['send', 'get'])
      await expect(readLink(testContext([command, 'foo', 'dir']))).rejects.toMatchObject(expectedError)
    const asking = testContext(['send', 'foo', 'dir'], { answers: [link] })
    expect(await readLink(asking)).toEqual({ link, otherArgs: ['foo', 'dir'] })
    expect(asking.questions).toEqual(["'foo' is no link. Link:"])
  })

  it('never is a password or a token', () => {
    const named = commands.flatMap(({ options }) => options.map(({ name }) => name))
    expect(
      named.filter((name) => /^(password|token|code|key|recovery)/.test(name) && !name.endsWith('-file')),
    ).toEqual([])
  })
})

describe('what a command says', () => {
  it('is a line of JSON with the same members always', () => {
    const lines: unknown[] = []
    const report = jsonReporter((line) => lines.push(JSON.parse(line)))
    report.emit({ event: 'start', files: 2, bytes: 1, total: 5 })
    report.emit({ event: 'failed', ...fileEvent('a'), why: fault('file-changed') })
    expect(lines).toEqual([
      { event: 'start', file: null, bytes: 1, total: 5, files: 2 },
      expect.objectContaining({ event: 'failed', file: 'a', bytes: null, total: null, code: 'file-changed' }),
    ])
  })

  it('commands no terminal as lines of JSON either, and keeps the name as it is', () => {
    let text = ''
    const file = 'a\u001b[2J\u009b2J\u202e\u007f\u2028b'
    jsonReporter((line) => (text += line)).emit({ event: 'done', ...fileEvent(file), bytes: 1 })
    expect(text).not.toMatch(/[\u001b\u007f-\u009f\u2028\u202e]/)
    expect(JSON.parse(text)).toMatchObject({ file })
  })

  const lines = (showsProgress: boolean) => {
    let text = ''
    const writeResult = () => undefined
    const options = { writeResult, showsProgress, columns: () => 40, now: () => 0 }
    const report = new LineReporter({ ...options, write: (more) => (text += more) })
    return { report, text: () => text }
  }

  it('says for what it waits, also where nobody watches', () => {
    const { report, text } = lines(false)
    report.emit({ event: 'wait', message: 'a.example does not answer. It is asked again and again.' })
    report.emit({ event: 'resume', message: 'The server answers again.' })
    expect(text()).toBe('a.example does not answer. It is asked again and again.\n')
  })

  it('counts files that had all arrived before it says that all is done', () => {
    let text = ''
    const write = (more: string) => (text += more)
    const options = { write, writeResult: write, showsProgress: false, isVerbose: true, columns: () => 40 }
    let now = 0
    const report = new LineReporter({ ...options, now: () => now })
    report.emit({ event: 'start', files: 2, bytes: 0, total: 5 })
    now = 1
    report.emit({ event: 'progress', bytes: 5, total: 5 })
    for (const name of ['a', 'b']) report.emit({ event: 'done', ...fileEvent(name), bytes: 3 })
    report.emit({ event: 'progress', bytes: 5, total: 5 })
    expect(text.match(/100 %.*files/g)).toEqual(['100 % 2 of 2 files'])
  })

  it('is only what went wrong where nobody watches', () => {
    const { report, text } = lines(false)
    report.emit({ event: 'start', files: 1, bytes: 0, total: 5 })
    report.emit({ event: 'progress', bytes: 3, total: 5 })
    report.emit({ event: 'note', message: 'Nothing special.' })
    report.emit({ event: 'done', ...fileEvent('a'), bytes: 3 })
    report.close()
    expect(text()).toBe('')
    report.emit({ event: 'failed', ...fileEvent('b'), why: 'It is not there.' })
    expect(text()).toBe('b: It is not there.\n')
  })

  it('is with --verbose every file too, and a line of how far it is in half a minute', () => {
    let [text, now] = ['', 0]
    const options = { writeResult: () => undefined, showsProgress: false, isVerbose: true, columns: () => 40 }
    const report = new LineReporter({ ...options, now: () => now, write: (more) => (text += more) })
    report.emit({ event: 'start', files: 2, bytes: 0, total: 4000 })
    for (now = 0; now <= 60_000; now += 1000)
      report.emit({ event: 'progress', bytes: now / 1000, total: 4000 })
    report.emit({ event: 'done', ...fileEvent('a'), bytes: 3 })
    report.emit({ event: 'note', message: 'Nothing special.' })
    const lines = text.split('\n')
    expect(lines.filter((line) => line.includes('of 2 files'))).toHaveLength(3)
    expect(lines.slice(-3)).toEqual(['a: done', 'Nothing special.', ''])
    expect(text).not.toContain('\r')
  })

  it('commands no terminal, whatever a file is called', () => {
    const { report, text } = lines(false)
    report.emit({ event: 'failed', ...fileEvent('a\u001b[2Jb\u202ec\r\n'), why: 'No.' })
    report.emit({ event: 'warning', message: 'Said \u001b[2J by a server.' })
    expect(text()).not.toMatch(/[\u001b\u202e\r]/)
  })

  it('moves in one line that is never wider than the terminal', () => {
    const { report, text } = lines(true)
    report.emit({ event: 'start', files: 200_000, bytes: 0, total: 5e12 })
    report.emit({ event: 'progress', bytes: 3e12, total: 5e12 })
    const drawn = text().split('\r\u001b[K')
    expect(drawn.every((line) => line.length < 40)).toBe(true)
    report.close()
    expect(text().endsWith('\r\u001b[K')).toBe(true)
  })
})

describe('the exit code', () => {
  it.each([408, 425, 500, 503, 521])('says that the network or the server does not work: %i', (status) => {
    expect(exitCodeOf(fault('refused', { status }))).toBe(exitCodes.network)
  })

  it.each([400, 404, 429, 501, 505, 507, 511])('says that a response refuses: %i', (status) => {
    expect(exitCodeOf(fault('refused', { status }))).toBe(exitCodes.refused)
  })

  it('tells scripts who is to blame', () => {
    expect(exitCodeOf(fault('unanswered'))).toBe(exitCodes.network)
    expect(exitCodeOf(fault('device-full'))).toBe(exitCodes.someFailed)
    expect(exitCodeOf(fault('other-recipient'))).toBe(exitCodes.refused)
  })
})

describe('what is made of the list of commands', () => {
  it('is help, which names every option', () => {
    for (const command of commands) {
      expect(generalHelp()).toContain(command.name)
      for (const { name } of command.options) expect(commandHelp(command)).toContain(`--${name}`)
      expect(
        commandHelp(command)
          .split('\n')
          .every((line) => line.length <= 80),
      ).toBe(true)
    }
  })

  it('is a manual, in which no line is a request by accident', () => {
    const known = /^\.(TH|SH|SS|TP|PP|B|I|br|nf|fi|RS|RE)( |$)/
    const page = manualPage('0.1.0').split('\n')
    expect(page.filter((line) => /^[.']/.test(line) && !known.test(line))).toEqual([])
    expect(page.some((line) => line.includes('\\-\\-fingerprint'))).toBe(true)
    for (const section of ['ENVIRONMENT', 'FILES', 'EXAMPLES']) expect(page).toContain(`.SH ${section}`)
  })

  it.runIf(existsSync('/usr/bin/bash'))('is a script that completes in bash', () => {
    const script = `${completionScript('bash')}
      complete_of() { COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _sealpost 2>/dev/null; echo "\${COMPREPLY[@]}"; }
      complete_of sealpost ver; complete_of sealpost get --zi; complete_of sealpost completion fi`
    const output = execFileSync('/usr/bin/bash', ['-c', script], { encoding: 'utf8' })
    expect(output).toBe('verify-receipt verify-server\n--zip\nfish\n')
  })
})
