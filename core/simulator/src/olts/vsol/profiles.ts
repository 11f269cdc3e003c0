/** A profile of the OLT: its number, its name, and its lines in the configuration. */
export interface Profile {
  id: number
  name: string
  lines: readonly string[]
}

const profile = (id: number, name: string, ...lines: readonly string[]): Profile => ({ id, name, lines })

/** Bandwidth, settings of T-CONTs and VLANs, settings of Ethernet ports, and kinds of ONUs. */
export const profiles = {
  dba: [
    profile(1, 'internet', 'type 4 maximum 1024000'),
    profile(2, 'voice', 'type 1 fixed 512'),
    profile(511, 'default1', 'type 3 assured 1024 maximum 1024000'),
  ],
  line: [
    profile(
      1,
      'line_100',
      'tcont 1 name 1 dba internet',
      'gemport 1 tcont 1 gemport_name 1',
      'service INTERNET gemport 1 vlan 100',
      'service-port 1 gemport 1 uservlan 100 vlan 100',
    ),
  ],
  srv: [
    profile(1, 'srv_bridge', 'portvlan eth 1 mode transparent'),
    profile(2, 'srv_hgu', 'portvlan veip 1 mode transparent'),
  ],
  onu: [profile(0, 'default', 'port-num eth 4')],
} as const satisfies Readonly<Record<string, readonly Profile[]>>

export type ProfileKind = keyof typeof profiles

/** All profiles, as the configuration has them. */
export const profileLines: readonly string[] = Object.entries(profiles).flatMap(([kind, list]) =>
  list.flatMap(({ id, name, lines }: Profile) => [
    `profile ${kind} id ${id} name ${name}`,
    ...lines.map(line => `  ${line}`),
    'commit',
    'exit',
    '!',
  ]),
)
