import { assert, suite } from '@linecard/test-kit'
import {
  createOlt,
  fakeClock,
  identOf,
  isOnline,
  type OltOptions,
  onuAt,
  startDevice,
  unisOf,
} from '@linecard/simulator'
import { client, textOf } from './client.ts'
import { telnetTo } from './terminal.ts'

const test = suite('living OLTs of V-SOL')
const root = '1.3.6.1.4.1.37950.1.1'
let address = 1

async function running(options: Partial<OltOptions> = {}) {
  const clock = fakeClock(Date.UTC(2026, 2, 1, 6))
  const ip = `127.8.22.${address++}`
  const olt = createOlt({
    vendor: 'vsol',
    model: 'V1600G1B',
    name: 'olt',
    ip,
    clock,
    steady: true,
    onusOnEveryPort: 8,
    ...options,
  })
  const device = await startDevice({ ip, port: 0, simulated: olt, console: { telnet: 0 } })
  const online = olt.pons[0]!.onus.filter(onu => isOnline(onu, olt.now()))
  return { clock, olt, device, online }
}

const num = (oid: string, value: number) => ({ oid: `${root}.${oid}`, type: 2, value })

test('the registers keep what is written, for all clients; the action concerns the ONU that they name', async () => {
  const { olt, device, online } = await running()
  const [mine, other] = [client(device, { community: 'private' }), client(device, { community: 'private' })]
  try {
    const [one, two] = [online[0]!, online[1]!]
    await mine.set(num('6.1.1.5.1.0', 1))
    await mine.set(num('6.1.1.5.2.0', one.id))
    await other.set(num('6.1.1.5.2.0', two.id))
    const [pon, onu] = await mine.get(`${root}.6.1.1.5.1.0`, `${root}.6.1.1.5.2.0`)
    assert.equal([pon!.value, onu!.value], [1, two.id])
    await mine.set(num('6.1.1.5.3.0', 4))
    assert.equal([one.enabled, two.enabled], [true, false])
    const [phase] = await mine.get(`${root}.6.1.1.1.1.5.1.${two.id}`)
    assert.is(phase!.value, 7)
    await mine.set(num('6.1.1.5.3.0', 2))
    assert.is(onuAt(olt.pons[0]!, two.id), undefined)
    await mine.set(num('6.1.1.5.3.0', 1)).then(
      () => assert.unreachable('an ONU that is not there rebooted'),
      () => undefined,
    )
  } finally {
    mine.close()
    other.close()
    await device.stop()
  }
})

test('the submit of an Ethernet port switches it; 0 is on and up', async () => {
  const { olt, device, online } = await running()
  const agent = client(device, { community: 'private' })
  try {
    const [one] = online
    for (const [arc, value] of [1, one!.id, 1, 1, 0, 1].entries())
      await agent.set(num(`6.1.1.7.8.${arc + 1}.0`, value))
    assert.is(unisOf(one!)[0]!.enabled, true, 'nothing happens before the submit')
    await agent.set(num('6.1.1.7.8.7.0', 1))
    assert.is(unisOf(one!)[0]!.enabled, false)
    const index = `1.${one!.id}.1`
    const shown = await agent.get(`${root}.6.1.1.8.15.1.4.${index}`, `${root}.6.1.1.7.16.1.6.${index}`)
    assert.equal(
      shown.map(({ value }) => value),
      [1, 1],
    )
    assert.ok(isOnline(one!, olt.now()))
  } finally {
    agent.close()
    await device.stop()
  }
})

test('EPON shows the Ethernet port that the selector names, and all MAC addresses as one text in pieces', async () => {
  const { device, online } = await running({ model: 'V1600D8' })
  const agent = client(device, { community: 'private' })
  try {
    const table = `${root}.5.12.5.1.13.1.5`
    assert.equal(await agent.walk(table), [])
    for (const { id } of online.slice(0, 2)) {
      for (const [arc, value] of [1, id, 1].entries()) await agent.set(num(`5.12.5.3.${arc + 1}.0`, value))
      const rows = await agent.walk(table)
      assert.equal(
        rows.map(({ oid }) => oid),
        [`${table}.1.${id}.1`],
      )
    }
    const pieces = (await agent.walk(`${root}.5.10.3.9.1.2`)).map(textOf)
    assert.ok(pieces.length > 5)
    assert.match(pieces.join(''), /^(?:\d+,(?:[\da-f]{2}:){5}[\da-f]{2},Dynamic,EPON0\/\d:\d+;)+$/)
    const [light] = await agent.get(`${root}.5.12.2.1.8.1.7.1.${online[0]!.id}`)
    assert.match(textOf(light!), /^0\.\d\d mW \(-\d\d\.\d\d dBm\)$/)
  } finally {
    agent.close()
    await device.stop()
  }
})

test('the console: passwords, autofind, descriptions, MAC addresses', async () => {
  const { olt, device, online } = await running()
  olt.do({ do: 'appear', port: 'GPON0/1', serial: 'VSOL00C0FFEE', type: 'V2802' })
  const person = await telnetTo(device.ip, device.console!.telnet!)
  await person.until('Login: ')
  await person.ask('admin', 'Password: ')
  await person.ask('admin', 'olt# ')
  await person.ask('terminal length 0', 'olt# ')
  await person.ask('configure terminal', 'olt(config)# ')
  assert.match(await person.ask('show mac address-table', 'olt(config)# '), /Dynamic {2}GPON0\/1: \d/)
  await person.ask('interface gpon 0/1', 'olt(config-pon-0/1)# ')
  assert.match(await person.ask('show onu auto-find', 'olt(config-pon-0/1)# '), /GPON0\/1:1 +VSOL00C0FFEE/)
  const [one] = online
  await person.ask(`onu ${one!.id} desc house-7`, 'olt(config-pon-0/1)# ')
  assert.is(one!.description, 'house-7')
  assert.match(await person.ask('onu 99 desc x', 'olt(config-pon-0/1)# '), /does not exist/)
  assert.match(await person.ask('what', 'olt(config-pon-0/1)# '), /% Unknown command/)
  assert.is(
    olt.onus.some(({ serial }) => serial.equals(identOf('VSOL00C0FFEE')!)),
    false,
  )
  await person.ask('exit', 'olt(config)# ')
  person.leave()
  await device.stop()
})
