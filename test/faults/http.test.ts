import { connect } from 'node:net'
import { assert, suite } from '@linecard/test-kit'
import { documentOf } from '../support/client.ts'
import { startInstallation, type Installation } from '../support/installation.ts'
import { queryOf } from '../support/requests.ts'

const test = suite('faults of browsers and pages', { level: 'full' })
let house: Installation
test.before(async () => {
  house = await startInstallation()
})
test.after(() => house.stop())

const script = '<script>alert(1)</script>'

test('hostile texts come back as JSON, and a browser takes no answer for a page', async () => {
  const { id } = await house.admin.post<{ id: number }>('/device-group', {
    name: script,
    description: '=cmd|/c calc',
  })
  const answer = await house.admin.ask<{ name: string; description: string }>('GET', `/device-group/${id}`)
  assert.equal([answer.data.name, answer.data.description], [script, '=cmd|/c calc'])
  assert.match(answer.headers.get('content-type')!, /^application\/json/)
  assert.is(answer.headers.get('x-content-type-options'), 'nosniff')
  assert.match(answer.headers.get('content-security-policy')!, "default-src 'none'")

  const wrong = await fetch(`${house.url}/api/v1/${encodeURIComponent(script)}`, {
    headers: { accept: 'text/html' },
  })
  assert.equal([wrong.status, wrong.headers.get('content-type')], [404, 'application/json; charset=utf-8'])
  assert.is(wrong.headers.get('x-content-type-options'), 'nosniff')
})

test('the content of a file decides whether it is a picture: SVG and HTML are not icons', async () => {
  const [model] = await house.admin.get<{ id: number }[]>('/device-model', { limit: 1 })
  for (const text of [`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, `<html>${script}`]) {
    const { status } = await house.admin.fails('PUT', `/device-model/${model!.id}/icon`, {
      body: { icon: Buffer.from(text).toString('base64') },
    })
    assert.is(status, 400)
  }
})

test('there is no WebSocket to hijack: an upgrade from a foreign page is refused', async () => {
  const { hostname, port } = new URL(house.url)
  for (const path of ['/', '/api/v1/device', '/swagger/']) {
    const said = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nOrigin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n\r\n`,
        ),
      )
      socket
        .on('data', chunk => {
          text += String(chunk)
          socket.end()
        })
        .on('close', () => resolve(text))
        .on('error', reject)
    })
    assert.match(said, /^HTTP\/1\.1 (200|400|401|404)/, path)
    assert.not.match(said, /access-control-allow-origin/i)
  }
})

test('every list is right at its ends: no rows, a page far after the last, a limit above the maximum, rows deleted between pages', async () => {
  for (let n = 0; n < 5; n++) await house.admin.post('/device-group', { name: `group ${n}` })
  const { paths } = await documentOf(house.url)
  const has = (get: object, wanted: string) =>
    ((get as { parameters?: { name: string }[] }).parameters ?? []).some(({ name }) => name === wanted)
  const lists = Object.entries(paths)
    // Charts (with a step) are of a device that must be named; they have tests of their own.
    .filter(([path, { get }]) => get && !path.includes('{') && has(get, 'offset') && !has(get, 'step'))
    .map(
      ([path, { get }]) =>
        [path.replace('/api/v1', ''), queryOf({ spec: get as Record<string, unknown> })] as const,
    )
  assert.ok(lists.length >= 5, lists.join())
  for (const [path, needed] of lists) {
    const page = (query: Record<string, string | number>) =>
      house.admin.ask<unknown[]>('GET', path, { query: { ...needed, ...query } })
    const all = await page({ limit: 1_000_000 })
    assert.is(all.status, 200, `${path}: ${all.text}`)
    const { total } = all.meta as { total: number }
    for (const [query, rows] of [
      [{ limit: 0 }, 0],
      [{ limit: 1, offset: 1_000_000_000 }, 0],
      [{ limit: 1, offset: Math.max(0, total - 1) }, Math.min(1, total)],
    ] as const) {
      const answer = await page(query)
      assert.is(answer.status, 200, `${path} ${JSON.stringify(query)}: ${answer.text}`)
      assert.equal([path, answer.data.length, (answer.meta as { total: number }).total], [path, rows, total])
    }
    for (const [name, value] of [
      ['limit', -1],
      ['offset', -1],
      ['offset', 1e12],
      ['limit', 'many'],
      ['offset', 1.5],
    ] as const)
      assert.is((await page({ [name]: value })).status, 400, `${path} ${name}=${value}`)
  }

  const first = await house.admin.ask<{ id: number }[]>('GET', '/device-group', {
    query: { limit: 2, sort: 'name' },
  })
  await house.admin.delete(`/device-group/${first.data.find(group => group.id > 0)!.id}`)
  const rest = await house.admin.ask<{ id: number }[]>('GET', '/device-group', {
    query: { limit: 100, offset: 1, sort: 'name' },
  })
  assert.is((rest.meta as { total: number }).total, rest.data.length + 1)
})
