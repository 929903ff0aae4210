import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { TargetFolder } from '../../../../cli/download/targetFolder.ts'
import { fileVariables, ThenCommand } from '../../../../cli/pull/thenCommand.ts'
import { scratchFolder } from '../../../server/scratchFolder.ts'
import { testContext } from '../../testContext.ts'
import { contentByPath, failureByFile, messagesOfKind, runPull, setUpPull, writeScript } from './setUpPull.ts'

const files = [
  { name: 'good.txt', content: 'all is well' },
  { name: 'bad.txt', content: 'a virus in it' },
]

/** A process, or all but its number, which nobody has asked for. */
const isProcessGone = (pid: number): Promise<boolean> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (text) => text.includes(' Z '),
    () => true,
  )

// Commands are observed in /proc.
describe.runIf(process.platform === 'linux')('--then', () => {
  it('leaves the list of pulled files closed where it cannot begin', async () => {
    const { run, dir } = await setUpPull()
    await mkdir(dir, { recursive: true })
    await writeFile(join(dir, '.refused'), 'no folder')
    expect((await run('--then', await writeScript('true'))).code).toBe(1)
    const opened = (await readdir('/proc/self/fd')).map((one) =>
      readlink(`/proc/self/fd/${one}`).catch(() => ''),
    )
    expect((await Promise.all(opened)).filter((path) => path.startsWith(dir))).toEqual([])
  })

  it('lets a command refuse by content: what is refused is never in its place, is said, and does not come again', async () => {
    const { send, run, dir } = await setUpPull()
    await send(files)
    const scan = await writeScript('! grep -q virus "$1"')
    const { code, events } = await run('--then', scan)
    expect(code).toBe(2)
    expect(await contentByPath(dir)).toEqual({ 'good.txt': 'all is well' })
    expect(await readFile(join(dir, '.refused/bad.txt'), 'utf8')).toBe('a virus in it')
    expect(failureByFile(events)['bad.txt']).toMatch(/refused it \(1\)\. It is in .*\.refused\/bad\.txt/)
    expect((await run('--then', scan)).code).toBe(0)
    expect((await run('--then', scan, '--again')).code).toBe(0)
    expect(Object.keys(await contentByPath(dir))).toEqual(['good.txt'])
  })

  it('shows the command the whole file, under its own name, to nobody else, and tells it no secret', async () => {
    const { send, run, dir, token, contextOptions } = await setUpPull()
    const names = ['a b.txt', '-rf', '$(touch x)`y`;z', '*.pdf', 'Übergrößen.docx']
    await send(names.map((name) => ({ name, content: name, path: 'deep' })))
    const log = join(await scratchFolder(), 'log')
    const spy = await writeScript(
      `{ echo "$#"; basename -- "$1"; dirname -- "$1"; stat -c %a -- "$1"; cat -- "$1"; echo; ls -A "${dir}"; env; echo; } >> '${log}'`,
    )
    expect((await run('--then', spy)).code).toBe(0)
    const logText = await readFile(log, 'utf8')
    for (const name of names.map((one) => one.replace('*', '_')))
      expect(logText).toContain(`1\n${name}\n${join(dir, '.incoming')}/`)
    expect(logText.match(/^600$/gm)).toHaveLength(names.length)
    expect(logText).not.toContain(token)
    expect(logText).not.toContain('SEALPOST_TOKEN')
    expect(logText).toContain(`PATH=${contextOptions.env?.PATH}`)
    expect(Object.values(await contentByPath(dir)).sort()).toEqual([...names].sort())
    const { mode } = await stat(join(dir, 'deep/a b.txt'))
    // As any other file that is made there.
    const other = join(dir, 'other')
    await writeFile(other, '')
    expect(mode).toBe((await stat(other)).mode)
  })

  it('runs one at a time', async () => {
    const { send, run } = await setUpPull()
    await send(Array.from({ length: 12 }, (_, i) => ({ name: `${i}`, content: `${i}` })))
    const lock = join(await scratchFolder(), 'lock')
    const alone = await writeScript(`mkdir '${lock}' || exit 1; cat "$1" > /dev/null; rmdir '${lock}'`)
    expect((await run('--then', alone)).code).toBe(0)
  })

  it('takes a file that the command has moved away as done, and says of one that it has changed', async () => {
    const { send, run, dir } = await setUpPull()
    await send(files)
    const away = await scratchFolder()
    const taking = await writeScript(
      `case "$1" in *good*) mv -- "$1" '${away}' ;; *) echo more >> "$1" ;; esac`,
    )
    const { code, events } = await run('--then', taking)
    expect(code).toBe(0)
    expect(await contentByPath(away)).toEqual({ 'good.txt': 'all is well' })
    expect(await contentByPath(dir)).toEqual({ 'bad.txt': 'a virus in itmore\n' })
    expect(messagesOfKind(events, 'warning').join()).toContain('bad.txt: the program changed it')
    expect((await run('--then', taking, '--again')).code).toBe(0)
    expect(await contentByPath(away)).toEqual({ 'good.txt': 'all is well' })
  })

  it('does not put in place what the command has put there instead', async () => {
    const { send, run, dir } = await setUpPull()
    await send([{ name: 'a.txt', content: 'x' }])
    const swap = await writeScript('rm -- "$1"; ln -s /etc/passwd "$1"')
    expect((await run('--then', swap)).code).toBe(2)
    expect(await contentByPath(dir)).toEqual({})
  })

  it('refuses where the command takes longer than it may, with all that it has begun', async () => {
    const { send, run, dir } = await setUpPull()
    await send([{ name: 'a.txt', content: 'x' }])
    const begun = join(await scratchFolder(), 'begun')
    const hanging = await writeScript(
      `(trap '' TERM; while :; do sleep 1000; done) & echo $! > '${begun}'; sleep 1000`,
    )
    const { code, events } = await run('--then', hanging, '--then-limit', '3')
    expect(code).toBe(2)
    await expect.poll(async () => isProcessGone(Number(await readFile(begun, 'utf8')))).toBe(true)
    expect(failureByFile(events)['a.txt']).toContain('did not end within 3 s')
    expect(Object.keys(await contentByPath(dir, true))).toContain('.refused/a.txt')
  })

  it('ends with the program, which leaves the file to the next run', async () => {
    const { send, commandLine, contextOptions, dir, run } = await setUpPull()
    await send([{ name: 'a.txt', content: 'x' }])
    const begun = join(await scratchFolder(), 'begun')
    const hanging = await writeScript(`echo $$ > '${begun}'; sleep 1000`)
    const control = new AbortController()
    const result = runPull(
      testContext(commandLine('--then', hanging), { ...contextOptions, signal: control.signal }),
    )
    await expect.poll(() => readFile(begun, 'utf8').catch(() => '')).not.toBe('')
    control.abort()
    await expect(result).rejects.toThrow()
    await expect.poll(async () => isProcessGone(Number(await readFile(begun, 'utf8')))).toBe(true)
    expect(await contentByPath(dir)).toEqual({})
    expect((await run('--then', await writeScript('exit 0'))).code).toBe(0)
    expect(await contentByPath(dir, true)).toMatchObject({ 'a.txt': 'x' })
  })

  it('believes a command that ends well though the program ends: what it has taken is done', async () => {
    const { send, commandLine, contextOptions, run } = await setUpPull()
    await send([{ name: 'a.txt', content: 'x' }])
    const [away, folder] = [await scratchFolder(), await scratchFolder()]
    const [begun, told] = [join(folder, 'begun'), join(folder, 'told')]
    const importing = await writeScript(
      `trap ': > "${told}"' TERM; echo >> '${begun}'; while ! [ -e '${told}' ]; do sleep 0.1; done; mv -- "$1" '${away}'`,
    )
    const control = new AbortController()
    const result = runPull(
      testContext(commandLine('--then', importing), { ...contextOptions, signal: control.signal }),
    )
    await expect.poll(() => readFile(begun, 'utf8').catch(() => '')).not.toBe('')
    control.abort()
    await result.catch(() => undefined)
    expect(await contentByPath(away)).toEqual({ 'a.txt': 'x' })
    expect((await run('--then', importing)).code).toBe(0)
    expect(await readFile(begun, 'utf8')).toBe('\n')
  })

  it('starts no command once the program ends', async () => {
    const targetFolder = await TargetFolder.open(await scratchFolder())
    const partial = join(targetFolder.root, '.sealpost-parts', '12.a.txt')
    await mkdir(dirname(partial))
    await writeFile(partial, 'x')
    const started = join(await scratchFolder(), 'started')
    const command = await writeScript(`: > '${started}'`)
    const control = new AbortController()
    const { signal } = control
    const thenCommand = await ThenCommand.open({
      ...{ command, targetFolder, limitSeconds: undefined, env: process.env, signal },
    })
    const verdict = thenCommand.run(partial, fileVariables({ file: 'a.txt', id: 1, sha256: 'ab' }, null))
    // By then the file is on its way to the command.
    await setImmediate()
    control.abort()
    await expect(verdict).rejects.toBe(signal.reason)
    expect(existsSync(started)).toBe(false)
    expect(await readFile(partial, 'utf8')).toBe('x')
  })

  it('keeps what a command makes beside its file, and is not disturbed by it later', async () => {
    const { send, run, dir } = await setUpPull()
    const making = await writeScript('echo all is well > "$1.report"; mkdir "$1.d"; cp -- "$1" "$1.d/copy"')
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      await send([{ name, content: name }])
      expect((await run('--then', making)).code).toBe(0)
    }
    expect((await run()).code).toBe(0)
    const paths = Object.keys(await contentByPath(dir, true))
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      expect(paths).toContain(name)
      expect(paths.filter((path) => path.endsWith(`${name}/${name}.report`))).toHaveLength(1)
      expect(paths.filter((path) => path.endsWith(`${name}/${name}.d/copy`))).toHaveLength(1)
    }
  })

  it('asks for a command that can be run before anything is asked of the server', async () => {
    const { send, run, proxy } = await setUpPull()
    await send(files)
    const notRunnable = join(await scratchFolder(), 'scan')
    await writeFile(notRunnable, 'x')
    await chmod(notRunnable, 0o644)
    for (const command of ['no-such-command-here', notRunnable, '/tmp', './no-such'])
      expect(await run('--then', command), command).toMatchObject({ code: 1 })
    expect(proxy.calls).toEqual([])
    expect((await run('--then', 'true')).code).toBe(0)
  })

  it('gives back the file that a kill has left with a command, and nothing that the command made beside it', async () => {
    const { send, run, dir } = await setUpPull()
    await send([{ name: 'a.txt', content: 'x' }])
    const folder = join(dir, '.incoming/0123456789abcdef.a.txt')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'a.txt'), 'half')
    await writeFile(join(folder, 'a.txt.report'), 'begun')
    expect((await run('--then', 'true')).code).toBe(0)
    expect(await contentByPath(dir, true)).toMatchObject({ 'a.txt': 'x' })
    expect(
      Object.keys(await contentByPath(dir, true)).filter((path) => path.startsWith('.incoming')),
    ).toEqual(['.incoming/0123456789abcdef.a.txt/a.txt.report'])
  })
})
