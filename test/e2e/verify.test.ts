import { randomUUID } from 'node:crypto'
import type { SimulatedSwitch } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { connectOnce } from '../../core/kernel/src/database/pg.ts'
import type { Installation } from '../support/installation.ts'
import { person } from '../support/people.ts'
import { fourMakers, startSwitches } from '../support/switches.ts'

/** Changes whose outcome is not known, and what a later look at the device says of them. */
const test = suite('verification of changes', { level: 'full' })

let house!: Installation
let id = 0
const name = 'sw-dlink'
const port = () =>
  (house.simulated(name).simulated as SimulatedSwitch).control.ports.find(({ ifIndex }) => ifIndex === 7)!

test.before(async () => {
  const started = await startSwitches({ [name]: fourMakers[name] })
  house = started.house
  id = started.ids.get(name)!
})
test.after(() => house?.stop())

interface Entry {
  id: number
  status: string
  message: string
  device: { id: number } | null
  verification: { changes: { module: string; result: string; evidence: string }[] } | null
}
/** A change that was sent, or not, by a process that is gone. */
async function cut(module: string, args: Record<string, unknown>): Promise<number> {
  const { id: record } = await house.running
    .use('action-log')
    .intend({
      operation: null,
      caller: null,
      device_id: id,
      ip: house.simulated(name).ip,
      module,
      args,
      expected: null,
    })
  const client = await connectOnce(house.databaseUrl!)
  await client.query(`update system_action set process_id = $1 where id = $2`, [randomUUID(), record])
  await client.end()
  return record
}
const verify = (record: number, client = house.admin) =>
  client.ask<Entry>('POST', `/logs/actions/${record}/verify`)
async function result(record: number): Promise<[string, string, string]> {
  const { status, data, text } = await verify(record)
  assert.is(status, 200, text)
  const [only] = data.verification!.changes
  return [data.status, only!.result, only!.evidence]
}

test('an unknown change is verified on the device: done, not done, and then it is decided', async () => {
  port().alias = 'uplink'
  const done = await cut('ctrl_port_descr', { interface: '7', description: 'uplink' })
  const not = await cut('ctrl_port_descr', { interface: '7', description: 'another' })
  const [status, found, evidence] = await result(done)
  assert.equal([status, found], ['DONE', 'DONE'])
  assert.match(evidence, 'uplink')
  assert.equal((await result(not)).slice(0, 2), ['NOT_DONE', 'NOT_DONE'])
  assert.is(port().alias, 'uplink', 'a verification changes nothing')
  const again = await verify(done)
  assert.equal([again.status, again.error.code], [409, 'SYSTEM_ACTION_DECIDED'])
})

test('a change that leaves nothing to read back says so, and stays unknown', async () => {
  for (const module of ['reboot', 'clear_counters', 'save_config']) {
    const [status, found, evidence] = await result(await cut(module, {}))
    assert.equal([status, found], ['UNKNOWN', 'UNKNOWN'], module)
    assert.match(evidence, 'cannot be verified')
  }
})

test('verifying needs the permission of the module and a device of the own groups', async () => {
  const record = await cut('ctrl_port_state', { interface: '7', state: 'enable' })
  const reader = await person(house, ['system_logs_actions', 'device_show'])
  assert.is((await verify(record, reader)).status, 403)
  const group = await house.admin.post<{ id: number }>('/device-group', { name: 'elsewhere' })
  const far = await person(house, ['system_logs_actions', 'switches_set_port_admin_state'], [group.id])
  const hidden = await verify(record, far)
  assert.equal([hidden.status, hidden.error.code], [404, 'SYSTEM_ACTION_UNKNOWN'])
  const near = await person(house, ['system_logs_actions', 'switches_set_port_admin_state'])
  assert.is((await verify(record, near)).data.status, 'DONE')
  assert.is((await verify(2_000_000_000)).status, 404)
})

test('a session dropped within a command leaves the change unknown; once verified, the key answers what it was', async () => {
  const device = house.simulated(name)
  // The device takes the command, drops the session and does not answer the read-back.
  device.console!.behaviour = { drop: { command: /^config ports/, after: 0 } }
  device.behaviour = { silent: { under: ['1.3.6.1.2.1.31.1.1.1.18'] } }
  const path = `/switcher-core/device/ctrl_port_descr/${id}`
  const input = {
    body: { interface: '7', description: 'half' },
    headers: { 'idempotency-key': 'half a command' },
  }
  const answer = await house.admin.ask('POST', path, input)
  device.console!.behaviour = {}
  device.behaviour = {}
  assert.equal([answer.status, answer.error?.code], [502, 'DEVICE_OUTCOME_UNKNOWN'], answer.text)
  const { record } = answer.error.details.find(one => one.path === 'record') as unknown as { record: number }
  const [log] = await house.admin.post<Entry[]>('/logs/actions', { status: 'UNKNOWN', limit: 1 })
  assert.equal([log!.id, log!.device], [record, { id }])
  assert.is((await house.admin.ask('POST', path, input)).status, 502, 'nobody knows yet')

  const shown = port().alias
  assert.is(shown, 'half', 'the switch has taken the command')
  assert.is((await result(record))[0], 'DONE')
  const typed = device.console!.typed.length
  const repeated = await house.admin.ask('POST', path, input)
  assert.equal([repeated.status, repeated.headers.get('idempotency-replayed')], [200, 'true'])
  assert.is(port().alias, 'half')
  assert.is(device.console!.typed.length, typed, 'it is made once')
})
