import { enumeration, map, table, truth } from '@linecard/driver-kit'
import { uniModule, type Olt } from '@linecard/driver-kit/onus'
import { zte } from '../columns.ts'
import { physicalOnu } from '../indexes.ts'

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

/** uni_interfaces_status. Index: ifIndex of the PON port, ONU, number of the port. */
export const unis1082 = (olt: Olt) =>
  uniModule(olt, {
    columns: unis,
    index: [physicalOnu],
    shape: (num, { admin, link, speed, adminSpeed }) => ({
      num,
      status: statusOf(admin, link),
      admin_state: admin,
      ...(link === 'Up' ? split(speed) : none),
      admin_speed: adminSpeed === 'Unknown' ? null : adminSpeed,
    }),
  })
