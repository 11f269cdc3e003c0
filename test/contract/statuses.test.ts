import { request } from 'node:http'
import { assert, suite } from '@linecard/test-kit'
import { documentOf } from '../support/client.ts'
import { bodiesOf, contractOf, type Contract, type DocumentOperation } from '../support/contract.ts'
import { startInstallation, type Installation } from '../support/installation.ts'

/** Every operation is asked wrongly in every way. Each answer has to be in the document. */
const test = suite('statuses of the document', { level: 'full' })

let house!: Installation
let contract!: Contract
test.before(async () => {
  house = await startInstallation({ http: { rate_limit: { max: 1_000_000, window_sec: 60 } } })
  contract = contractOf(await documentOf(house.url))
})
test.after(() => house?.stop())

interface Wrong {
  key?: string | null
  query?: string
  type?: string
  headers?: Record<string, string>
  body?: string
}

const send = (operation: DocumentOperation, wrong: Wrong) =>
  new Promise<{ status: number; type: string; names: string[]; text: string }>((resolve, reject) => {
    const { key = house.admin.key, query = '', type, headers = {}, body } = wrong
    const path = operation.path.replace('{from}', 'device').replace(/\{[^}]+\}/g, '999999')
    const sent = request(
      `${house.url}${path}${query}`,
      {
        method: operation.method.toUpperCase(),
        agent: false,
        headers: {
          ...(key === null ? {} : { 'x-auth-key': key }),
          ...(type ? { 'content-type': type } : {}),
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      },
      answer => {
        let text = ''
        answer
          .setEncoding('utf8')
          .on('data', (piece: string) => {
            text += piece
          })
          .on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              type: answer.headers['content-type'] ?? '',
              names: Object.keys(answer.headers),
              text,
            }),
          )
          .on('error', reject)
      },
    )
    sent.on('error', reject).end(body)
  })

/** The statuses of all operations asked in this way. Each answer is checked against the document. */
async function ask(wrong: (operation: DocumentOperation) => Wrong | null): Promise<Map<string, number>> {
  const came = new Map<string, number>()
  for (const operation of contract.operations) {
    const how = wrong(operation)
    if (!how) continue
    const { status, type, names, text } = await send(operation, how)
    const body = /[/+]json/.test(type) ? (JSON.parse(text) as unknown) : undefined
    const { method, path } = operation
    contract.check({ method, path, status, contentType: type, headers: names, body })
    came.set(operation.operationId, status)
  }
  return came
}

const isPublic = ({ spec }: DocumentOperation) => spec['x-permission'] === 'public'
/** The errors of an upload tell how the file is to be sent: 400. */
const takesJson = (operation: DocumentOperation) => 'application/json' in bodiesOf(operation)
const isLeaving = ({ operationId }: DocumentOperation) => operationId === 'identity.sign-out'
const only = (statuses: Map<string, number>, status: number) =>
  assert.equal(
    [...statuses].filter(([, came]) => came !== status),
    [],
  )

test('statuses that occur are documented: 401 without a key and with a wrong one', async () => {
  only(await ask(operation => (isPublic(operation) ? null : { key: null })), 401)
  only(await ask(operation => (isPublic(operation) ? null : { key: 'wrong' })), 401)
})

test('statuses that occur are documented: 400 for unknown parameters and broken JSON', async () => {
  const unknown = await ask(operation => (isLeaving(operation) ? null : { query: '?no_such_parameter=1' }))
  only(new Map([...unknown].filter(([id]) => !id.startsWith('equipment.module.'))), 400)
  const broken = await ask(operation =>
    takesJson(operation) ? { type: 'application/json', body: '{' } : null,
  )
  only(broken, 400)
})

test('statuses that occur are documented: 415 for other media types, 413 for bodies without end', async () => {
  only(await ask(operation => (takesJson(operation) ? { type: 'text/x-other', body: 'x' } : null)), 415)
  const large = `{"a":"${'x'.repeat(30_000_000)}"}`
  const came = await ask(operation =>
    takesJson(operation) && operation.operationId.startsWith('system.')
      ? { type: 'application/json', body: large }
      : null,
  )
  only(came, 413)
})

test('statuses that occur are documented: 417 for another Expect, 431 for long headers', async () => {
  only(await ask(() => ({ headers: { expect: 'a-pony' } })), 417)
  only(await ask(() => ({ headers: { 'x-long': 'x'.repeat(20_000) } })), 431)
})

test('statuses that occur are documented: 404 and 412 for what is not there or has changed', async () => {
  await ask(operation => (isLeaving(operation) || operation.method !== 'get' ? null : {}))
  await ask(operation =>
    isLeaving(operation) || operation.method === 'get'
      ? null
      : { headers: { 'if-match': 'W/"other"' }, type: 'application/json', body: '{}' },
  )
})

test('statuses that occur are documented: errors of RFC 9457 with their own media type', async () => {
  const accept = 'application/problem+json'
  only(await ask(operation => (isPublic(operation) ? null : { key: null, headers: { accept } })), 401)
})
