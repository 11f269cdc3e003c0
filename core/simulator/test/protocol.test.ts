import { assert, suite } from '@linecard/test-kit'
import { startDevice, type Device } from '@linecard/simulator'
import snmp from 'net-snmp'
import { client, hasTools, textOf, tool } from './client.ts'
import { small } from './small.ts'

const test = suite('simulator protocol')
let device: Device
test.before(async () => {
  device = await startDevice({ ip: '127.8.1.1', port: 0, recording: small })
})
test.after(() => device.stop())

const status = (sent: Promise<unknown>) =>
  sent.then(
    () => 0,
    (error: unknown) => (error as { status: number }).status,
  )
const big = (value: unknown) => BigInt(`0x${(value as Buffer).toString('hex')}`)

test('v2c GET returns every type as recorded', async () => {
  const session = client(device)
  const all = [...small].map(({ oid }) => oid)
  const got = await session.get(...all)
  session.close()
  for (const [n, expected] of [...small].entries()) {
    assert.is(got[n]!.oid, expected.oid)
    assert.is(got[n]!.type, expected.type, expected.oid)
    const { value } = got[n]!
    assert.equal(
      expected.type === snmp.ObjectType.Counter64 ? big(value) : value,
      expected.value,
      expected.oid,
    )
  }
})

test('v2c GET distinguishes a missing instance from a missing object', async () => {
  const session = client(device)
  const [instance, object] = await session.get('1.3.6.1.2.1.2.2.1.2.7', '1.3.6.1.2.1.99.1.0')
  session.close()
  assert.is(instance!.type, 129)
  assert.is(object!.type, 128)
})

test('v2c GETNEXT goes through the MIB in numeric order and ends with endOfMibView', async () => {
  const session = client(device)
  const seen: string[] = []
  let at = '1.3'
  for (;;) {
    const [next] = await session.getNext(at)
    if (next!.type === 130) break
    seen.push((at = next!.oid))
  }
  session.close()
  assert.equal(
    seen,
    [...small].map(({ oid }) => oid),
  )
})

test('v2c GETBULK honours non-repeaters and repetitions, with the columns in turns', async () => {
  const session = client(device)
  const [uptime, names, counters] = await session.getBulk(
    ['1.3.6.1.2.1.1.2', '1.3.6.1.2.1.2.2.1.2', '1.3.6.1.2.1.2.2.1.10'],
    1,
    2,
  )
  session.close()
  assert.is((uptime as { oid: string }).oid, '1.3.6.1.2.1.1.2.0')
  assert.equal(
    (names as { oid: string }[]).map(({ oid }) => oid),
    ['1.3.6.1.2.1.2.2.1.2.1', '1.3.6.1.2.1.2.2.1.2.2'],
  )
  assert.equal(
    (counters as { oid: string }[]).map(({ oid }) => oid),
    ['1.3.6.1.2.1.2.2.1.10.1', '1.3.6.1.2.1.2.2.1.10.2'],
  )
})

test('v1 GET of a missing object returns noSuchName with the position', async () => {
  const session = client(device, { version: snmp.Version1 })
  const failure = await session
    .get('1.3.6.1.2.1.1.1.0', '1.3.6.1.2.1.1.9.0')
    .catch((error: unknown) => error as { status: number; message: string })
  session.close()
  assert.is((failure as { status: number }).status, snmp.ErrorStatus.NoSuchName)
  assert.match((failure as { message: string }).message, '1.3.6.1.2.1.1.9.0')
})

test('v1 never gets a Counter64', async () => {
  const session = client(device, { version: snmp.Version1 })
  const [next] = await session.getNext('1.3.6.1.2.1.4.20.1.1.192.0.2.255')
  const failure = await session
    .get('1.3.6.1.2.1.31.1.1.1.6.1')
    .catch((error: unknown) => error as { status: number })
  session.close()
  assert.is(next!.oid, '1.3.6.1.2.1.31.1.1.1.15.1')
  assert.is((failure as { status: number }).status, snmp.ErrorStatus.NoSuchName)
})

