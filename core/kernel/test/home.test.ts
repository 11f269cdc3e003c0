import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { Type as T } from 'typebox'
import { definePlugin } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { isBrowser, readerOf } from '../src/http/accept.ts'
import { pageOf, pagePolicy, type Home } from '../src/http/home/answer.ts'
import type { Running } from '../src/index.ts'
import { things } from './support/things.ts'
import { makeDatabase, start } from './support/world.ts'

const test = suite('kernel: pages for people with a browser')
/** As Firefox and Chromium send it. */
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8'
const hostile = `</title><script>alert(1)</script>"'&amp;`
const named = definePlugin({
  id: 'named',
  api: 1,
  config: T.Object({}),
  setup(ctx) {
    ctx.provide('panel', { name: () => hostile, address: () => null })
    return {}
  },
})

let db: Awaited<ReturnType<typeof makeDatabase>>
let run: Running
test.before(async () => {
  db = await makeDatabase()
  run = await start(db.url, [things, named])
})
test.after(async () => {
  await run?.stop()
  await db.drop()
})
const get = (path: string, accept = browser) => fetch(`${run.url}${path}`, { headers: { accept } })

test('GET / is a page without script and without anything from elsewhere, for browsers and for curl', async () => {
  for (const accept of [browser, '*/*']) {
    const answer = await get('/', accept)
    const page = await answer.text()
    assert.is(answer.status, 200)
    assert.match(answer.headers.get('content-type')!, 'text/html')
    assert.match(answer.headers.get('vary')!, 'Accept')
    const policy = answer.headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'/)
    assert.not.match(policy, /unsafe|https?:/)
    assert.not.match(page, /<script|<img|<link|<iframe|<form|\son\w+=|\sstyle=/i)
    for (const [, href] of page.matchAll(/href="([^"]*)"/g)) assert.is((await get(href!)).status, 200, href)
  }
})

test('the name of the installation is text, whatever it contains', async () => {
  const page = await (await get('/')).text()
  assert.not.match(page, hostile)
  assert.match(page, '<h1>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;amp;</h1>')
})

test('who wants JSON gets the same links as JSON', async () => {
  const answer = await get('/', 'application/json')
  assert.match(answer.headers.get('content-type')!, 'application/json')
  const { data } = (await answer.json()) as {
    data: { name: string; status: string; links: Record<string, string> }
  }
  assert.equal([data.name, data.status], [hostile, 'Up'])
  for (const name of ['document', 'yaml', 'explorer', 'ready'])
    assert.is((await get(data.links[name]!)).status, 200, name)
  const { links } = ((await (await get('/devices/17', 'application/json')).json()) as { data: typeof data })
    .data
  assert.is(links['object'], '/api/v1/device/17')
})

test('a page of an object says where to sign in, and no more whether the object exists or not', async () => {
  for (const [path, resource] of [
    ['/devices/17', '/api/v1/device/17'],
    ['/interfaces/4000000000', '/api/v1/device-interface/4000000000'],
  ] as const) {
    const answer = await get(path)
    const page = await answer.text()
    assert.is(answer.status, 200)
    assert.match(page, `${run.url}${resource}`)
    assert.match(page, 'Only who has signed in')
  }
  const [one, other] = await Promise.all(
    ['/devices/4711', '/devices/4712'].map(async path => (await get(path)).text()),
  )
  assert.is(one!.replaceAll('4711', '4712'), other)
})

test('an unknown path is a page for a browser and an error for a program; below the API always an error', async () => {
  for (const path of ['/panel', '/devices/x', `/%3Cscript%3E`, '/devices/12345678901']) {
    const page = await get(path)
    assert.equal([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8'], path)
    assert.match(await page.text(), 'There is no page')
    assert.match((await get(path, '*/*')).headers.get('content-type')!, 'json', path)
  }
  assert.match((await get('/api/v1/nothing')).headers.get('content-type')!, 'json')
  assert.match((await get('/api/v1/thing')).headers.get('content-type')!, 'json')
})

/** The answer to a request with this Host, which no client of Node would send. */
async function ask(host: string, path = '/'): Promise<string> {
  const { hostname, port } = new URL(run.url!)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\naccept: text/html\r\n\r\n`)
  let text = ''
  socket.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  await once(socket, 'close')
  return text
}

test('the lines to copy have the host of the request, if it is nothing but a host', async () => {
  assert.match(await ask('noc.example.net'), 'http://noc.example.net/api/v1/auth')
  assert.match(await ask('[2001:db8::1]:8088'), 'http://[2001:db8::1]:8088/api/v1/auth')
  const { port } = new URL(run.url!)
  for (const host of ["a';reboot;'", 'a$(reboot)', '<script>', 'a b', '"><b>', '`reboot`']) {
    const page = await ask(host)
    assert.not.match(page, /reboot|<script|<b>/, host)
    if (page.startsWith('HTTP/1.1 200')) assert.match(page, `http://127.0.0.1:${port}/api/v1/auth`, host)
  }
})

test('the lines are lines of a shell, and the hash of the style is that of the style', async () => {
  const page = await (await get('/devices/17')).text()
  const lines = /<pre>([^]*?)<\/pre>/.exec(page)![1]!
  const plain = lines.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const curl = 'curl() { echo "{\\"data\\":{\\"key\\":\\"abc\\"}} $*"; }'
  const { stdout } = await promisify(execFile)('sh', ['-c', `${curl}\n${plain}`])
  assert.match(stdout, `X-Auth-Key: abc ${run.url}/api/v1/device/17`)
  const style = /<style>([^]*?)<\/style>/.exec(page)![1]!
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(style))).toString('base64')
  assert.match(pagePolicy, `'sha256-${hash}'`)
})

test('what does not run is named on the page', () => {
  const home: Home = {
    name: 'Linecard',
    version: '1.2.3',
    status: 'Up',
    broken: ['links', '<b>'],
    origin: 'http://127.0.0.1:8088',
    object: null,
    missing: null,
  }
  assert.match(pageOf(home), 'runs without links, &lt;b&gt;')
  assert.match(pageOf({ ...home, broken: [] }), 'The service runs.')
  assert.match(pageOf({ ...home, status: 'Down' }), 'it cannot work')
})

test('who asks for HTML gets it, who prefers JSON does not, and only browsers name HTML', () => {
  for (const accept of [browser, '', '*/*', 'text/html', 'text/*', 'application/json;q=0.5, text/html'])
    assert.is(readerOf(accept), 'page', accept)
  for (const accept of [
    'application/json',
    'application/json, */*;q=0.5',
    'application/json, text/html;q=0',
    'application/json, text/html;q=x',
  ])
    assert.is(readerOf(accept), 'json', accept)
  assert.equal([browser, 'text/html;q=0', '*/*', ''].map(isBrowser), [true, false, false, false])
})
