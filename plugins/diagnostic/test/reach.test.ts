import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import dlink from '@linecard/driver-dlink'
import generic from '@linecard/driver-generic'
import { createRouter, createSwitch, startDevice } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { acme, objectId, plainMib, state } from './driver.ts'
import {
  add,
  added,
  base,
  dataOf,
  keyOf,
  nextIp,
  startWorld,
  stopDevices,
  type Added,
  type World,
} from './world.ts'

const test = suite('diagnostic: ping, traceroute, ARP', { level: 'full' })
const all = ['diag_icmp_ping', 'diag_traceroute', 'diag_arp_ping', 'diag_interface', 'device_show']

let world: World
let router: Added
let sw: Added
let folder = ''
const path = process.env['PATH']
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-reach-'))
  world = await startWorld({}, [dlink, generic, acme])
  const [a, b] = [nextIp(), nextIp()]
  router = await added(world, a, createRouter({ name: 'gw', ip: a }).mib)
  sw = await added(
    world,
    b,
    createSwitch({ vendor: 'dlink', model: 'DES-3200-10/C1', name: 'sw', ip: b }).mib,
  )
})
test.after(async () => {
  process.env['PATH'] = path
  await world?.stop()
  await stopDevices()
  await rm(folder, { recursive: true, force: true })
})

/**
 * A folder that is all of PATH, with these programs; each notes its arguments in a file of its name and
 * `.args`.
 */
