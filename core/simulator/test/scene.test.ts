import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { assert, suite, until } from '@linecard/test-kit'
import {
  fakeClock,
  foundOnus,
  outOctets,
  readScene,
  recordMib,
  startScene,
  type RunningScene,
  type Scene,
  type SimulatedOlt,
  type SimulatedRouter,
  type SimulatedSwitch,
} from '@linecard/simulator'
import { client, textOf } from './client.ts'

const test = suite('simulator scenes')
const file = join(import.meta.dirname, '../../../examples/all-in-one/scene.json')
const readDemo = () => readScene(file)
/** The demo with its own addresses and free ports, because a demo may be running. */
const elsewhere = (scene: Scene, third: number): Scene => ({
  ...scene,
  devices: scene.devices.map(device => ({
    ...device,
    ip: device.ip.replace('127.0.10.', `127.8.${third}.`),
  })),
})

let running!: RunningScene
const clock = fakeClock()
test.before(async () => {
  running = await startScene(elsewhere(readDemo().scene, 10), { port: 0, clock })
})
test.after(() => running?.stop())

test('the demo has three OLTs, nine switches, a router and a RouterOS, which all answer', async () => {
  const again = await startScene(elsewhere(readDemo().scene, 11), { port: 0 })
  try {
    const answers = await Promise.all(
      again.devices.map(async device => {
        const session = client(device, { timeout: 10_000 })
        const [descr] = await session.get('1.3.6.1.2.1.1.1.0').finally(() => session.close())
        return textOf(descr)
      }),
    )
    assert.equal(again.devices.map(({ kind }) => kind).toSorted(), [
      'olt',
      'olt',
      'olt',
      'router',
      'router-os',
      ...Array<string>(9).fill('switch'),
    ])
    assert.equal(
      answers,
      again.devices.map(({ simulated }) => simulated!.identity.sysDescr),
    )
    assert.equal(
      again.devices.filter(device => device.console).map(({ name }) => name),
      [
        'olt-center',
        'olt-north',
        'olt-south',
        'sw-oak-12',
        'sw-oak-14',
        'sw-tower',
        'sw-mill-1',
        'sw-mill-2',
        'sw-mill-3',
      ],
    )
  } finally {
    await again.stop()
  }
})

test('the scripts of the OLTs of the demo: a power loss, a fibre cut, ONUs that wait, and all of it passes', async () => {
  const own = fakeClock()
  const demo = await startScene(elsewhere(readDemo().scene, 12), { port: 0, clock: own })
  try {
    const [center, north, south] = ['olt-center', 'olt-north', 'olt-south'].map(
      name => demo.devices.find(device => device.name === name)!.simulated as SimulatedOlt,
    ) as [SimulatedOlt, SimulatedOlt, SimulatedOlt]
    const states = (olt: SimulatedOlt) => olt.pons[0]!.onus.map(onu => onu.state.at(olt.now()).state)
    own.advance(250_000)
    assert.ok(!states(north).includes('Online') && states(north).includes('LOS'))
    assert.is(north.pons[0]!.fibre, 'cut')
    assert.not(states(south).includes('Online'))
    assert.ok(states(south).includes('PowerOff') && states(center).includes('PowerOff'))
    assert.is(center.pons[0]!.fibre, 'whole')
    for (const olt of [center, south])
      assert.ok(foundOnus(olt, olt.now()).list.some(({ port }) => port === olt.pons[0]))
    own.advance(500_000)
    assert.ok(states(north).includes('Online') && states(south).includes('Online'))
    own.advance(86_400_000)
    for (const olt of [center, north, south]) {
      assert.ok(olt.onus.length > 0)
      assert.equal(olt.failedEvents, [], olt.identity.sysName)
    }
  } finally {
    await demo.stop()
  }
})

/** `device:local port` → `device:port` for every LLDP neighbour of the devices. */
function neighbours(): Map<string, string> {
  const found = new Map<string, string>()
  for (const { simulated } of running.devices) {
    const recording = parseSnmprec(recordMib(simulated!))
    const portIds = new Map(
      [...recording.below('1.0.8802.1.1.2.1.3.7.1.3')].map(({ oid, value }) => [
        oid.split('.').at(-1)!,
        String(value),
      ]),
    )
    for (const { oid, value } of recording.below('1.0.8802.1.1.2.1.4.1.1.9')) {
      const index = oid.slice('1.0.8802.1.1.2.1.4.1.1.9.'.length)
      // RouterOS has the port of a neighbour in its own table (mtxrNeighborInterfaceID).
      const own = recording.get(`1.3.6.1.4.1.14988.1.1.11.1.1.8.${index.split('.').at(-1)}`)
      const port = own
        ? String(recording.get(`1.3.6.1.2.1.31.1.1.1.1.${String(own.value)}`)!.value)
        : portIds.get(index.split('.')[1]!)
      found.set(
        `${simulated!.identity.sysName}:${port}`,
        `${String(value)}:${String(recording.get(`1.0.8802.1.1.2.1.4.1.1.7.${index}`)!.value)}`,
      )
    }
  }
  return found
}

test('LLDP neighbours agree: both ends of every cable name each other', () => {
  const found = neighbours()
  assert.is(found.size, readDemo().scene.cables!.length * 2)
  for (const [here, there] of found) assert.is(found.get(there), here)
})

