import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { forgetPrefetched, prefetch } from '../../../src/api/prefetch.ts'
import { callApi, csrfToken, onSessionEnd } from '../../../src/api/client.ts'
import { serverNow, updateServerClock } from '../../../src/api/serverClock.ts'

const jsonResponse = (status: number, body?: unknown) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status })

describe('callApi', () => {
  const fetchMock = vi.fn<typeof fetch>()
  const cookies = { cookie: '' }

  beforeEach(() => {
    fetchMock.mockReset()
    cookies.cookie = 'other=1; csrftoken=a%2Bb'
    vi.stubGlobal('fetch', fetchMock)
    vi.stubGlobal('document', cookies)
  })
  afterEach(() => vi.unstubAllGlobals())

  const sentHeaders = (n: number) => fetchMock.mock.calls[n]?.[1]?.headers as Record<string, string>

  it('copies the CSRF cookie into the header of unsafe methods only', async () => {
    expect(csrfToken()).toBe('a+b')
    fetchMock.mockImplementation(() => Promise.resolve(jsonResponse(200, { user: {} })))
    await callApi('getCurrentUser')
    await callApi('logout')
    expect(sentHeaders(0)).not.toHaveProperty('x-csrftoken')
    expect(sentHeaders(1)['x-csrftoken']).toBe('a+b')
  })

  it('sends no header of a cookie that is none of ours', () => {
    cookies.cookie = 'csrftoken=%'
    expect(csrfToken()).toBe('')
  })

  it('takes an answer that was asked for before it, once, however it ended', async () => {
    const params = { link_token: 'abc' }
    const url = '/api/upload/abc/status'
    fetchMock.mockImplementation(() => Promise.resolve(jsonResponse(200, { title: 'A' })))
    expect(await (await prefetch(url)).clone().json()).toEqual({ title: 'A' })
    await expect(callApi('getUploadStatus', { params })).resolves.toEqual({ title: 'A' })
    expect(fetchMock).toHaveBeenCalledTimes(1)
    await callApi('getUploadStatus', { params })
    expect(fetchMock).toHaveBeenCalledTimes(2)
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(prefetch(url)).rejects.toThrow()
    await expect(callApi('getUploadStatus', { params })).rejects.toMatchObject({
      fault: { code: 'unanswered' },
    })
  })

  it('takes the time from an answer that was asked for before, too, by when that came', async () => {
    const params = { link_token: 'abc' }
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ['Date'] })
    onTestFinished(() => {
      updateServerClock(new Date().toUTCString(), Date.now())
      vi.useRealTimers()
    })
    const date = new Date(Date.now() + 86_400_000).toUTCString()
    fetchMock.mockImplementation(() => Promise.resolve(Response.json({}, { headers: { date } })))
    await prefetch('/api/upload/abc/status')
    vi.setSystemTime(Date.UTC(2026, 0, 1, 1))
    await callApi('getUploadStatus', { params })
    expect(serverNow() - Date.now()).toBe(86_400_000)
  })

  it('takes no answer that was forgotten', async () => {
    fetchMock.mockImplementation(() => Promise.resolve(jsonResponse(200, { title: 'A' })))
    await prefetch('/api/upload/abc/status')
    forgetPrefetched()
    await callApi('getUploadStatus', { params: { link_token: 'abc' } })
    expect(fetchMock).toHaveBeenCalledTimes(2)
  })

  it('takes a page that answers in the place of the server for no answer', async () => {
    fetchMock.mockResolvedValueOnce(new Response('<h1>Sign in to this network</h1>'))
    await expect(callApi('getCurrentUser')).rejects.toMatchObject({ fault: { code: 'unanswered' } })
  })

  it('tries once more with the cookie that a CSRF refusal has set', async () => {
    fetchMock.mockImplementationOnce(() => {
      cookies.cookie = 'csrftoken=fresh'
      return Promise.resolve(jsonResponse(403, { detail: 'CSRF validation failed' }))
    })
    fetchMock.mockResolvedValueOnce(jsonResponse(204))
    await expect(callApi('deleteFolder', { params: { id: 7 } })).resolves.toBeNull()
    expect(sentHeaders(1)['x-csrftoken']).toBe('fresh')
    expect(fetchMock.mock.calls.map(([url]) => url)).toEqual(['/api/folders/7', '/api/folders/7'])
  })

  it('does not try a third time, nor after another 403', async () => {
    fetchMock.mockImplementation(() =>
      Promise.resolve(jsonResponse(403, { detail: 'CSRF validation failed' })),
    )
    await expect(callApi('logout')).rejects.toMatchObject({ fault: { code: 'csrf' } })
    expect(fetchMock).toHaveBeenCalledTimes(2)
    fetchMock.mockClear().mockImplementation(() => Promise.resolve(jsonResponse(403, { detail: 'No.' })))
    await expect(callApi('logout')).rejects.toMatchObject({ fault: { code: 'refused', status: 403 } })
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })

  describe('where a server is of an older build than the page', () => {
    const detail = [{ loc: ['body', 'later'], msg: 'Unknown field.', type: 'unknown_field' }]
    const body = { max_downloads: null, later: 1 }
    const call = () => callApi('updateDownloadLink', { params: { id: 'a' }, body })

    it('asks again until another one has taken it, with all that it had to say', async () => {
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      for (let n = 0; n < 2; n++)
        fetchMock.mockImplementationOnce(() =>
          Promise.resolve(jsonResponse(422, { detail, code: 'unknownField' })),
        )
      fetchMock.mockImplementation(() => Promise.resolve(jsonResponse(204)))
      const called = call()
      await vi.runAllTimersAsync()
      await expect(called).resolves.toBeNull()
      expect(fetchMock.mock.calls.map(([, init]) => init?.body)).toEqual(Array(3).fill(JSON.stringify(body)))
    })

    it('says in the end that they are of two versions', async () => {
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      fetchMock.mockImplementation(() => Promise.resolve(jsonResponse(422, { detail, code: 'unknownField' })))
      const called = call().catch((error: unknown) => error)
      await vi.runAllTimersAsync()
      expect(await called).toMatchObject({ fault: { code: 'unknownField', status: 422 } })
      expect(fetchMock).toHaveBeenCalledTimes(5)
    })
  })

  it('tells listeners when the session has ended', async () => {
    const ended = vi.fn()
    const stop = onSessionEnd(ended)
    fetchMock.mockImplementation(() => Promise.resolve(jsonResponse(401, { detail: 'Session expired' })))
    await expect(callApi('getCurrentUser')).rejects.toMatchObject({ fault: { code: 'sessionExpired' } })
    stop()
    await expect(callApi('getCurrentUser')).rejects.toThrow()
    expect(ended).toHaveBeenCalledTimes(1)
  })

  it('says so when no answer comes, and passes an abort through', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(callApi('getCurrentUser')).rejects.toMatchObject({ fault: { code: 'unanswered' } })
    fetchMock.mockRejectedValueOnce(new DOMException('stopped', 'AbortError'))
    const signal = AbortSignal.abort()
    await expect(callApi('getCurrentUser', { signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('puts the query where it belongs', async () => {
    fetchMock.mockResolvedValueOnce(jsonResponse(200, []))
    await callApi('listFolders', { query: { sort_by: 'title', sort_order: 'asc' } })
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/folders/?sort_by=title&sort_order=asc')
  })
})
