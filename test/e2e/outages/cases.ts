import type { Onu } from '@linecard/simulator'
import { happen, onlineOn, type Expected, type OltInScene, type OutageWorld } from './world.ts'

export interface OutageCase {
  name: string
  /** Lets it happen. Gives what is to be told. */
  begin(world: OutageWorld): ToTell
  /** Repairs it. */
  end(world: OutageWorld): void
  /** Seconds until all are back. Default: 130, in which each ONU boots. */
  backSec?: number
  /** Polls at most. Default: 2. */
  polls?: number
}
export interface ToTell {
  /** Those of an OLT or an uplink have no ONUs. */
  outages: readonly Expected[]
  /** ONUs that are lost by themselves: each keeps its event. */
  alone?: readonly { olt: OltInScene; onu: Onu }[]
}

const named = (onu: Onu): string => `${onu.port.ifName}:${onu.id}`
const online = (world: OutageWorld, name: string, slot: number): Onu[] => {
  const { olt } = world.olt(name)
  return olt.onus.filter(onu => onu.port.slot === slot && onu.state.at(olt.now()).state === 'Online')
}
const street = new Map<string, readonly Onu[]>()
const silence = (world: OutageWorld, loss?: number): void => {
  for (const { device } of world.olts)
    if (loss === undefined) delete device.behaviour.loss
    else device.behaviour.loss = loss
}

