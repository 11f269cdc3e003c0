import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { Create } from 'typebox/value'
import { assert, suite } from '@linecard/test-kit'
import { Config } from '../src/config.ts'
import { doctor } from '../src/doctor.ts'

const test = suite('the ports of the receivers')
const look = (settings: Partial<Config>, serviceRuns = false) =>
  doctor({ ...Create(Config), address: '127.0.0.1', ...settings }, { serviceRuns, path: '' })

test('receivers that are off need no port', async () => {
  assert.equal(await look({}), [])
})

test('a port of traps that is held fails, unless the running service may hold it', async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const settings = { snmp: true, snmp_port: socket.address().port }
  const [taken] = await look(settings)
  assert.is(taken?.state, 'fail')
  assert.match(taken!.found, `UDP port ${settings.snmp_port} of 127.0.0.1 cannot be opened (EADDRINUSE)`)
  assert.match(taken!.advice!, 'ss -lnp')
  assert.is((await look(settings, true))[0]?.state, 'ok')
  socket.close()
  await once(socket, 'close')
  assert.equal(
    (await look(settings)).map(({ state }) => state),
    ['ok'],
  )
})

test('syslog needs its port twice, and each is looked at', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const found = await look({ syslog: true, syslog_port: (server.address() as AddressInfo).port })
  assert.equal(
    found.map(({ state, found: text }) => [state, text.slice(0, 3)]),
    [
      ['ok', 'UDP'],
      ['fail', 'TCP'],
    ],
  )
  server.close()
})

test('an address that this machine does not have fails, whether or not the service runs', async () => {
  for (const running of [false, true]) {
    const [found] = await look({ snmp: true, address: '192.0.2.77' }, running)
    assert.is(found?.state, 'fail')
    assert.match(found!.advice!, 'traps.address')
  }
})
