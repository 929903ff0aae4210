import { expect, it } from 'vitest'
import { parseEnvironmentFile } from '../../server/config/environmentFile.ts'

/** As systemd.exec(5) says of EnvironmentFile=. */
it.each<[string, string, Record<string, string>]>([
  [
    'takes a value as it stands',
    'MAIL_FROM=Sealpost <files@example.org>',
    { MAIL_FROM: 'Sealpost <files@example.org>' },
  ],
  ['takes # and quotes within a value literally', `A=a#b "c" 'd' # e`, { A: `a#b "c" 'd' # e` }],
  ['leaves comments, empty lines and lines without = out', '# A=1\n;B=2\n\nC\nD=4', { D: '4' }],
  ['trims around a value, and lines', '  A =  b c \t\nB=\t', { A: 'b c', B: '' }],
  ['keeps spaces in quotes', `A=" b "\nB=' c '`, { A: ' b ', B: ' c ' }],
  ['reads \\ in double quotes as shells do', String.raw`A="\"\\\$\n"`, { A: String.raw`"\$\n` }],
  ['reads nothing in single quotes', String.raw`A='\"$x'`, { A: String.raw`\"$x` }],
  ['takes the character after \\ as it is elsewhere', String.raw`A=a\b\\c`, { A: String.raw`ab\c` }],
  ['joins lines that end with \\', 'A=one \\\ntwo\nB=3', { A: 'one two', B: '3' }],
  ['lets quotes go over lines', 'A="one\ntwo"\nB=3', { A: 'one\ntwo', B: '3' }],
  ['takes the last of two', 'A=1\nA=2', { A: '2' }],
  ['keeps names that systemd ignores, to be reported', 'export A=1\nB =2', { 'export A': '1', B: '2' }],
  ['reads lines of Windows', 'A=1\r\nB=2\r\n', { A: '1', B: '2' }],
])('%s', (_rule, text, variables) => {
  expect(parseEnvironmentFile(text)).toEqual(variables)
})
