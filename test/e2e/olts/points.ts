import { isOnline, stationsOf, unisOf, type ConsoleBehaviour, type Onu } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import type { OltWorld, Seen } from './world.ts'

type Suite = ReturnType<typeof suite>

export type ChangeName = 'description' | 'disable' | 'uni' | 'reboot' | 'delete'

/** A change of one ONU: what is sent, and whether the OLT has it. */
interface Change {
  operation: string
  body: (one: Seen) => object
  has: (world: OltWorld, one: Seen) => boolean
}

const uniOf = (onu: Onu) => unisOf(onu)[0]!

/** By the last part of their path. */
export const changes: Readonly<Record<ChangeName, Change>> = {
  description: {
    operation: 'ont/description',
    body: () => ({ description: 'roof-7' }),
    has: (world, { ident }) => {
      const onu = world.onuOf(ident)
      return onu?.description === 'roof-7' || onu?.name === 'roof-7'
    },
  },
  disable: {
    operation: 'ont/disable',
    body: () => ({}),
    has: (world, { ident }) => world.onuOf(ident)?.enabled === false,
  },
  uni: {
    operation: 'uni/admin-state',
    body: ({ onu }) => ({ num: uniOf(onu).number, admin_state: 'Disabled' }),
    has: (world, { ident }) => {
      const onu = world.onuOf(ident)
      return onu !== undefined && !uniOf(onu).enabled
    },
  },
  reboot: {
    operation: 'ont/reboot',
    body: () => ({}),
    has: (world, { ident }) => {
      const onu = world.onuOf(ident)
      return onu !== undefined && !isOnline(onu, world.olt.now())
    },
  },
  delete: {
    operation: 'ont/delete',
    body: () => ({}),
    has: (world, { ident }) => world.onuOf(ident) === undefined,
  },
}

export interface PointOptions {
  /** Commands of the console that make a change, by the change. Absent: it is made over SNMP. */
  commands: Partial<Readonly<Record<ChangeName, RegExp>>>
  /** Commands before them, whose session is cut too: nothing is changed then. */
  before?: Partial<Readonly<Record<ChangeName, RegExp>>>
  /**
   * Objects whose SET acts, of changes that write registers before: the PON port, the ONU, and then the
   * action. Without an answer to the first SET nothing is changed.
   */
  acts?: Partial<Readonly<Record<ChangeName, string>>>
  /** Changes that this family does not have. */
  lacks?: readonly ChangeName[]
  /** A module without arguments that only the console answers. Default: fdb of one ONU. Null: there is none. */
  consoleModule?: string | null
  /** Seconds after which a rebooted ONU is back. */
  bootSec?: number
}

const target = ({ name, ident }: Seen) => ({ interface: name, ident })
const bare = ({ name }: Seen) => ({ interface: name })
const statusOf = async (world: OltWorld, { name }: Pick<Seen, 'name'>): Promise<string | undefined> =>
  (await world.call<{ status: string }[]>('pon_onts_status', { interface: name }))[0]?.status

