import type { Interface } from '@linecard/driver-kit/modules'
import type { Caller } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { conflictsOf, forbidden, forbids, registeredHere, type Checked } from '../src/plan/conflicts.ts'
import { portOf } from '../src/plan/port.ts'
import { service } from '../src/registrations.ts'
import { newOlt, onuOf, port, startWorld, type Olt, type RegistrationWorld } from './world.ts'

/** What speaks against a registration, with the inventory in the database. */
const test = suite('conflicts of a registration')
let world!: RegistrationWorld
test.before(async () => {
  world = await startWorld()
})
test.after(() => world?.stop())

const ident = 'ZTEGC1086C70'
let key = 0
/** A stored ONU of an OLT. */
const stored = (
  device: number,
  name: string,
  more: { serial?: string; mac?: string; text?: string; type?: string; status?: string | null } = {},
) =>
  world.sql(
    `insert into inventory_interface (device_id, bind_key, name, type, status, serial, mac, description)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      device,
      ++key,
      name,
      more.type ?? 'ONU',
      more.status ?? null,
      more.serial ?? null,
      more.mac ?? null,
      more.text ?? '',
    ],
  )
/** A case that begins without stored ONUs. */
const fresh = (name: string, run: () => Promise<void>) =>
  test(name, async () => {
    await world.sql('delete from inventory_interface')
    await run()
  })

const pon: Interface = { ...port, type: 'PON', parent: null, if_index: null, _pon_max_ont_size: 4 }
const nowOf = (numbers: readonly number[], registered: Checked['now']['registered'] = new Map()) =>
  portOf({ all: numbers.map(onuOf), ports: [pon], registered }, pon)
const seeing = (groupIds: number[] | null): Caller => ({ ...service, groupIds })

async function conflicts(
  more: Partial<Checked> = {},
  { olt = newOlt(), caller = service as Caller, real = undefined as number | undefined } = {},
): Promise<string[]> {
  const checked = { ident, number: undefined, params: {}, now: nowOf([]), ...more }
  const held = { ...world.held(olt), caller }
  if (real !== undefined) held.real = { ...held.target, deviceId: real }
  return (await conflictsOf(held, checked)).map(
    ({ code, severity, message }) => `${code} ${severity}: ${message}`,
  )
}

fresh('nothing speaks against an ONU that nobody knows', async () => {
  assert.equal(await conflicts(), [])
})

fresh('an ident that the OLT has already forbids it, unless the ONU moves', async () => {
  const now = nowOf([2], new Map([[ident, onuOf(2)]]))
  assert.equal(await conflicts({ now }), [`registered_here error: ${ident} is registered as pon 0/1:2`])
  assert.equal(await conflicts({ now, ident: 'ZTEG:c1086c70' }), [
    'registered_here error: ZTEG:c1086c70 is registered as pon 0/1:2',
  ])
  assert.equal(await conflicts({ now, moves: true }), [])
})

fresh('a number that is taken or that the port has not forbids it', async () => {
  const now = nowOf([1, 2])
  assert.equal(await conflicts({ now, number: 2 }), ['number_taken error: number 2 of pon 0/1 is taken'])
  assert.equal(await conflicts({ now, number: 5 }), ['number_taken error: pon 0/1 has no number 5'])
  assert.equal(await conflicts({ now, number: 4 }), [])
})

fresh('a number of a port whose maximum is not known may be asked for', async () => {
  const now = nowOf([1])
  const unknown = { ...now, free: { ...now.free, maximum: null, list: null } }
  assert.equal(await conflicts({ now: unknown, number: 90 }), [])
  const full = { ...now, free: { ...now.free, maximum: null, list: null, first: null } }
  assert.equal(await conflicts({ now: full }), ['port_full error: pon 0/1 has no free number (1 of unknown)'])
})

fresh('a full port forbids it, and a replacement needs no free number', async () => {
  const now = nowOf([1, 2, 3, 4])
  assert.equal(await conflicts({ now }), ['port_full error: pon 0/1 has no free number (4 of 4)'])
  assert.equal(await conflicts({ now, number: 2, before: 'ZTEGC1086C71' }), [])
})

fresh('an ONU of another OLT is named to those who see that OLT, and to nobody else', async () => {
  await stored(8, 'gpon 0/2:9', { serial: ident, status: 'Online' })
  const seen = `${ident} is stored as gpon 0/2:9 of olt-theirs (Online): move it, or remove it there`
  const hidden = `${ident} is stored on an OLT of another group (Online): move it, or remove it there`
  assert.equal(await conflicts(), [`registered_elsewhere warning: ${seen}`])
  assert.equal(await conflicts({}, { caller: seeing([72]) }), [`registered_elsewhere warning: ${seen}`])
  assert.equal(await conflicts({}, { caller: seeing([71]) }), [`registered_elsewhere warning: ${hidden}`])
})

fresh('every spelling of a serial number and a MAC address is found, without a state', async () => {
  await stored(8, 'a', { serial: '5A544547c1086c70' })
  await stored(8, 'b', { mac: '00:11:22:33:44:55' })
  await stored(8, 'c', { serial: 'ZTEGC1086C71' })
  assert.equal(await conflicts(), [
    `registered_elsewhere warning: ${ident} is stored as a of olt-theirs (state unknown): move it, or remove it there`,
  ])
  assert.match((await conflicts({ ident: '0011.2233.4455' })).join(), 'stored as b of olt-theirs')
})

fresh('the OLT itself, its copy, and what is no ONU do not count', async () => {
  await stored(7, 'gpon 0/1:1', { serial: ident })
  await stored(8, 'port', { serial: ident, type: 'PON' })
  assert.equal(await conflicts(), [])
  assert.match((await conflicts({}, { real: 8 })).join(), 'stored as gpon 0/1:1 of olt-ours')
  const copy = { ...world.held(newOlt()), target: { deviceId: null, modelKey: 'test_olt' } as never }
  assert.is((await conflictsOf(copy, { ident, number: undefined, params: {}, now: nowOf([]) })).length, 1)
})

fresh('twenty of many ONUs with one ident are told', async () => {
  for (let n = 0; n < 22; n++) await stored(8, `onu ${n}`, { serial: ident })
  assert.is((await conflicts()).length, 20)
})

const refusing = (...refused: Olt['refused']): { olt: Olt } => ({ olt: { ...newOlt(), refused } })

fresh('an ident on the list of refused ONUs forbids it, and a suspected rogue warns', async () => {
  const others = { ident: 'ZTEGC1086C79', kind: 'Refused', reason: null } as const
  assert.equal(
    await conflicts({}, refusing(others, { ident: 'zteg:C1086C70', kind: 'Refused', reason: 'by hand' })),
    [`refused error: the OLT refuses ${ident} (by hand): remove it from its list`],
  )
  assert.equal(await conflicts({}, refusing({ ident, kind: 'Refused', reason: null })), [
    `refused error: the OLT refuses ${ident}: remove it from its list`,
  ])
  assert.equal(await conflicts({}, refusing({ ident, kind: 'Rogue', reason: null })), [
    `refused warning: the OLT suspects ${ident} of sending out of turn`,
  ])
  assert.equal(await conflicts({}, refusing(others)), [])
  const without = refusing({ ident, kind: 'Refused', reason: null }).olt
  assert.equal(await conflicts({}, { olt: { ...without, hasRefused: false } }), [])
})

fresh('a name that another ONU of the OLT has is told: some OLTs refuse it', async () => {
  await stored(7, 'gpon 0/1:1', { serial: 'ZTEGC1086C79', text: 'Smith' })
  await stored(8, 'gpon 0/1:2', { serial: 'ZTEGC1086C78', text: 'Jones' })
  await stored(7, 'uplink', { text: 'Core', type: 'ETHERNET' })
  const used = 'name_used warning: gpon 0/1:1 is called "Smith" already, and some OLTs refuse a name twice'
  assert.equal(await conflicts({ params: { name: 'Smith' } }), [used])
  assert.equal(await conflicts({ params: { description: 'Smith' } }), [used])
  assert.equal(await conflicts({ params: { name: ' ', description: 'Smith' } }), [used])
  assert.equal(await conflicts({ params: { name: 7, description: 'Smith' } }), [used])
  for (const name of ['Jones', 'Core', 'Miller']) assert.equal(await conflicts({ params: { name } }), [])
  assert.match((await conflicts({ params: { name: 'Jones' } }, { real: 8 })).join(), 'gpon 0/1:2 is called')
  assert.equal(await conflicts({ params: { name: 'Smith' }, ident: 'ZTEGC1086C79' }), [])
})

fresh('the own name of an ONU that is known by its MAC address is no conflict', async () => {
  await stored(7, 'epon 0/1:1', { mac: '00:11:22:33:44:55', text: 'Smith' })
  assert.equal(await conflicts({ params: { name: 'Smith' }, ident: '001122334455' }), [])
})

test('only errors forbid, and the refusal names each of them', () => {
  const error = registeredHere(ident, onuOf(2))
  const warning = { ...error, severity: 'warning' } as const
  assert.equal([error, warning].map(forbids), [true, false])
  const refusal = forbidden(ident, [error, warning, { ...error, code: 'port_full', message: 'full' }])
  assert.match(refusal.message, `${ident} is registered as pon 0/1:2; full`)
  assert.equal(
    (refusal as unknown as { details: { code: string }[] }).details.map(({ code }) => code),
    ['registered_here', 'port_full'],
  )
})
