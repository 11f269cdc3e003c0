import { assert, suite } from '@linecard/test-kit'
import { createOlt, fakeClock, identText, isOnline, onuAt, startDevice } from '@linecard/simulator'
import { telnetTo, type Person } from './terminal.ts'
import { client } from './client.ts'

const test = suite('living OLTs: Huawei MA5800')
const xpon = '1.3.6.1.4.1.2011.6.128.1.1'
let address = 1

async function running() {
  const clock = fakeClock(Date.UTC(2026, 2, 1, 6))
  const ip = `127.8.23.${address++}`
  const olt = createOlt({
    vendor: 'huawei',
    model: 'MA5800-X7',
    name: 'MA5800',
    ip,
    clock,
    steady: true,
    onusOnEveryPort: 4,
  })
  const device = await startDevice({ ip, port: 0, simulated: olt, console: { telnet: 0 } })
  const person = await telnetTo(ip, device.console!.telnet!)
  await person.until('>>User name:')
  person.type('admin\n')
  await person.until('>>User password:')
  person.type('admin\n')
  await person.until('MA5800>')
  const say = (line: string, end: string): Promise<string> => {
    person.type(`${line}\n`)
    return person.until(end)
  }
  await say('enable', 'MA5800#')
  return { clock, olt, device, person, say }
}
const enter = (person: Person, end: string): Promise<string> => {
  person.type('\n')
  return person.until(end)
}

test('a command asks for its rest, and CR LF is two Enters', async () => {
  const { device, person, say } = await running()
  await say('display version', '}:')
  assert.match(await enter(person, 'MA5800#'), /VERSION : MA5800V100R019C11/)
  person.type('display version\r\n')
  assert.match(await person.until('MA5800#'), /<cr>.*VERSION/s)
  await say('undo smart', 'MA5800#')
  assert.match(await say('display version', 'MA5800#'), /^[^{]*VERSION/)
  person.leave()
  await device.stop()
})

test('an ONU is deleted after its service ports, and SNMP and autofind follow', async () => {
  const { olt, device, person, say } = await running()
  const port = olt.pons[0]!
  const onu = port.onus.find(one => isOnline(one, olt.now()))!
  await say('undo smart', 'MA5800#')
  await say('config', '(config)#')
  await say('interface gpon 0/1', '(config-if-gpon-0/1)#')
  assert.match(await say(`ont delete 0 ${onu.id}`, '0/1)#'), /Failure: .*service virtual ports/)
  await say('quit', '(config)#')
  // The default answer is no.
  await say(`undo service-port port 0/1/0 ont ${onu.id}`, '[n]:')
  await enter(person, '(config)#')
  await say(`undo service-port port 0/1/0 ont ${onu.id}`, '[n]:')
  assert.match(await say('y', '(config)#'), /deleted: 1/)
  assert.match(
    await say(`undo service-port port 0/1/0 ont ${onu.id}`, '(config)#'),
    /No service virtual port/,
  )
  await say('interface gpon 0/1', '(config-if-gpon-0/1)#')
  assert.match(await say(`ont delete 0 ${onu.id}`, '0/1)#'), /success: 1/)
  assert.is(onuAt(port, onu.id), undefined)
  const ask = client(device)
  const [state] = await ask.get(`${xpon}.2.46.1.15.${port.ifIndex}.${onu.id}`)
  ask.close()
  assert.is(state!.value ?? null, null)
  await say('undo interactive', '0/1)#')
  assert.match(await say('display ont autofind all', '0/1)#'), new RegExp(identText(onu.serial).slice(4)))
  person.leave()
  await device.stop()
})
