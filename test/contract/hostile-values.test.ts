import { connect } from 'node:net'
import { assert, suite } from '@linecard/test-kit'
import { documentOf } from '../support/client.ts'
import { startInstallation, type Installation } from '../support/installation.ts'

/** Seen once as 500: `calls/1e308`, `tags?sort=`, a multipart body cut short. */
const test = suite('hostile values are refused, never a 500', { timeoutMs: 400_000, level: 'full' })
let house!: Installation
let key!: string
test.before(async () => {
  house = await startInstallation()
  const answer = await fetch(`${house.url}/api/v1/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'admin', password: process.env['LINECARD_ADMIN_PASSWORD'] }),
  })
  key = ((await answer.json()) as { data: { key: string } }).data.key
})
test.after(() => house?.stop())

interface Parameter {
  name: string
  in: string
  schema?: { type?: unknown }
}
interface Operation {
  operationId: string
  parameters?: Parameter[]
}

const numbers = [
  '1e308',
  '-1e308',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '1.5',
  'NaN',
  '0x10',
  '1e1',
]
const texts = [
  '',
  ' ',
  ',',
  '-',
  '-,-',
  "'",
  '%',
  '\\',
  '\u202e',
  'a'.repeat(300),
  '__proto__',
  'constructor',
]
/** Operations that end what this test needs. */
const left = new Set([
  'identity.sign-out',
  'identity.sessions.close',
  'identity.session.close',
  'identity.user.delete',
])

async function operations() {
  const { paths } = (await documentOf(house.url)) as unknown as {
    paths: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>
  }
  return Object.entries(paths).flatMap(([path, { parameters: shared = [], ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      id: operation.operationId,
      parameters: [...shared, ...(operation.parameters ?? [])],
    })),
  )
}

const isInner = (status: number) => status >= 500 && ![502, 503, 504].includes(status)

/** Sent to every operation, although an equal schema elsewhere has refused them. */
const always: ReadonlySet<string> = new Set(['1e308', '__proto__'])

test('every number in a path and a query, in forms that no id has', async () => {
  const failed: string[] = []
  /** What a schema has refused: parameters with an equal one refuse it before their operation sees it. */
  const refused = new Set<string>()
  let sent = 0
  async function ask(method: string, path: string, value: string, parameters: readonly Parameter[]) {
    const keys = parameters.map(one => JSON.stringify([one.in, one.schema, value]))
    if (!always.has(value) && keys.some(one => refused.has(one))) return
    sent++
    const response = await fetch(`${house.url}${path}`, { method, headers: { 'x-auth-key': key } })
    const text = await response.text()
    if (isInner(response.status)) failed.push(`${response.status} ${method} ${path}`)
    if (keys.length === 1 && text.includes('"code":"VALIDATION_ERROR"')) refused.add(keys[0]!)
  }
  for (const { method, path, id, parameters } of await operations()) {
    if (left.has(id)) continue
    const fill = (value: string) => path.replace(/\{\w+\}/g, encodeURIComponent(value))
    const inPath = parameters.filter(one => one.in === 'path')
    if (path.includes('{'))
      for (const value of [...numbers, ...texts.filter(Boolean)])
        await ask(method, fill(value), value, inPath)
    if (method !== 'GET') continue
    for (const parameter of parameters)
      if (parameter.in === 'query')
        for (const value of [...numbers, ...texts]) {
          const query = new URLSearchParams({ [parameter.name]: value })
          await ask('GET', `${fill('1')}?${query}`, value, [parameter])
          if (value === '') await ask('GET', `${fill('1')}?${query}&${query}`, 'twice', [parameter])
        }
  }
  assert.equal(failed, [])
  assert.ok(sent > 1_000, `only ${sent} requests`)
})

/** The status line that answers a form whose last parts are missing. */
const cutShort = (path: string, head: readonly string[], body: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(house.url)
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')))
    socket.on('data', piece => (text += piece.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''))
    socket.write(
      [`POST ${path} HTTP/1.1`, 'host: localhost', `x-auth-key: ${key}`, 'connection: close', ...head]
        .concat(`content-length: ${Buffer.byteLength(body)}`, '', body)
        .join('\r\n'),
    )
  })

test('a multipart body that is cut short is 400, as a form and as a file', async () => {
  const type = 'content-type: multipart/form-data; boundary=b'
  const whole = '--b\r\ncontent-disposition: form-data; name="ip"\r\n\r\n192.0.2.1\r\n'
  const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nip\r\n192.0.2.1'
  const paths = (await operations())
    .filter(({ method }) => method === 'POST')
    .map(({ path }) => path.replace(/\{\w+\}/g, '1'))
  const failed: string[] = []
  for (const path of paths)
    for (const body of ['', '--b', whole, file, `${whole}--b\r\ncontent-disp`, `${file}\r\n--b--`]) {
      const status = await cutShort(path, [type], body)
      if (!/^HTTP\/1\.1 (2|4|502|503|504)/.test(status))
        failed.push(`${path} ${JSON.stringify(body)}: ${status}`)
    }
  assert.equal(failed, [])
})
