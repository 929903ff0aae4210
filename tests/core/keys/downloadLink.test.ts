import { describe, expect, it } from 'vitest'
import { readDownloadLink, splitLinkAddress, splitPastedLink } from '../../../core/keys/downloadLink.ts'

const token = 'A'.repeat(22)
const link = `https://files.example.org/download/${token}#*:abc=`

describe.each(['', '.', '),', '%3E', '>'])('a link with %j behind it', (end) => {
  it('opens from the address bar', () => {
    const address = { linkToken: token, fragment: '*:abc=', exposed: false }
    expect(splitLinkAddress(`${token}#*:abc=${end}`)).toEqual(address)
    expect(splitLinkAddress(`${token}${end}`)).toEqual({ ...address, fragment: '' })
    expect(splitLinkAddress(`${token}%23*:abc=${end}`)).toEqual({ ...address, exposed: true })
  })

  it('opens when it is pasted', () => {
    expect(splitPastedLink(`<${link}${end}`)).toEqual({ linkToken: token, fragment: '*:abc=' })
    expect(splitPastedLink(`#*:abc=${end}`)).toEqual({ linkToken: null, fragment: '*:abc=' })
    expect(readDownloadLink(`<${link}${end}`)).toMatchObject({ linkToken: token, fragment: '*:abc=' })
  })
})