test('a wrong community gets no answer', async () => {
  const session = client(device, { community: 'guess', timeout: 150 })
  const failure = await session.get('1.3.6.1.2.1.1.1.0').catch((error: unknown) => error)
  session.close()
  assert.is((failure as Error).name, 'RequestTimedOutError')
})

test('SET changes this device only, not the recording', async () => {
  const other = await startDevice({ ip: '127.8.1.2', port: 0, recording: small })
  const write = client(other, { community: 'private' })
  await write.set({ oid: '1.3.6.1.2.1.1.5.0', type: 4, value: Buffer.from('renamed') })
  const [here] = await write.get('1.3.6.1.2.1.1.5.0')
  const walked = await write.walk('1.3.6.1.2.1.1')
  const elsewhere = client(device)
  const [there] = await elsewhere.get('1.3.6.1.2.1.1.5.0')
  write.close()
  elsewhere.close()
  await other.stop()
  assert.is(textOf(here), 'renamed')
  assert.equal(walked.map(textOf).at(-1), 'renamed')
  assert.is(textOf(there), 'acme-1')
})

test('SET with the read community, with a wrong type or for a missing object is refused and changes nothing', async () => {
  const other = await startDevice({
    ip: '127.8.1.3',
    port: 0,
    recording: small,
    behaviour: { creatable: ['1.3.6.1.4.1.99999.9'] },
  })
  const read = client(other)
  const write = client(other, { community: 'private' })
  const name = { oid: '1.3.6.1.2.1.1.5.0', type: 4, value: 'x' }
  assert.is(await status(read.set(name)), snmp.ErrorStatus.NoAccess)
  assert.is(
    await status(write.set(name, { oid: '1.3.6.1.2.1.1.1.0', type: 2, value: 7 })),
    snmp.ErrorStatus.WrongType,
  )
  assert.is(
    await status(write.set({ oid: '1.3.6.1.2.1.1.77.0', type: 4, value: 'x' })),
    snmp.ErrorStatus.NoCreation,
  )
  assert.is(textOf((await read.get('1.3.6.1.2.1.1.5.0'))[0]), 'acme-1')
  assert.is(await status(write.set({ oid: '1.3.6.1.4.1.99999.9.1.5', type: 2, value: 4 })), 0)
  const [row] = await read.walk('1.3.6.1.4.1.99999.9')
  assert.equal([row!.oid, row!.value], ['1.3.6.1.4.1.99999.9.1.5', 4])
  read.close()
  write.close()
  await other.stop()
})

test('an address that is in use is refused with address and reason', async () => {
  const failure = await startDevice({ ip: device.ip, port: device.port, recording: small }).catch(
    (error: unknown) => error,
  )
  assert.match(String(failure), `cannot listen on ${device.ip}:${device.port}`)
})

if (hasTools) {
  test('snmpget, snmpbulkwalk and snmpset of net-snmp agree with us', async () => {
    const at = `${device.ip}:${device.port}`
    assert.match(
      await tool('snmpget', '-v1', '-c', 'public', '-On', at, '1.3.6.1.2.1.1.1.0'),
      'STRING: "Acme switch"',
    )
    const lines = (await tool('snmpbulkwalk', '-v2c', '-c', 'public', '-Cr7', '-On', at, '1.3')).split('\n')
    assert.equal(
      lines
        .filter(line => line.startsWith('.1.3') && !line.includes('No more'))
        .map(line => line.slice(1, line.indexOf(' '))),
      [...small].map(({ oid }) => oid),
    )
    assert.match(lines.join(), 'Counter64: 18446744073709551615')
    assert.match(await tool('snmpset', '-v2c', '-c', 'public', at, '1.3.6.1.2.1.1.5.0', 's', 'x'), 'noAccess')
  })
} else test.skip('net-snmp command-line tools', 'snmpget is not installed')