export const cases: readonly OutageCase[] = [
  {
    name: 'fibre cut of a port, one ONU unplugged elsewhere and one on the port in the same minute',
    begin(world) {
      const zte = world.olt('zte')
      const [own, ...cut] = onlineOn(zte, 'gpon_1/2/3')
      const other = onlineOn(zte, 'gpon_1/2/4')[0]!
      happen(zte, { do: 'power-loss', onu: named(own!) })
      world.wait(15)
      happen(zte, { do: 'fibre-cut', port: 'gpon_1/2/3' })
      world.wait(15)
      happen(zte, { do: 'power-loss', onu: named(other) })
      street.set('cut', [own!, other])
      return {
        outages: [{ olt: zte, kind: 'fibre_cut', members: cut }],
        alone: [own!, other].map(onu => ({ olt: zte, onu })),
      }
    },
    end(world) {
      const zte = world.olt('zte')
      happen(zte, { do: 'repair', port: 'gpon_1/2/3' })
      for (const onu of street.get('cut')!) happen(zte, { do: 'repair', onu: named(onu) })
    },
  },
  {
    name: 'power loss in a street, models that never gasp among them (Huawei)',
    begin(world) {
      const huawei = world.olt('huawei')
      const lost = onlineOn(huawei, 'GPON 0/1/4').slice(0, 12)
      street.set('power', lost)
      const [mute] = [...new Set(lost.map(({ type }) => type))].toSorted()
      for (const onu of lost) happen(huawei, { do: 'power-loss', onu: named(onu), silent: [mute!] })
      return { outages: [{ olt: huawei, kind: 'power_loss', members: lost }] }
    },
    end(world) {
      for (const onu of street.get('power')!) happen(world.olt('huawei'), { do: 'repair', onu: named(onu) })
    },
  },
  {
    name: 'cut of a branch (C-Data)',
    begin(world) {
      const cdata = world.olt('cdata')
      const lost = onlineOn(cdata, 'gpon 0/0/3').slice(5, 17)
      street.set('branch', lost)
      for (const onu of lost) happen(cdata, { do: 'fibre-cut', onu: named(onu) })
      return { outages: [{ olt: cdata, kind: 'fibre_cut|undetermined', members: lost }] }
    },
    end(world) {
      for (const onu of street.get('branch')!) happen(world.olt('cdata'), { do: 'repair', onu: named(onu) })
    },
  },
  {
    name: 'card pulled (ZTE)',
    begin(world) {
      const members = online(world, 'zte', 1)
      happen(world.olt('zte'), { do: 'card-out', slot: 1 })
      return { outages: [{ olt: world.olt('zte'), kind: 'card', members }] }
    },
    end: world => happen(world.olt('zte'), { do: 'card-in', slot: 1 }),
    backSec: 60,
  },
  {
    name: 'PON port switched off (Huawei)',
    begin(world) {
      const members = onlineOn(world.olt('huawei'), 'GPON 0/2/5')
      happen(world.olt('huawei'), { do: 'port-down', port: 'GPON 0/2/5' })
      return { outages: [{ olt: world.olt('huawei'), kind: 'pon_port', members }] }
    },
    end: world => happen(world.olt('huawei'), { do: 'port-up', port: 'GPON 0/2/5' }),
  },
  {
    name: 'uplink lost (ZTE)',
    begin(world) {
      happen(world.olt('zte'), { do: 'uplink-down', port: 'xgei_1/3/1' })
      return { outages: [{ olt: world.olt('zte'), kind: 'uplink', members: [] }] }
    },
    end: world => happen(world.olt('zte'), { do: 'uplink-up', port: 'xgei_1/3/1' }),
  },
  {
    name: 'one ONU unplugged',
    begin(world) {
      const lost = onlineOn(world.olt('huawei'), 'GPON 0/1/7')[2]!
      street.set('one', [lost])
      happen(world.olt('huawei'), { do: 'power-loss', onu: named(lost) })
      return { outages: [], alone: [{ olt: world.olt('huawei'), onu: lost }] }
    },
    end: world => happen(world.olt('huawei'), { do: 'repair', onu: named(street.get('one')![0]!) }),
  },
  {
    name: 'a cut, a street, a card, an uplink and one ONU unplugged, all in the same minute',
    begin(world) {
      const [zte, huawei, cdata] = [world.olt('zte'), world.olt('huawei'), world.olt('cdata')]
      const cut = onlineOn(cdata, 'gpon 0/0/5')
      const dark = onlineOn(huawei, 'GPON 0/1/2').slice(3, 13)
      const card = online(world, 'zte', 1)
      const other = onlineOn(zte, 'gpon_1/2/6')[1]!
      street.set('all', [...dark])
      street.set('all alone', [other])
      happen(cdata, { do: 'fibre-cut', port: 'gpon 0/0/5' })
      world.wait(10)
      for (const onu of dark) happen(huawei, { do: 'power-loss', onu: named(onu) })
      world.wait(10)
      happen(zte, { do: 'card-out', slot: 1 }, { do: 'uplink-down', port: 'xgei_1/3/2' })
      world.wait(10)
      happen(zte, { do: 'power-loss', onu: named(other) })
      return {
        outages: [
          { olt: cdata, kind: 'fibre_cut', members: cut },
          { olt: huawei, kind: 'power_loss', members: dark },
          { olt: zte, kind: 'card', members: card },
          { olt: zte, kind: 'uplink', members: [] },
        ],
        alone: [{ olt: zte, onu: other }],
      }
    },
    end(world) {
      const [zte, huawei] = [world.olt('zte'), world.olt('huawei')]
      happen(world.olt('cdata'), { do: 'repair', port: 'gpon 0/0/5' })
      for (const onu of street.get('all')!) happen(huawei, { do: 'repair', onu: named(onu) })
      happen(zte, { do: 'card-in', slot: 1 }, { do: 'uplink-up', port: 'xgei_1/3/2' })
      happen(zte, { do: 'repair', onu: named(street.get('all alone')![0]!) })
    },
  },
  {
    name: '20 % of all datagrams lost, five polls, nothing happens',
    begin(world) {
      silence(world, 0.2)
      return { outages: [] }
    },
    end: world => silence(world),
    polls: 5,
  },
  {
    name: '20 % of all datagrams lost, and a fibre cut of a port (Huawei)',
    begin(world) {
      const huawei = world.olt('huawei')
      const members = onlineOn(huawei, 'GPON 0/2/3')
      silence(world, 0.2)
      happen(huawei, { do: 'fibre-cut', port: 'GPON 0/2/3' })
      return { outages: [{ olt: huawei, kind: 'fibre_cut', members }] }
    },
    end(world) {
      silence(world)
      happen(world.olt('huawei'), { do: 'repair', port: 'GPON 0/2/3' })
    },
    polls: 5,
  },
  // The last one: time of the service does not jump, and what is lost in the next half minute belongs to it.
  {
    name: 'OLT restarts (ZTE)',
    begin(world) {
      happen(world.olt('zte'), { do: 'restart' })
      return { outages: [{ olt: world.olt('zte'), kind: 'olt', members: [] }] }
    },
    end: () => undefined,
    backSec: 90,
  },
]
