import type { SimulatedOlt } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { sceneOf, startInstallation, type Installation } from '../../support/installation.ts'
import type { ClassName } from './classes.ts'
import { mapped } from './mapper.ts'
import { methods, type Known, type Method } from './methods.ts'
import { httpBuildQuery, jsonEncode } from './php.ts'
import { exchange, type Received } from './wire.ts'

/** Sends what the public PHP client of the reference system sends, byte for byte, and reads it as strictly. */
const test = suite('contract: the PHP client', { level: 'full' })
let house: Installation
let known: Known

test.before(async () => {
  house = await startInstallation({
    scene: sceneOf(
      [
        { kind: 'olt', name: 'olt', vendor: 'zte', model: 'C320', onusPerPort: 1 },
        { kind: 'switch', name: 'sw', vendor: 'dlink', model: 'DES-3200-28/C1' },
        { kind: 'router', name: 'router' },
      ],
      { vlans: [{ id: 100, name: 'internet' }] },
    ),
  })
  const add = async (name: string) => {
    const sim = house.simulated(name)
    return { ...(await house.add(sim)), ip: sim.ip }
  }
  const [olt, sw, router] = [await add('olt'), await add('sw'), await add('router')]
  type Row = { id: number; name: string; type: string; status: string; serial: string }
  const { simulated } = house.simulated('olt')
  const living = simulated as SimulatedOlt
  living.do({ do: 'appear', port: 'gpon_1/1/1', serial: 'ZTEGC1086C71', type: 'F660' })
  const rows = (id: number) => house.admin.get<Row[]>(`/device-interface/by-device/${id}`)
  const onu = await until('the ONUs', async () => (await rows(olt.id)).find(row => row.type === 'ONU'))
  const port = await until('the ports', async () => (await rows(sw.id)).find(({ status }) => status === 'Up'))
  const ask = <T>(module: string, id: number) => house.admin.get<T>(`/switcher-core/device/${module}/${id}`)
  const [fdb] = await ask<{ mac_address: string }[]>('fdb', sw.id)
  const arps = await ask<{ ip: string; mac: string | null }[]>('arps', router.id)
  const { model } = await house.admin.get<{ model: { id: number } }>(`/device/${sw.id}`)
  known = {
    olt,
    sw,
    router,
    onu: onu!,
    waiting: 'ZTEGC1086C71',
    port: port!,
    accessId: sw.access_id,
    modelId: model.id,
    made: {},
    mac: fdb!.mac_address,
    address: arps.find(({ mac }) => mac)!.ip,
  }
})
test.after(() => house?.stop())

const send = async ({ method, path, body }: Method): Promise<Received> => {
  const value = typeof body === 'function' ? (body as (known: Known) => unknown)(known) : body
  const json = value === undefined ? undefined : jsonEncode(value)
  const at = typeof path === 'function' ? path(known) : path
  return exchange({ url: house.url, key: house.admin.key! }, method, at, json)
}

/** As the client does: an error whatever its status, then `data` through the mapper. */
function read({ name, reads, makes }: Method, { body }: Received): void {
  assert.is(body.error, undefined, `${name}: ${JSON.stringify(body.error)}`)
  if (reads?.endsWith('[]')) {
    assert.ok(Array.isArray(body.data) && body.data.length > 0, `${name}: ${JSON.stringify(body.data)}`)
    for (const row of body.data) mapped(row, reads.slice(0, -2) as ClassName)
  } else if (reads) mapped(body.data, reads as ClassName)
  if (makes) known.made[makes] = body.data as { id: number }
}

test('the client has 44 methods', () => assert.is(new Set(methods.map(({ name }) => name)).size, 44))

for (const one of methods) {
  const { name, clientFails, refused } = one
  const said = clientFails
    ? `, although the client fails: ${clientFails}`
    : refused
      ? ': refused without a template'
      : ''
  test(`C: ${name}${said}`, async () => {
    const received = await send(one)
    if (refused) {
      assert.is(received.status, 422)
      assert.is(received.body.error?.code, refused)
    } else if (name === 'interfaces.delete') {
      assert.is(received.status, 404)
      assert.is(typeof received.body.error?.description, 'string')
    } else read(one, received)
  })
}

test('members that mean nothing are named; secrets that were null are kept', async () => {
  const body = { name: 'kept', params: [], community: 'one', login: null, password: 'two', httpClient: {} }
  const wire = { url: house.url, key: house.admin.key! }
  const made = await exchange(wire, 'POST', 'device-access', jsonEncode(body))
  assert.equal(made.body.meta, { ignored: ['httpClient'] })
  const { id } = made.body.data as { id: number }
  const nothing = { id, name: 'kept', params: [], community: null, login: null, password: null, mapper: {} }
  await exchange(wire, 'PUT', `device-access/${id}`, jsonEncode(nothing))
  const secrets = await exchange(wire, 'GET', `device-access/${id}/secrets`)
  assert.equal(secrets.body.data, { password: 'two', public_community: 'one' })
})

test('an empty key is none, and an error has a description that is a text', async () => {
  const { status, body } = await exchange({ url: house.url, key: '' }, 'GET', 'device')
  assert.is(status, 401)
  assert.is(typeof body.error?.description, 'string')
  assert.not.ok('data' in body)
})

test('the encodings of PHP', () => {
  assert.is(jsonEncode({ a: 'х/y', b: [], c: {} }), '{"a":"\\u0445\\/y","b":[],"c":{}}')
  assert.is(httpBuildQuery({ a: true, b: null, c: '1/3 x', d: false }), 'a=1&c=1%2F3+x&d=0')
})