test('a port that is disabled at one end goes down at both ends, and its LLDP neighbours disappear', () => {
  const [agg, oak] = ['agg-1', 'sw-oak-12'].map(name => running.devices.find(device => device.name === name)!)
  const port = agg!.simulated!.ports.find(({ ifName }) => ifName === '1/3')!
  port.cable.setAdmin(port.end, false, clock.now())
  clock.advance(1000)
  const oper = (device: typeof agg, index: number) =>
    parseSnmprec(recordMib(device!.simulated!)).get(`1.3.6.1.2.1.2.2.1.8.${index}`)!.value
  assert.equal([oper(agg, 3), oper(oak, 25)], [2, 2])
  assert.is(neighbours().size, readDemo().scene.cables!.length * 2 - 2)
  port.cable.setAdmin(port.end, true, clock.now())
  clock.advance(1000)
  assert.is(neighbours().size, readDemo().scene.cables!.length * 2)
})

test('one end of a cable receives what the other end sends', () => {
  const [agg, oak] = ['agg-1', 'sw-oak-12'].map(name =>
    parseSnmprec(recordMib(running.devices.find(device => device.name === name)!.simulated!)),
  )
  assert.is(agg!.get('1.3.6.1.2.1.31.1.1.1.10.3')!.value, oak!.get('1.3.6.1.2.1.31.1.1.1.6.25')!.value)
})

test('a router that serves the scene has no address of a subscriber, or one of nobody', async () => {
  const devices = new Map(running.devices.map(device => [device.name, device.simulated!]))
  const switches = readDemo().scene.devices.filter(({ kind }) => kind === 'switch')
  const heard = switches.flatMap(({ name }) =>
    (devices.get(name) as SimulatedSwitch).stations
      .filter(({ port, active }) => {
        const { ends } = port.cable
        const isUplink = ends[0] !== undefined && ends[1] !== undefined
        return !isUplink && active.at(clock.now()).state && port.cable.at(clock.now()).state
      })
      .map(({ mac }) => mac.toString('hex')),
  )
  const arp = [...parseSnmprec(recordMib(devices.get('gw-1')!)).below('1.3.6.1.2.1.4.22.1.2')]
  const known = new Set(arp.map(({ value }) => (value as Buffer).toString('hex')))
  assert.ok(heard.length > 50)
  for (const mac of heard) assert.ok(known.has(mac), mac)
  const ips = (devices.get('gw-1') as SimulatedRouter).subscribers().map(({ ip }) => ip)
  assert.is(new Set(ips).size, ips.length)
  assert.ok(ips.every(ip => /^10\.(100|200|44)\.\d\.\d+$/.test(ip)))
})

test('the load of a daily scene is the same at all hours, or is another one over the whole day', async () => {
  const own = fakeClock()
  const { scene } = readDemo()
  const day = await startScene({ ...elsewhere(scene, 13), daily: true }, { port: 0, clock: own })
  try {
    const port = day.devices
      .find(({ name }) => name === 'gw-1')!
      .simulated!.ports.find(({ ifName }) => ifName === 'eth1')!
    const hours = Array.from({ length: 24 }, () => {
      const before = outOctets(port, own.now())
      own.advance(3_600_000)
      return (outOctets(port, own.now()) - before) / 3600
    })
    assert.ok(Math.abs(hours.reduce((sum, rate) => sum + rate, 0) / 24 / 22_000_000 - 1) < 0.01)
    // The clock begins at noon: 20 o'clock is the eighth hour, 8 o'clock the twentieth.
    assert.ok(hours[8]! > 1.3 * 22_000_000 && hours[20]! < 0.7 * 22_000_000, hours.join(' '))
  } finally {
    await day.stop()
  }
})

const failure = (scene: Scene) =>
  startScene(scene, { port: 0 }).then(
    () => 'started',
    (error: unknown) => (error as Error).message,
  )

test('an invalid scene is refused with a message, and nothing keeps running', async () => {
  const [one, ...rest] = elsewhere(readDemo().scene, 12).devices
  assert.match(await failure({ devices: [one!, one!] }), 'two devices have the same name')
  assert.match(await failure({ devices: [one!], cables: [['gw-1:eth1', 'nobody:1']] }), '"nobody:1"')
  assert.match(await failure({ devices: [{ ...one!, kind: 'toaster' } as never] }), 'toaster')
  assert.match(await failure({ devices: [one!, { ...rest[0]!, ip: '127.8.12.300' }] }), '127.8.12.300')
  assert.match(
    await failure({
      devices: [one!, { kind: 'recording', name: 'x', ip: '127.8.12.9', recording: './nowhere.snmprec' }],
    }),
    'nowhere.snmprec',
  )
  assert.throws(() => readScene(join(import.meta.dirname, '../package.json')), 'devices')
})

test('the process prints its addresses, answers, uses no CPU when idle, and ends on a signal', async () => {
  const child = spawn(process.execPath, [
    '--conditions=source',
    join(import.meta.dirname, '../src/main.ts'),
    '--scene',
    file,
    '--port',
    '21161',
  ])
  let out = ''
  child.stdout.on('data', chunk => {
    out += String(chunk)
  })
  child.stderr.on('data', chunk => {
    out += String(chunk)
  })
  const ended = new Promise(resolve => {
    child.on('exit', resolve)
  })
  try {
    await until('the table of addresses', () => /sw-tower.*127\.0\.10\.26:21161/.test(out))
    const session = client({ ip: '127.0.10.11', port: 21_161 }, { timeout: 10_000 })
    const [descr] = await session.get('1.3.6.1.2.1.1.1.0').finally(() => session.close())
    assert.match(textOf(descr), 'C320')
  } finally {
    child.kill('SIGTERM')
  }
  assert.is(await ended, 0)
})
