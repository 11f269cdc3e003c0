/** A profile for ONUs: its number, its name, and its lines in the configuration. */
interface Profile {
  id: number
  name: string
  lines: readonly string[]
}
/** A VLAN profile, as the agent shows it: the mode is tag(2) or trunk(6). */
interface VlanProfile extends Profile {
  mode: 2 | 6
  pvid: number
  trunk: string
}

const tagged = (id: number, name: string, vlan: number): VlanProfile => ({
  id,
  name,
  mode: 2,
  pvid: vlan,
  trunk: '',
  lines: [`gpon-profile vlan mode tag ${vlan}`],
})

export const vlanProfiles: readonly VlanProfile[] = [
  tagged(2, 'homes', 100),
  tagged(3, 'iptv', 200),
  tagged(4, 'voip', 300),
  {
    id: 5,
    name: 'routers',
    mode: 6,
    pvid: 1,
    trunk: '100,200,300',
    lines: ['gpon-profile vlan mode trunk 1 100,200,300'],
  },
]

export const tcontProfiles: readonly Profile[] = [
  { id: 1, name: 'tcont-default', lines: ['gpon-profile tcont-type 3 pir 1024000 cir 512'] },
  { id: 2, name: 'tcont-100m', lines: ['gpon-profile tcont-type 3 pir 102400 cir 10240'] },
]

/** Which T-CONTs and virtual ports an ONU has. */
export const bindProfiles: readonly Profile[] = [
  {
    id: 1,
    name: 'tvbind-default',
    lines: ['gpon-profile virtual-port 1 profile virtual-port-default tcont 1 profile tcont-default'],
  },
  {
    id: 2,
    name: 'tvbind-triple',
    lines: [1, 2, 3].map(
      number =>
        `gpon-profile virtual-port ${number} profile virtual-port-default tcont ${number} profile tcont-100m`,
    ),
  },
]

const flow = (id: number, name: string, unis: string): Profile => ({
  id,
  name,
  lines: [`gpon-profile entry 1 uni type ${unis}`, 'gpon-profile entry 1 virtual-port 1'],
})
export const flowProfiles: readonly Profile[] = [
  flow(1, 'flow-mapping-default', 'eth-uni all'),
  flow(2, 'flow-mapping-default-hgu', 'veip all'),
  {
    id: 3,
    name: 'flow-mapping-triple',
    lines: [100, 200, 300].flatMap((vlan, at) => [
      `gpon-profile entry ${at + 1} uni type eth-uni all`,
      `gpon-profile entry ${at + 1} vlan ${vlan}`,
      `gpon-profile entry ${at + 1} virtual-port ${at + 1}`,
    ]),
  },
]

export const uniProfiles: readonly Profile[] = [
  { id: 1, name: 'uni-default', lines: ['gpon-profile mtu 1518'] },
  { id: 2, name: 'uni-quiet', lines: ['gpon-profile mtu 1518', 'gpon-profile storm-control broadcast 64'] },
]

/** Kinds of profiles with the word that begins them in the configuration. */
const kinds: readonly (readonly [string, readonly Profile[]])[] = [
  ['onu-tcont', tcontProfiles],
  ['onu-tcont-virtual-port-bind', bindProfiles],
  ['onu-flow-mapping', flowProfiles],
  ['onu-vlan', vlanProfiles],
  ['onu-uni', uniProfiles],
]

/** All profiles, as the configuration has them. */
export const profileLines: readonly string[] = kinds.flatMap(([kind, list]) =>
  list.flatMap(({ id, name, lines }) => [
    `gpon profile ${kind} ${name} id ${id}`,
    ...lines.map(line => ` ${line}`),
    '!',
  ]),
)