async function installed(
  programs: Readonly<Record<string, string>>,
): Promise<(name: string) => Promise<string>> {
  const bin = await mkdtemp(join(folder, 'bin-'))
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\necho "$@" >> '${join(bin, name)}.args'\n${script}\n`)
    await chmod(join(bin, name), 0o755)
  }
  process.env['PATH'] = bin
  return name =>
    readFile(join(bin, `${name}.args`), 'utf8').then(
      text => text.trim(),
      () => '',
    )
}
interface Reached {
  ip: string
  method: string
  alive: boolean
  instead: string | null
  reached: boolean
  complete: boolean
  hops: { ip: string | null }[]
}
const ask = async (what: string, body: unknown, key?: string) => {
  const answer = await world.http('POST', `${base}/${what}`, body, key)
  return {
    status: answer.status,
    code: answer.body.error?.code,
    data: answer.body.data as Reached,
    text: answer.text,
  }
}

test('ARP: whether a router has the address, by GET and POST, by the id and address of the router', async () => {
  const rows = dataOf<{ ip: string; mac: string; vlan_id: number }[]>(
    await world.http('GET', `/switcher-core/device/arps/${router.id}`),
  )
  const { ip, mac, vlan_id } = rows.find(row => row.vlan_id !== null)!
  for (const name of [router.id, router.ip, String(router.id)]) {
    for (const answer of [
      await world.http('POST', `${base}/arp-ping`, { router: name, ip }),
      await world.http('GET', `${base}/arp-ping?router=${name}&ip=${ip}`),
    ]) {
      assert.is(answer.status, 200, answer.text)
      const [probe] = dataOf<Record<string, unknown>[]>(answer)
      assert.equal(
        [
          probe!['seq'],
          probe!['host'],
          probe!['sent'],
          probe!['received'],
          probe!['packet_loss'],
          probe!['method'],
          probe!['mac'],
          probe!['vlan_id'],
        ],
        [0, ip, 1, 1, 0, 'arp_table', mac, vlan_id],
      )
      assert.is((answer.body.meta as Record<string, { source: string }>)['arps']!.source, 'device')
    }
  }
  const absent = dataOf<object[]>(
    await world.http('POST', `${base}/arp-ping`, { router: router.id, ip: '10.100.15.254' }),
  )
  assert.equal(absent, [
    { seq: 0, host: '10.100.15.254', sent: 1, received: 0, packet_loss: 100, method: 'arp_table' },
  ])
})

test('ARP: with from=store no router is asked; no answer is 504, no table 422, a wrong address 400', async () => {
  await world.http('GET', `/switcher-core/device/arps/${router.id}`)
  const before = router.sim.requests
  assert.is(
    (await world.http('POST', `${base}/arp-ping`, { router: router.id, ip: '10.100.0.10', from: 'store' }))
      .status,
    200,
  )
  assert.is(router.sim.requests, before)
  router.sim.behaviour.silent = true
  assert.equal([(await ask('arp-ping', { router: router.id, ip: '10.100.0.10' })).code], ['DEVICE_TIMEOUT'])
  router.sim.behaviour.silent = false
  const ip = nextIp()
  const plain = await added(world, ip, plainMib([{ name: 'p1', alias: '' }]))
  assert.equal(
    [
      (await ask('arp-ping', { router: plain.id, ip: '10.1.1.1' })).status,
      (await ask('arp-ping', { router: plain.id, ip: '10.1.1.1' })).code,
    ],
    [422, 'DIAGNOSTIC_NO_ARP'],
  )
  for (const wrong of ['10.1.1', 'gw', '10.1.1.1; id', 'fe80::1%eth0', ''])
    assert.is((await ask('arp-ping', { router: router.id, ip: wrong })).status, 400, wrong)
  assert.is((await ask('arp-ping', { router: 'gw; id', ip: '10.1.1.1' })).status, 400)
  assert.is((await ask('arp-ping', { router: 999_999, ip: '10.1.1.1' })).status, 404)
})

test('ARP: a router that supports it asks the address itself; without a login its table is read', async () => {
  const asking = await added(
    world,
    nextIp(),
    plainMib([{ name: 'p1', alias: '' }], 'asking', `${objectId}.1`),
  )
  const probes = async (from?: string) =>
    dataOf<object[]>(
      await world.http('POST', `${base}/arp-ping`, {
        router: asking.id,
        ip: '10.1.1.1',
        ...(from && { from }),
      }),
    )
  const shared = { host: '10.1.1.1', method: 'arp', min_rtt: '0.4ms', avg_rtt: '0.4ms', max_rtt: '0.4ms' }
  assert.equal(await probes(), [
    { ...shared, seq: 0, sent: 1, received: 1, packet_loss: 0, time: '0.4ms' },
    { ...shared, seq: 1, sent: 2, received: 1, packet_loss: 50, status: 'timeout' },
  ])
  state.noLogin = true
  assert.equal(await probes(), [
    { seq: 0, host: '10.1.1.1', sent: 1, received: 0, packet_loss: 100, method: 'arp_table' },
  ])
  state.noLogin = false
})

test('ping: by ICMP if fping is installed; a missing answer is not an error', async () => {
  const args = await installed({ fping: `echo "${sw.ip} : 1.5 - 2.5 -" >&2\nexit 1` })
  const { status, data } = await ask('icmp-ping', { device_id: sw.id })
  assert.equal(
    [status, data as object],
    [
      200,
      {
        ip: sw.ip,
        alive: true,
        method: 'icmp',
        instead: null,
        sent: 4,
        received: 2,
        packet_loss: 50,
        times_ms: [1.5, null, 2.5, null],
        min_ms: 1.5,
        avg_ms: 2,
        max_ms: 2.5,
      },
    ],
  )
  assert.is(await args('fping'), `-4 -q -C 4 -p 250 -t 1000 -- ${sw.ip}`)
  await installed({ fping: `echo "${sw.ip} : -" >&2\nexit 1` })
  assert.equal((await ask('icmp-ping', { ip: sw.ip, count: 1 })).data, {
    ip: sw.ip,
    alive: false,
    method: 'icmp',
    instead: null,
    sent: 1,
    received: 0,
    packet_loss: 100,
    times_ms: [null],
    min_ms: null,
    avg_ms: null,
    max_ms: null,
  })
})

test('ping: without fping by TCP; a device without an access profile can be pinged too', async () => {
  await installed({})
  const bare = await add(world, '/device', { ip: nextIp(), name: 'bare' })
  const { status, data, text } = await ask('icmp-ping', { device_id: bare.id, count: 1, timeout_ms: 5000 })
  assert.is(status, 200, text)
  assert.equal([data.method, data.alive, data.instead], ['tcp', true, 'the program fping is not installed'])
})

test('nothing is sent to addresses outside the networks of the equipment', async () => {
  const args = await installed({ fping: 'exit 1', traceroute: 'exit 1' })
  for (const ip of [
    '169.254.169.254',
    '192.0.2.1',
    '8.8.8.8',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '::',
    'fe80::1',
    'ff02::1',
    '::ffff:169.254.169.254',
    '2001:db8::1',
  ]) {
    for (const what of ['icmp-ping', 'traceroute'])
      assert.equal(
        [(await ask(what, { ip })).status, (await ask(what, { ip })).code],
        [400, 'EQUIPMENT_ADDRESS_REFUSED'],
        `${what} ${ip}`,
      )
  }
  const outside = await add(world, '/device', { ip: '192.0.2.77', name: 'outside', enabled: false })
  for (const what of ['icmp-ping', 'traceroute'])
    assert.is((await ask(what, { device_id: outside.id })).code, 'EQUIPMENT_ADDRESS_REFUSED')
  assert.equal([await args('fping'), await args('traceroute')], ['', ''])
})

test('hostile addresses, names and options are a 400, and no program is started', async () => {
  const args = await installed({ fping: 'exit 1', traceroute: 'exit 1' })
  const marker = join(folder, 'owned')
  const hostile = [
    '',
    '-h',
    '--help',
    '-f/etc/passwd',
    '-g10.0.0.0/8',
    `127.0.0.1; touch ${marker}`,
    `$(touch ${marker})`,
    '`id`',
    '127.0.0.1\nid',
    '127.0.0.1 -g',
    'localhost',
    'example.com',
    '0177.1',
    '2130706433',
    '127.1',
    '127.0.0.1/8',
    '::1%lo',
    '::1%lo;id',
    'a'.repeat(60),
  ]
  for (const ip of hostile)
    for (const what of ['icmp-ping', 'traceroute'])
      assert.is((await ask(what, { ip })).status, 400, `${what} ${ip}`)
  for (const body of [
    {},
    { device_id: sw.id, ip: sw.ip },
    { ip: sw.ip, count: 21 },
    { ip: sw.ip, count: '1; id' },
    { ip: sw.ip, timeout_ms: 1e9 },
    { ip: [sw.ip] },
    { ip: sw.ip, shell: true },
  ])
    assert.is((await ask('icmp-ping', body)).status, 400, JSON.stringify(body))
  for (const body of [
    { ip: sw.ip, max_hops: 65 },
    { ip: sw.ip, max_hops: '-1' },
  ])
    assert.is((await ask('traceroute', body)).status, 400, JSON.stringify(body))
  assert.equal(
    [await args('fping'), await args('traceroute'), await readFile(marker, 'utf8').catch(() => null)],
    ['', '', null],
  )
})

test('traceroute: hops in order, limited; 422 names the missing program', async () => {
  await installed({})
  const missing = await ask('traceroute', { device_id: sw.id })
  assert.equal([missing.status, missing.code], [422, 'EQUIPMENT_TRACEROUTE_MISSING'])
  assert.match(missing.text, 'apt install traceroute')
  const args = await installed({
    traceroute: `echo 'traceroute to x'\necho ' 1  10.0.0.1  0.4 ms'\necho ' 2  *'\necho ' 3  ${sw.ip}  1.2 ms'`,
  })
  const { status, data } = await ask('traceroute', { device_id: sw.id, max_hops: 9 })
  assert.equal(
    [status, data.reached, data.complete, data.hops.map(hop => hop.ip)],
    [200, true, true, ['10.0.0.1', null, sw.ip]],
  )
  assert.is(await args('traceroute'), `-4 -n -q 1 -w 1 -m 9 -- ${sw.ip}`)
})

test('a caller limited to groups can ask the addresses of their devices only; others give the same answer as unknown ones', async () => {
  const args = await installed({ fping: 'exit 1', traceroute: 'exit 1' })
  const group = await add(world, '/device-group', { name: 'limited' })
  const key = await keyOf(world, all, [group.id])
  for (const what of ['icmp-ping', 'traceroute']) {
    const [hidden, nobody] = [await ask(what, { ip: sw.ip }, key), await ask(what, { ip: '10.77.7.7' }, key)]
    assert.equal(
      [hidden.status, hidden.code, nobody.status, nobody.code],
      [404, 'DIAGNOSTIC_ADDRESS_UNKNOWN', 404, 'DIAGNOSTIC_ADDRESS_UNKNOWN'],
    )
    assert.is(
      hidden.text.replace(sw.ip, '#').replace(/"request_id":"[^"]*"/, ''),
      nobody.text.replace('10.77.7.7', '#').replace(/"request_id":"[^"]*"/, ''),
    )
    assert.is((await ask(what, { device_id: sw.id }, key)).status, 404)
  }
  assert.equal([await args('fping'), await args('traceroute')], ['', ''])
  const powerless = await keyOf(world, ['device_show'], [])
  for (const what of ['icmp-ping', 'traceroute', 'arp-ping'])
    assert.is((await ask(what, { ip: sw.ip, router: sw.id }, powerless)).status, 403)
})

test('an IPv6 device is stored, read over SNMP, diagnosed and pinged; its address has one form, and zones are refused', async () => {
  process.env['PATH'] = path
  const six = await added(
    world,
    '::1',
    createSwitch({ vendor: 'dlink', model: 'DES-3200-10/C1', name: 'six', ip: '192.0.2.6' }).mib,
  )
  assert.is(dataOf<{ ip: string }>(await world.http('GET', `/device/${six.id}`)).ip, '::1')
  assert.is(six.interfaces.length > 5, true)
  assert.is(dataOf<{ id: number }>(await world.http('GET', '/device?ip=0:0:0:0:0:0:0:1')).id, six.id)
  const diagnosis = await world.http('GET', `${base}/interface/${six.interfaces[0]!.id}/diag?from=device`)
  assert.equal(
    [diagnosis.status, (diagnosis.body.meta as Record<string, { error: unknown }>)['link_info']!.error],
    [200, null],
  )
  assert.is(
    (
      await world.http('POST', `${base}/interface-diag`, {
        device: '0::0001',
        interface: six.interfaces[0]!.name,
        from: 'store',
      })
    ).status,
    200,
  )
  for (const body of [
    { device_id: six.id, count: 1 },
    { ip: '::1', count: 1 },
    { ip: '0:0::0:1', count: 1 },
  ]) {
    const { status, data, text } = await ask('icmp-ping', body)
    assert.is(status, 200, text)
    assert.equal([data.ip, data.alive], ['::1', true])
  }
  for (const ip of ['fe80::1%eth0', '::1%lo', 'fd00::1%2']) {
    assert.equal(
      [(await world.http('POST', '/device', { ip, name: 'zone' })).body.error!.code],
      ['INVENTORY_IP_INVALID'],
      ip,
    )
    assert.is((await ask('icmp-ping', { ip })).status, 400, ip)
  }
  assert.is(
    (await world.http('POST', '/device', { ip: '0:0::1', name: 'twin' })).body.error!.code,
    'INVENTORY_DEVICE_EXISTS',
  )
})

test('IPv4 written as IPv6 is the IPv4 device: it is stored, found and asked as such', async () => {
  process.env['PATH'] = path
  const ip = nextIp()
  const sim = await startDevice({
    ip,
    port: 0,
    mib: createSwitch({ vendor: 'dlink', model: 'DES-3200-10/C1', name: 'mapped', ip }).mib,
  })
  const mapped = await added(world, `::ffff:${ip}`, sim)
  assert.is(dataOf<{ ip: string }>(await world.http('GET', `/device/${mapped.id}`)).ip, ip)
  assert.ok(mapped.interfaces.length > 5)
  assert.is(
    (await world.http('POST', '/device', { ip, name: 'twin' })).body.error!.code,
    'INVENTORY_DEVICE_EXISTS',
  )
  assert.equal(
    [
      (await ask('icmp-ping', { ip: `::ffff:${ip}`, count: 1 })).data.ip,
      (await ask('icmp-ping', { ip: `::FFFF:${ip}`, count: 1 })).data.alive,
    ],
    [ip, true],
  )
  const hex = ip
    .split('.')
    .map(octet => Number(octet).toString(16).padStart(2, '0'))
    .join('')
    .replace(/(....)(....)/, '$1:$2')
  assert.is(dataOf<{ id: number }>(await world.http('GET', `/device?ip=::ffff:${hex}`)).id, mapped.id)
})
