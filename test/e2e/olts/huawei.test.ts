import { identText, isOnline } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { oltPoints } from './points.ts'
import { startOlts, type OltWorld } from './world.ts'

/** A living MA5800 through the API, over SNMP and telnet or SSH. */
const test = suite('olts: Huawei', { level: 'full' })

const plans = {
  telnet: { vendor: 'huawei', model: 'MA5800-X7' },
  ssh: { vendor: 'huawei', model: 'MA5800-X7', protocol: 'ssh', console: { enable: 'en-2Lm8Xz' } },
} as const
let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  ;({ house, worlds } = await startOlts(plans))
})
test.after(() => house?.stop())

const points = {
  commands: { description: /^ont modify/, delete: /^ont delete/ },
  before: { description: /^interface/, delete: /^interface/ },
} as const
oltPoints(test, 'MA5800', () => worlds.get('telnet')!, points)
oltPoints(test, 'MA5800 over SSH, with an enable password', () => worlds.get('ssh')!, points)

const optics = '1.3.6.1.4.1.2011.6.128.1.1.2.51.1'

test('the OLT is not asked for the light of ONUs that are offline, which it would ask over the fibre', async () => {
  const world = worlds.get('telnet')!
  const dark = await world.online(0)
  world.event({ do: 'power-loss', onu: dark.ident })
  const asked = new Set<string>()
  world.device.behaviour.tamper = (answer, { oids }) => {
    for (const oid of oids)
      if (oid.startsWith(optics)) asked.add(oid.slice(optics.length + 1).replace(/^\d+\./, ''))
    return answer
  }
  const rows = await world.call<{ interface: { id: number }; rx: number | null }[]>('pon_onts_optical')
  delete world.device.behaviour.tamper
  const online = world.olt.onus.filter(onu => isOnline(onu, world.olt.now()))
  assert.equal([...asked].toSorted(), online.map(({ port, id }) => `${port.ifIndex}.${id}`).toSorted())
  assert.is(rows.find(row => row.interface.id === dark.id)!.rx, null)
  assert.is(rows.filter(row => row.rx !== null).length, online.length)
  world.event({ do: 'repair', onu: dark.ident })
  world.wait(120)
})

test('the log of an ONU tells its losses, newest first, and why', async () => {
  const world = worlds.get('telnet')!
  const one = await world.online(1)
  world.event({ do: 'fibre-cut', onu: one.ident })
  world.wait(60)
  world.event({ do: 'repair', onu: one.ident })
  world.wait(120)
  const [row] = await world.call<{ logs: { dereg_time: string; down_reason: string | null }[] }[]>(
    'pon_onts_down_history',
    { interface: one.name },
  )
  assert.is(row!.logs[0]!.down_reason, 'LOS')
  assert.is(row!.logs.length, one.onu.drops.length)
  const times = row!.logs.map(({ dereg_time }) => dereg_time)
  assert.equal(times, times.toSorted().toReversed())
})

test('an ONU is set back to its factory settings, and a PON port is switched off and on', async () => {
  const world = worlds.get('ssh')!
  const one = await world.online(2)
  await world.made('ont/reset', { interface: one.name, ident: one.ident })
  assert.is(isOnline(one.onu, world.olt.now()), false)
  world.wait(120)
  const port = one.onu.port.ifName
  const reset = await world.call<{ accepted: boolean; verified: boolean }>('ctrl_reset_port', {
    interface: port,
  })
  assert.equal([reset.accepted, reset.verified], [true, true])
  world.wait(120)
  assert.is(isOnline(one.onu, world.olt.now()), true)
})

test('an ONU that was deleted waits in autofind, at its port', async () => {
  const world = worlds.get('ssh')!
  const one = await world.online(3)
  await world.made('ont/delete', { interface: one.name, ident: one.ident })
  const waiting =
    await world.call<{ _ident: string; interface: { name: string } | null }[]>('unregistered_onts')
  const row = waiting.find(({ _ident }) => _ident === identText(one.onu.serial))
  assert.is(row?.interface?.name, one.onu.port.ifName)
})

test('boards, profiles and PON transceivers', async () => {
  const world = worlds.get('telnet')!
  const cards =
    await world.call<{ slot: number; technology: string | null; num_ports: number }[]>('card_list')
  assert.equal(
    cards.map(card => [card.slot, card.technology, card.num_ports]),
    world.olt.cards.map(card => [card.slot, card.pon ?? null, card.ports]),
  )
  const { line, srv } = await world.call<Record<'line' | 'srv', { name: string }[]>>('pon_profiles')
  assert.ok(
    line.some(({ name }) => name === 'LINE-INTERNET') && srv.some(({ name }) => name === 'SRV-BRIDGE'),
  )
  const levels = await world.call<{ tx: number | null; bias: number | null }[]>('pon_ports_optical')
  assert.is(levels.length, world.olt.pons.length)
  assert.ok(levels.every(({ tx, bias }) => tx !== null && tx > 3 && bias !== null))
})
