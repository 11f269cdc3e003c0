import { spawn, type ChildProcess } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { SnmpType } from '@linecard/driver-kit'
import { fixedMib, startDevice, type Device } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { add } from '@linecard/test-kit/worlds/inventory'
import { addDevices, at, becomes, downLog, fakeFping, startWorld, statusOf, type World } from './world.ts'

const test = suite('pinger: TCP and SNMP', { level: 'full' })
let world: World
let fping: Awaited<ReturnType<typeof fakeFping>>
const agents: Device[] = []

/** A server that can fall silent: its process is stopped and its queue is full, so that Linux drops new connections. */
async function tcpDevice(ip: string, port: number) {
  const code = `const s = require('net').createServer(c => c.on('error', () => {})); s.listen({ host: '${ip}', port: ${port}, backlog: 1 }, () => console.log(s.address().port))`
  const child: ChildProcess = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const bound = await new Promise<number>(resolve =>
    child.stdout!.once('data', (text: Buffer) => resolve(Number(text))),
  )
  let fill: Socket[] = []
  return {
    port: bound,
    async silent() {
      child.kill('SIGSTOP')
      fill = Array.from({ length: 4 }, () => connect({ host: ip, port: bound }).on('error', () => {}))
      await until('its queue is full', async () => fill.filter(one => one.readyState === 'open').length >= 2)
    },
    again() {
      for (const one of fill) one.destroy()
      child.kill('SIGCONT')
    },
    end() {
      for (const one of fill) one.destroy()
      child.kill('SIGKILL')
    },
  }
}

let tcp: Awaited<ReturnType<typeof tcpDevice>>
test.before(async () => {
  fping = await fakeFping()
  fping.use()
  await fping.weather({ silent: [at(2), at(3), at(4)] })
  tcp = await tcpDevice(at(1), 0)
  world = await startWorld({ tcp_ports: [tcp.port], snmp: true, try_sec: 0.5, try_timeout_ms: 1000 })
})
test.after(async () => {
  await world?.stop()
  tcp?.end()
  for (const one of agents) await one.stop()
  await fping?.end()
})

test('a device moves between ICMP and TCP and never goes down; without both it does', async () => {
  const [id] = (await addDevices(world, [at(1)])) as [number]
  await becomes(world, id, 'Up')
  const method = (wanted: string) =>
    until(`it answers ${wanted}`, async () => (await statusOf(world, id)).method === wanted)
  await method('icmp')
  for (let n = 0; n < 3; n++) {
    await fping.weather({ silent: [at(1), at(2), at(3), at(4)] })
    await method('tcp')
    await fping.weather({ silent: [at(2), at(3), at(4)] })
    await method('icmp')
  }
  const view = await statusOf(world, id)
  assert.equal([view.status, (await downLog(world, `device_id=${id}`)).length], ['Up', 0])
  await fping.weather({ silent: [at(1), at(2), at(3), at(4)] })
  await method('tcp')
  assert.is((await statusOf(world, id)).port, tcp.port)
  await tcp.silent()
  await becomes(world, id, 'Down')
  tcp.again()
  assert.is((await becomes(world, id, 'Up')).method, 'tcp')
  assert.is((await downLog(world, `device_id=${id}`)).length, 1)
})

test('a refused connection is an answer: the device logs no session', async () => {
  const [id] = (await addDevices(world, [at(2)])) as [number]
  assert.equal([(await becomes(world, id, 'Up')).method], ['tcp'])
})

test('SNMP is the last that is tried: its agent falls silent and comes back', async () => {
  const silent = await tcpDevice(at(3), tcp.port)
  await silent.silent()
  const agent = await startDevice({
    ip: at(3),
    port: 0,
    mib: fixedMib([{ oid: '1.3.6.1.2.1.1.3.0', type: SnmpType.TimeTicks, value: 4711 }]),
  })
  agents.push(agent)
  const access = await add(world, '/device-access', {
    name: 'agent',
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: agent.port, snmp_timeout_sec: 1, snmp_repeats: 0 } },
  })
  try {
    const { id } = await add(world, '/device', { ip: at(3), access_id: access.id })
    const view = await becomes(world, id, 'Up')
    assert.equal([view.method, view.port], ['snmp', agent.port])
    agent.behaviour.silent = true
    await becomes(world, id, 'Down')
    agent.behaviour.silent = false
    assert.is((await becomes(world, id, 'Up')).method, 'snmp')
  } finally {
    silent.end()
  }
})

test('a device without fping is reached over TCP; one that answered echoes only is unknown', async () => {
  const [id] = (await addDevices(world, [at(5)])) as [number]
  await becomes(world, id, 'Up')
  await fping.weather({ fail: 'no more', exit: 4 })
  await until('it is reached over TCP', async () => (await statusOf(world, id)).method === 'tcp')
  assert.is((await downLog(world, `device_id=${id}`)).length, 0)
})