/** Every point that a maker of OLTs has to show on a living OLT. `at` numbers the ONUs, so that they differ. */
export function oltPoints(
  test: Suite,
  name: string,
  worldOf: () => OltWorld,
  { commands, before = {}, acts = {}, lacks = [], bootSec = 120, consoleModule }: PointOptions,
): void {
  const may = (change: ChangeName) => !lacks.includes(change)

  test(`${name}: the list has every ONU with its state and ident`, async () => {
    const world = worldOf()
    const rows = await world.call<{ interface: { id: number }; status: string }[]>('pon_onts_status')
    assert.is(rows.length, world.olt.onus.length)
    assert.is(new Set(rows.map(row => row.interface.id)).size, rows.length)
    const online = world.olt.onus.filter(onu => isOnline(onu, world.olt.now())).length
    assert.is(rows.filter(({ status }) => status === 'Online').length, online)
  })

  test(`${name}: one ONU with light, as it is at the ONU and at the OLT`, async () => {
    const world = worldOf()
    const one = await world.online(0)
    const [row] = await world.call<{ rx: number | null; olt_rx: number | null; distance: number | null }[]>(
      'pon_onts_optical',
      bare(one),
    )
    const near = (shown: number | null, real: number) => shown !== null && Math.abs(shown - real) < 0.2
    const now = world.olt.now()
    assert.ok(near(row!.rx, one.onu.rx(now)), `rx ${row!.rx} is not ${one.onu.rx(now)}`)
    if (row!.olt_rx !== null)
      assert.ok(near(row!.olt_rx, one.onu.oltRx(now)), `olt_rx ${row!.olt_rx} is not ${one.onu.oltRx(now)}`)
  })

  if (may('reboot'))
    test(`${name}: an ONU is rebooted, and the OLT shows that it went down`, async () => {
      const world = worldOf()
      const one = await world.online(1)
      const { evidence } = await world.made('ont/reboot', target(one))
      assert.match(evidence ?? '', /went down|registration|started again/)
      assert.is(isOnline(one.onu, world.olt.now()), false)
      world.wait(bootSec)
      assert.is(await statusOf(world, one), 'Online')
    })

  if (may('description'))
    test(`${name}: an ONU is renamed`, async () => {
      const world = worldOf()
      const one = await world.online(2)
      await world.made('ont/description', { ...target(one), description: 'contract-11619' })
      const [row] = await world.call<{ description: string }[]>('interface_descriptions', bare(one))
      assert.is(row!.description, 'contract-11619')
      assert.ok([one.onu.description, one.onu.name].includes('contract-11619'))
    })

  if (may('disable'))
    test(`${name}: an ONU is disabled and enabled`, async () => {
      const world = worldOf()
      const one = await world.online(3)
      await world.made('ont/disable', target(one))
      assert.equal([one.onu.enabled, await statusOf(world, one)], [false, 'Disabled'])
      await world.made('ont/enable', target(one))
      world.wait(bootSec)
      assert.equal([one.onu.enabled, await statusOf(world, one)], [true, 'Online'])
    })

  if (may('uni'))
    test(`${name}: an Ethernet port of an ONU is switched off and on`, async () => {
      const world = worldOf()
      const one = await world.online(4)
      const port = { ...target(one), num: uniOf(one.onu).number }
      await world.made('uni/admin-state', { ...port, admin_state: 'Disabled' })
      assert.is(uniOf(one.onu).enabled, false)
      await world.made('uni/admin-state', { ...port, admin_state: 'Enabled' })
      assert.is(uniOf(one.onu).enabled, true)
    })

  if (may('delete'))
    test(`${name}: an ONU is deleted`, async () => {
      const world = worldOf()
      const one = await world.online(5)
      const count = world.olt.onus.length
      await world.made('ont/delete', target(one))
      assert.equal([world.onuOf(one.ident), world.olt.onus.length], [undefined, count - 1])
    })

  test(`${name}: a power loss and a fibre cut are told apart`, async () => {
    const world = worldOf()
    const [dark, cut] = [await world.online(6), await world.online(7)]
    world.event({ do: 'power-loss', onu: dark.ident })
    world.event({ do: 'fibre-cut', onu: cut.ident })
    assert.equal([await statusOf(world, dark), await statusOf(world, cut)], ['PowerOff', 'LOS'])
    world.event({ do: 'repair', onu: dark.ident })
    world.event({ do: 'repair', onu: cut.ident })
    world.wait(bootSec)
    assert.equal([await statusOf(world, dark), await statusOf(world, cut)], ['Online', 'Online'])
  })

  test(`${name}: an ONU replaced under the same number is not touched by a late request`, async () => {
    const world = worldOf()
    const one = await world.online(8)
    const serial = one.ident.includes(':') ? '80:14:A8:7F:00:01' : 'ZTEG7F000001'
    world.event({ do: 'replace', onu: one.ident, serial })
    const other = world.onuOf(serial)!
    world.wait(bootSec)
    for (const change of ['delete', 'reboot', 'disable'] as const) {
      if (!may(change)) continue
      const { operation, body } = changes[change]
      const { status, error } = await world.change(operation, { ...target(one), ...body(one) })
      assert.equal([status, error.code], [409, 'INTERFACE_MOVED'], operation)
    }
    assert.is(world.onuOf(serial), other)
    assert.equal([other.enabled, isOnline(other, world.olt.now())], [true, true])
  })

  /** Whatever the answer says, the OLT has it. */
  const honest = async (
    world: OltWorld,
    change: ChangeName,
    one: Seen,
    fault: (
      work: () => Promise<{ status: number; text: string; data: { verified: boolean } }>,
    ) => Promise<{ status: number; text: string; data: { verified: boolean } }>,
  ): Promise<{ status: number; has: boolean }> => {
    const { operation, body, has } = changes[change]
    const { status, data, text } = await fault(() =>
      world.change(operation, { ...target(one), ...body(one) }),
    )
    const made = has(world, one)
    if (status === 200 && data.verified)
      assert.ok(made, `${operation} claims what the OLT does not have: ${text}`)
    if (status !== 200) assert.ok(status >= 500, `${operation}: ${status} ${text}`)
    return { status, has: made }
  }
  let at = 9
  for (const [change, command] of Object.entries(commands) as [ChangeName, RegExp][]) {
    const cut: ConsoleBehaviour = { drop: { command, after: 0 } }
    const nth = at++
    const after = `the console breaks off after the command of ${change}`
    test(`${name}: ${after}: nothing is claimed that the OLT does not have`, async () => {
      const world = worldOf()
      const one = await world.online(nth)
      const { has } = await honest(world, change, one, work => world.faulty(cut, work))
      assert.ok(has, 'the OLT took the command')
      world.wait(bootSec)
    })
    const earlier = before[change]
    if (!earlier) continue
    const next = at++
    const ahead = `the console breaks off before the command of ${change}`
    test(`${name}: ${ahead}: nothing is changed, nothing is claimed`, async () => {
      const world = worldOf()
      const one = await world.online(next)
      const { status, has } = await honest(world, change, one, work =>
        world.faulty({ drop: { command: earlier, after: 0 } }, work),
      )
      assert.ok(!has || status === 200, 'the OLT has it without a claim')
      if (!has) assert.ok(status >= 500)
    })
  }
  const last = commands.delete
  if (last) {
    const nth = at++
    const silent = 'the console is silent after the command of delete'
    test(`${name}: ${silent}: nothing is claimed that the OLT does not have`, async () => {
      const world = worldOf()
      const one = await world.online(nth)
      await honest(world, 'delete', one, work => world.faulty({ mute: last }, work))
    })
  }
  for (const change of (Object.keys(changes) as ChangeName[]).filter(one => may(one) && !commands[one])) {
    const nth = at++
    test(`${name}: no answer to the SET of ${change}: nothing is claimed that the OLT does not have`, async () => {
      const world = worldOf()
      const one = await world.online(nth)
      const { has } = await honest(world, change, one, work => world.unanswered(work, acts[change]))
      assert.ok(has, 'the OLT took the SET')
      world.wait(bootSec)
    })
    if (acts[change] === undefined) continue
    const next = at++
    test(`${name}: no answer to the SET before that of ${change}: nothing is changed, nothing is claimed`, async () => {
      const world = worldOf()
      const one = await world.online(next)
      const { status, has } = await honest(world, change, one, work => world.unanswered(work))
      assert.ok(!has, 'the OLT acted')
      assert.ok(status >= 500)
    })
  }

  if (consoleModule !== null)
    test(`${name}: a console in use is an error that says so, not an empty answer`, async () => {
      const world = worldOf()
      const one = await world.online(at)
      const { status, text } = await world.faulty({ sessions: 0 }, () =>
        world.house.admin.ask('POST', `/switcher-core/device/${consoleModule ?? 'fdb'}/${world.id}`, {
          body: consoleModule === undefined ? bare(one) : {},
        }),
      )
      assert.ok(status >= 400, text)
    })

  test(`${name}: a customer's MAC address is found at its ONU`, async () => {
    const world = worldOf()
    const one = await world.online(at)
    const [station] = stationsOf(one.onu)
    const mac = station!.mac
      .toString('hex')
      .toUpperCase()
      .replace(/..(?=.)/g, '$&:')
    type Row = { interface: { id: number; name: string } | null; mac_address: string; vlan_id: number | null }
    const behind = await world.call<Row[]>('fdb', bare(one))
    const row = behind.find(found => found.mac_address === mac)
    assert.equal([row?.interface?.id, row?.vlan_id], [one.id, station!.vlan], JSON.stringify(behind))
    const searched = await world.call<Row[]>('fdb', { mac })
    assert.equal(
      searched.map(found => found.interface?.id),
      [one.id],
    )
    type Sighting = { interface: { id: number; name: string } | null; device: { id: number } }
    const sightings = await world.house.admin.post<Sighting[]>('/component/search_device/search-mac', {
      mac,
      devices: [world.id],
    })
    assert.equal(
      sightings.map(({ device, interface: port }) => [device.id, port?.name]),
      [[world.id, one.name]],
    )
  })
}
