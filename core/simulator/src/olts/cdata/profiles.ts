import type { Technology } from '../../olt/hardware.ts'

/** A profile of the OLT: its number, its name, and its lines in the configuration. */
export interface Profile {
  id: number
  name: string
  lines: readonly string[]
}
/** A traffic profile: rates in kbit/s, bursts in octets. */
export interface TrafficProfile extends Profile {
  rates: readonly [cir: number, pir: number, cbs: number, pbs: number]
}

const profile = (id: number, name: string, ...lines: readonly string[]): Profile => ({ id, name, lines })
const traffic = (id: number, mbps: number): TrafficProfile => {
  const rates = [mbps * 1024, mbps * 2048, 2_000_000, 4_000_000] as const
  const [cir, pir, cbs, pbs] = rates
  return { ...profile(id, `ip-${mbps}m`, `cir ${cir} pir ${pir} cbs ${cbs} pbs ${pbs}`), rates }
}

const dba = [
  profile(0, 'dba-profile_0', 'type3 assure 8192 max 20480'),
  profile(10, 'dba-100m', 'type4 max 102400'),
]
const srv = [
  profile(0, 'srv-profile_0', 'ont-port eth adaptive'),
  profile(1, 'bridge', 'ont-port eth adaptive'),
  profile(2, 'router', 'ont-port eth adaptive', 'port vlan eth 1 transparent'),
]
const trafficList = [traffic(1, 50), traffic(2, 100)]

/** The profiles of a technology, by their kind. */
export const profilesOf: Readonly<
  Record<
    Technology,
    {
      dba: readonly Profile[]
      line: readonly Profile[]
      srv: readonly Profile[]
      traffic: typeof trafficList
    }
  >
> = {
  gpon: {
    dba,
    line: [
      profile(0, 'line-profile_0', 'tcont 1 dba-profile-id 0', 'gem add 1 tcont 1'),
      profile(1, 'internet', 'tcont 1 dba-profile-id 10', 'gem add 1 tcont 1', 'gem mapping 1 1 vlan 100'),
      profile(
        2,
        'triple',
        ...[100, 200, 300].flatMap((vlan, at) => [
          `tcont ${at + 1} dba-profile-id 10`,
          `gem add ${at + 1} tcont ${at + 1}`,
          `gem mapping ${at + 1} 1 vlan ${vlan}`,
        ]),
      ),
    ],
    srv,
    traffic: trafficList,
  },
  epon: {
    dba,
    line: [
      profile(0, 'line-profile_0', 'llid dba-profile-id 0'),
      profile(1, 'internet', 'llid dba-profile-id 10'),
      profile(2, 'triple', 'llid dba-profile-id 10'),
    ],
    srv,
    traffic: trafficList,
  },
}

const words: Readonly<Record<Technology, Readonly<Record<'dba' | 'line' | 'srv' | 'traffic', string>>>> = {
  gpon: {
    dba: 'dba-profile',
    line: 'ont-line-profile gpon',
    srv: 'ont-srv-profile gpon',
    traffic: 'traffic-profile',
  },
  epon: {
    dba: 'dba-profile',
    line: 'ont-lineprofile epon',
    srv: 'ont-srvprofile epon',
    traffic: 'traffic-profile',
  },
}

/** All profiles, as the configuration has them. */
export const profileLines = (technology: Technology): string[] =>
  (['dba', 'line', 'srv', 'traffic'] as const).flatMap(kind =>
    profilesOf[technology][kind].flatMap(({ id, name, lines }) => [
      `${words[technology][kind]} profile-id ${id} profile-name ${name}`,
      ...lines.map(line => `  ${line}`),
      '  commit',
      '  exit',
    ]),
  )
