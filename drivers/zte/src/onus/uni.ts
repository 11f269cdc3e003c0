import {
  enumeration,
  implement,
  map,
  readTable,
  table,
  truth,
  type Implementation,
  type RowOf,
} from '@linecard/driver-kit'
import { refOf, uniInterfacesStatus } from '@linecard/driver-kit/modules'
import { zte } from '../columns.ts'
import { physicalOnu } from '../indexes.ts'
import { keyOf, placeOfKey } from '../place.ts'
import { onusFor } from './interfaces.ts'
import type { OnuTrees } from './tree.ts'

const entry = `${zte}.1082.500.20.2.3.2.1`
const speeds = {
  1: 'Auto',
  2: '10-Half',
  3: '10-Full',
  4: '100-Half',
  5: '100-Full',
  6: '1G-Full',
  7: '10G-Full',
  65_535: 'Unknown',
} as const
/** Ethernet ports of ONUs. Index: ifIndex of the PON port, ONU, number of the port. */
const unis = table({
  adminSpeed: enumeration(`${entry}.3`, speeds),
  admin: map(truth(`${entry}.5`), on => (on ? ('Enabled' as const) : ('Disabled' as const))),
  link: map(truth(`${entry}.6`), up => (up ? ('Up' as const) : ('Down' as const))),
  speed: enumeration(`${entry}.7`, speeds),
})
const mbps: Readonly<Record<string, string>> = { '1G': '1000', '10G': '10000' }

/** `1G-Full` as speed and duplex. */
function split(word: string | null): { speed: string | null; duplex: 'Full' | 'Half' | null } {
  const [speed, duplex] = /^(\d+G?)-(Full|Half)$/.exec(word ?? '')?.slice(1) ?? []
  return {
    speed: speed === undefined ? null : (mbps[speed] ?? speed),
    duplex: (duplex as 'Full' | 'Half' | undefined) ?? null,
  }
}
const none = { speed: null, duplex: null }

/** A port that is down may be switched off. */
const statusOf = (admin: 'Enabled' | 'Disabled' | null, link: 'Up' | 'Down' | null) =>
  admin === 'Disabled' ? ('Disabled' as const) : admin === null && link === 'Down' ? null : link

const shape = (num: number, { admin, link, speed, adminSpeed }: RowOf<typeof unis>) => ({
  num,
  status: statusOf(admin, link),
  admin_state: admin,
  ...(link === 'Up' ? split(speed) : none),
  admin_speed: adminSpeed === 'Unknown' ? null : adminSpeed,
})

/** uni_interfaces_status. */
export const uniModule = (trees: OnuTrees): Implementation =>
  implement(uniInterfacesStatus, async (session, args) => {
    const { onus, read } = await onusFor(session, trees, args.interface)
    const first = args.interface === undefined || read.length === 0 ? null : placeOfKey(onus[0]!.id)
    const under = first && (onus.length === 1 ? physicalOnu.encode(first) : physicalOnu.under!(first))
    const rows = await readTable(session, unis, under === null ? {} : { under })
    const byOnu = new Map<number, ReturnType<typeof shape>[]>()
    for (const [index, row] of rows) {
      const at = index.lastIndexOf('.')
      const place = physicalOnu.decode(index.slice(0, at))
      const id = place && keyOf(place)
      if (id !== null) byOnu.set(id, [...(byOnu.get(id) ?? []), shape(Number(index.slice(at + 1)), row)])
    }
    return onus.flatMap(one => {
      const found = byOnu.get(one.id)
      return found ? [{ interface: refOf(one), unis: found }] : []
    })
  })
