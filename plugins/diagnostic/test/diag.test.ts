import dlink from '@linecard/driver-dlink'
import zte from '@linecard/driver-zte'
import { createOlt, createSwitch } from '@linecard/simulator'
import { validator } from '@linecard/driver-kit/validation'
import { assert, suite } from '@linecard/test-kit'
import type { LivePartMeta } from '@linecard/plugin-kit'
import { DiagnosticData } from '../src/schemas/index.ts'
import { acme, plainMib, state } from './driver.ts'
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

const test = suite('diagnostic: one interface', { level: 'full' })

let world: World
let sw: Added
let olt: Added
test.before(async () => {
  world = await startWorld({ equipment: { answer_ttl_sec: 300 } }, [dlink, zte, acme])
  const [a, b] = [nextIp(), nextIp()]
  sw = await added(
    world,
    a,
    createSwitch({ vendor: 'dlink', model: 'DES-3200-28/C1', name: 'sw', ip: a }).mib,
  )
  olt = await added(world, b, createOlt({ vendor: 'zte', model: 'C320', name: 'olt', ip: b }).mib)
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

/** Blocks as if all were there: a test says which it looks into. */
type Blocks = { [K in keyof DiagnosticData]: NonNullable<DiagnosticData[K]> }

interface Diagnosis {
  iface: { id: number; name: string; device: { id: number; ip: string } }
  diagnostic: {
    data: Blocks
    meta: Record<
      string,
      { error: string | null; source: string; hash: string; device_ip: string; spent: number | null }
    >
  }
  device_status: {
    data: { name: string; uptime_sec: string; meta: { key: string; modules: string[] } } | null
    error: string | null
  }
}
async function diag(
  id: number,
  query = '',
  key?: string,
): Promise<Diagnosis & { meta: Record<string, LivePartMeta> }> {
  const answer = await world.http('GET', `${base}/interface/${id}/diag${query}`, undefined, key)
  if (answer.status !== 200) throw new Error(answer.text)
  return { ...dataOf<Diagnosis>(answer), meta: answer.body.meta as Record<string, LivePartMeta> }
}
const port = (device: Added, fits: (one: Added['interfaces'][number]) => boolean) =>
  device.interfaces.find(fits)!

test('a port: link, counters, errors, MAC addresses, VLANs from the switch, with the stored interface and the device', async () => {
  const { id, bind_key } = port(sw, ({ status, type }) => status === 'Up' && type === 'ETH')
  const {
    iface,
    diagnostic: { data, meta: old },
    device_status,
    meta,
  } = await diag(id, '?from=device')
  assert.equal([iface.id, iface.device.id, iface.device.ip], [id, sw.id, sw.ip])
  assert.equal(validator(DiagnosticData)(data), [])
  assert.equal(
    [data.interface.id, data.link_info[0]!.oper_status, data.link_info[0]!.admin_state],
    [Number(bind_key), 'Up', 'Enabled'],
  )
  assert.is(data.fdb_total, data.fdb.length)
  assert.equal(Object.keys(data.errors).toSorted(), [
    'in_discards',
    'in_errors',
    'out_discards',
    'out_errors',
  ])
  assert.ok(Object.values(data.errors).every(count => typeof count === 'string'))
  assert.ok(data.vlans.every(vlan => ['untagged', 'tagged'].includes(vlan.type)) && data.vlans.length > 0)
  assert.is(typeof data.counters.in_octets, 'number')
  for (const block of ['vendor', 'status', 'uni', 'ident', 'reasons', 'optical', 'cable_diag'])
    assert.is(data[block as keyof Blocks], null, block)
  assert.equal(
    [device_status.error, device_status.data!.name, device_status.data!.meta.key],
    [null, 'sw', 'dlink_des_3200_28_c1'],
  )
  assert.match(device_status.data!.uptime_sec, /^\d+$/)
  assert.ok(device_status.data!.meta.modules.includes('fdb'))
  assert.equal(Object.keys(meta).toSorted(), Object.keys(old).toSorted())
  assert.equal(
    [
      meta['link_info']!.source,
      meta['link_info']!.error,
      old['link_info']!.source,
      old['link_info']!.device_ip,
    ],
    ['device', null, 'device', sw.ip],
  )
  assert.match(old['link_info']!.hash, new RegExp(`^${sw.id}:link_info:SUCCESS:[0-9a-f]{40}$`))
})

test('an ONU: state, optical power, reasons, UNI, serial number, description as a text', async () => {
  const { id } = port(olt, ({ type, status }) => type === 'ONU' && status === 'Online')
  const {
    diagnostic: { data },
    meta,
  } = await diag(id, '?from=device')
  assert.equal(validator(DiagnosticData)(data), [])
  assert.equal(
    [
      data.status.online,
      data.ident.type,
      typeof data.description,
      typeof data.optical.rx,
      typeof data.optical.distance,
    ],
    ['Online', 'SERIAL', 'string', 'number', 'number'],
  )
  assert.equal([data.uni[0]!.num, (data.uni[0] as { status?: string }).status], [1, 'Up'])
  assert.match(String(data.reasons.last_reg), /^\d{4}-/)
  for (const block of ['link_info', 'errors', 'rmon', 'vlans', 'sfp', 'cable_diag'])
    assert.is(data[block as keyof Blocks], null, block)
  // This OLT tells on its console alone what is behind its ONUs, and has no login here: not known is not none.
  assert.is(data.fdb, null)
  assert.is(meta['fdb']!.error?.code, 'DEVICE_UNSUPPORTED')
})

test('C: every member that an older client has a getter for is present, null where unknown: of an ONU, a port, a PON port', async () => {
  const members = {
    vendor: ['vendor', 'model', 'model_id', 'omcc_version', 'ver_software', 'ver_hardware', 'versions'],
    status: ['online', 'bind', 'admin', '_onu_disabled', '_conf_status'],
    reasons: [
      ...'last_reg last_reg_since last_dereg last_dereg_since last_change'.split(' '),
      ...'last_change_since last_down_reason history_table'.split(' '),
    ],
    optical: ['rx', 'tx', 'olt_rx', 'olt_tx', 'voltage', 'temp', 'distance'],
    uni: ['num', 'status', 'admin_state'],
    ident: ['value', 'type'],
    errors: ['in_errors', 'out_errors', 'in_discards', 'out_discards'],
    link_info: [
      ...'medium_type type last_change connector_present oper_status description'.split(' '),
      ...'admin_state nway_status address_learning'.split(' '),
    ],
    fdb: ['vlan_id', 'mac_address', 'status', 'uni', '_virtual_port'],
    vlans: ['id', 'name', 'type'],
    interface: [
      ...'id name _key type xid onu_num uni pontype iface_name parent'.split(' '),
      ...'_technology _frame _slot _port _ont _pon_max_ont_size'.split(' '),
    ],
  }
  const seen = new Set<string>()
  for (const [device, fits] of [
    [sw, ({ status }) => status === 'Up'],
    [sw, ({ status }) => status === 'Down'],
    [olt, ({ type }) => type === 'ONU'],
    [olt, ({ type }) => type === 'PON'],
  ] as [Added, (one: Added['interfaces'][number]) => boolean][]) {
    const { diagnostic, device_status } = await diag(port(device, fits).id)
    for (const [block, names] of Object.entries(members))
      for (const row of [diagnostic.data[block as keyof Blocks] ?? []].flat()) {
        seen.add(block)
        assert.equal(
          names.filter(name => !Object.hasOwn(row as object, name)),
          [],
          block,
        )
      }
    const { interface: at } = diagnostic.data as unknown as { interface: { id: number; _key: string } }
    assert.is(at._key, String(at.id))
    const system = ['descr', 'contact', 'location', 'serial_num', 'mac_addr', 'board_hardware_ver', 'meta']
    assert.equal(
      system.filter(name => !Object.hasOwn(device_status.data!, name)),
      [],
    )
    assert.ok(Object.hasOwn(device_status.data!.meta, 'detect'))
  }
  assert.equal([...seen].toSorted(), Object.keys(members).toSorted(), 'every block was looked at')
})

test('from=store asks no device, and says what is not stored', async () => {
  const { id } = port(sw, ({ name }) => name === '1/9')
  const before = sw.sim.requests
  const {
    diagnostic: { data },
    meta,
    device_status,
  } = await diag(id, '?from=store&cable_diag=true')
  assert.is(sw.sim.requests, before)
  assert.is(data.interface.name, '1/9')
  assert.equal([...new Set(Object.values(meta).map(part => part.source))], ['store'])
  assert.is(meta['sfp_optical']!.error!.code, 'EQUIPMENT_ANSWER_ABSENT')
  assert.is(device_status.error, null)
})

test('from=cache gives stored answers while they are fresh', async () => {
  const { id } = port(sw, ({ name }) => name === '1/11')
  await diag(id)
  const before = sw.sim.requests
  const { meta } = await diag(id)
  assert.is(sw.sim.requests, before)
  assert.ok(Object.values(meta).every(part => part.from_cache))
})

test('a device that does not answer is asked once, not once for each module; stored answers are given and marked as old', async () => {
  const ip = nextIp()
  const device = await added(
    world,
    ip,
    createSwitch({ vendor: 'dlink', model: 'DES-3200-10/C1', name: 'quiet', ip }).mib,
  )
  const { id } = device.interfaces[0]!
  await diag(id)
  device.sim.behaviour.silent = true
  const before = device.sim.requests
  const live = await diag(id, '?from=device')
  // system is sent again within the time of its profile, as the round trips suggest; the others are not asked.
  const sent = device.sim.requests - before
  assert.ok(sent >= 3 && sent <= 8, `${sent} requests`)
  assert.match(live.device_status.error!, 'gave no answer')
  assert.is(live.device_status.data, null)
  assert.is(live.meta['system']!.error!.code, 'DEVICE_TIMEOUT')
  assert.is(live.meta['link_info']!.error!.code, 'DEVICE_TIMEOUT')
  assert.equal(
    Object.entries(live.diagnostic.data).filter(([name, value]) => value !== null && name !== 'interface'),
    [],
  )
  assert.match(live.diagnostic.meta['link_info']!.hash, ':FAILED:')

  await world.sql(
    `update equipment_answer set time = now() - interval '1 hour' where device_id = ${device.id}`,
  )
  const old = await diag(id)
  assert.is(old.diagnostic.data.link_info.length, 1)
  assert.equal(
    [old.meta['link_info']!.source, old.meta['link_info']!.error!.code],
    ['store', 'DEVICE_TIMEOUT'],
  )
  assert.ok(old.meta['link_info']!.age_sec! >= 3600)
  // Before it counts as down it is asked for its uptime, which may be sent again.
  const more = device.sim.requests - before - sent
  assert.ok(more >= 1 && more <= 8, `${more} requests`)
})

test('a device that stops answering in the middle: the parts that arrived stay, the others are marked', async () => {
  const ip = nextIp()
  const device = await added(
    world,
    ip,
    createSwitch({ vendor: 'dlink', model: 'DES-3200-10/C1', name: 'half', ip }).mib,
  )
  device.sim.behaviour.silent = { under: ['1.3.6.1.2.1.17.7', '1.3.6.1.2.1.17.4'] }
  const {
    diagnostic: { data },
    meta,
    device_status,
  } = await diag(device.interfaces[0]!.id, '?from=device')
  assert.equal([data.fdb, data.vlans, meta['fdb']!.error!.code], [null, null, 'DEVICE_TIMEOUT'])
  assert.equal([data.link_info.length, meta['link_info']!.error, device_status.error], [1, null, null])
  assert.is(typeof data.counters.in_octets, 'number')
})

test('the cable is tested only on request, and never with from=store', async () => {
  const ip = nextIp()
  const device = await added(world, ip, plainMib([{ name: 'p1', alias: 'one' }]))
  const { id } = device.interfaces[0]!
  assert.is((await diag(id, '?from=device')).diagnostic.data.cable_diag, null)
  assert.is(state.cableTests, 0)
  assert.equal((await diag(id, '?from=cache&cable_diag=true')).diagnostic.data.cable_diag, {
    pairs: [{ number: 1, status: 'Open', length: 17 }],
    result_time: null,
  })
  assert.is(state.cableTests, 1)
  const stored = await diag(id, '?from=store&cable_diag=true')
  assert.is(state.cableTests, 1)
  assert.is(stored.meta['cable_diag']!.source, 'store')
})

test('counters above 2^53 are decimal strings, and errors are strings', async () => {
  const ip = nextIp()
  const device = await added(world, ip, plainMib([{ name: 'p1', alias: '' }]))
  const { counters, errors } = (await diag(device.interfaces[0]!.id, '?from=device')).diagnostic.data
  assert.equal(
    [counters.in_octets, errors],
    [String(2n ** 63n), { in_errors: '3', out_errors: null, in_discards: null, out_discards: null }],
  )
})

test('with a module that never ends, the diagnosis still ends in time and has the earlier parts', async () => {
  const own = await startWorld({ diagnostic: { deadline_sec: 2 } }, [acme])
  try {
    const ip = nextIp()
    const device = await added(own, ip, plainMib([{ name: 'p1', alias: 'one' }]))
    state.stuck = true
    const answer = await own.http(
      'GET',
      `${base}/interface/${device.interfaces[0]!.id}/diag?from=device&cable_diag=true`,
    )
    assert.is(answer.status, 200, answer.text)
    const meta = answer.body.meta as Record<string, LivePartMeta>
    assert.equal(
      [meta['link_info']!.error, meta['rmon']!.error!.code, meta['fdb']!.error!.code],
      [null, 'DIAGNOSTIC_TIME_OVER', 'DIAGNOSTIC_TIME_OVER'],
    )
    // The module hangs on, yet the device answers the next question.
    assert.is((await own.http('GET', `/switcher-core/device/system/${device.id}`)).status, 200)
  } finally {
    state.stuck = false
    await own.stop()
  }
})

test('by the names of device and interface, as a flat object, for older clients', async () => {
  const { id, name, bind_key } = port(sw, ({ status }) => status === 'Up')
  for (const body of [
    { device: sw.ip, interface: name },
    { device: sw.id, interface: Number(bind_key) },
    { device: String(sw.id), interface: bind_key, from: 'store' },
  ]) {
    const answer = await world.http('POST', `${base}/interface-diag`, body)
    assert.is(answer.status, 200, answer.text)
    const flat = dataOf<
      Blocks & {
        iface: { id: number }
        meta: Record<string, object>
        device_status: { error: string | null }
      }
    >(answer)
    assert.equal([flat.iface.id, flat.link_info.length, flat.device_status.error], [id, 1, null])
    assert.ok(flat.meta.link_info)
  }
  const absent = await world.http('POST', `${base}/interface-diag`, { device: sw.ip, interface: 'no such' })
  assert.equal([absent.status, absent.body.error!.code], [404, 'DIAGNOSTIC_INTERFACE_UNKNOWN'])
  for (const device of ['192.0.2.250', 999_999])
    assert.is((await world.http('POST', `${base}/interface-diag`, { device, interface: name })).status, 404)
  for (const device of ['sw; id', "' or 1=1 --", '$(id)', 'fe80::1%lo'])
    assert.is(
      (await world.http('POST', `${base}/interface-diag`, { device, interface: name })).status,
      400,
      device,
    )
  for (const hostile of ["' or 1=1 --", '%', '_', '999999999999999999999999', '\ud800'])
    assert.is(
      (await world.http('POST', `${base}/interface-diag`, { device: sw.ip, interface: hostile })).status,
      hostile === '\ud800' ? 400 : 404,
      hostile,
    )
})

test('a port of another group gives the same answer as an unknown one, and its device is not asked', async () => {
  const group = await add(world, '/device-group', { name: 'others' })
  const key = await keyOf(world, ['diag_interface', 'diag_arp_ping', 'device_show'], [group.id])
  const { id, name } = sw.interfaces[0]!
  const before = sw.sim.requests
  const told = async (path: string, method = 'GET', body?: unknown) => {
    const {
      status,
      body: { error },
    } = await world.http(method, path, body, key)
    return [status, error?.code]
  }
  for (const tail of ['diag', 'diag/html', 'links']) {
    assert.equal(
      await told(`${base}/interface/${id}/${tail}?from=device`),
      [404, 'INVENTORY_INTERFACE_UNKNOWN'],
      tail,
    )
    assert.equal(
      await told(`${base}/interface/2000000000/${tail}?from=device`),
      [404, 'INVENTORY_INTERFACE_UNKNOWN'],
      tail,
    )
  }
  assert.equal(await told(`${base}/interface-diag`, 'POST', { device: sw.ip, interface: name }), [
    404,
    'INVENTORY_DEVICE_UNKNOWN',
  ])
  assert.equal(await told(`${base}/arp-ping?router=${sw.id}&ip=192.0.2.1`), [404, 'INVENTORY_DEVICE_UNKNOWN'])
  assert.is(sw.sim.requests, before)
  const powerless = await keyOf(world, ['device_show'], [])
  assert.is((await world.http('GET', `${base}/interface/${id}/diag`, undefined, powerless)).status, 403)
})
