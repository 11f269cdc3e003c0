import { smallMakers } from './extra-lines-small.ts'

/** What a person adds to an ONU on the console of its OLT. */
export interface Extras {
  /** Another PON port, as the simulator calls it. */
  other: string
  /** Commands; `<n>` is the number of the ONU on the port of the maker. */
  typed: readonly string[]
  /** Each is one of the lines that the OLT keeps of the ONU afterwards. */
  marks: readonly RegExp[]
}

/** By the name of the OLT of `makers`. */
export const extras: Readonly<Record<string, Extras>> = {
  C320: {
    other: 'gpon_1/1/2',
    typed: [
      'configure terminal',
      'interface gpon-onu_1/1/1:<n>',
      'description iptv-box',
      'gemport 2 name IPTV tcont 1',
      'service-port 2 vport 2 user-vlan 200 vlan 200',
      'exit',
      'pon-onu-mng gpon-onu_1/1/1:<n>',
      'service IPTV gemport 2 vlan 200',
      'vlan port eth_0/2 mode tag vlan 200',
      'end',
    ],
    marks: [
      /^iptv-box$/,
      /^gemport 2 name IPTV tcont 1$/,
      /^service-port 2 vport 2 user-vlan 200 vlan 200$/,
      /^service IPTV gemport 2 vlan 200$/,
      /^vlan port eth_0\/2 mode tag vlan 200$/,
    ],
  },
  C600: {
    other: 'gpon_olt-1/3/2',
    typed: [
      'configure terminal',
      'interface gpon_onu-1/3/1:<n>',
      'description iptv-box',
      'gemport 2 name IPTV tcont 1',
      'exit',
      'interface vport-1/3/1.<n>:2',
      'service-port 2 user-vlan 200 vlan 200',
      'exit',
      'pon-onu-mng gpon_onu-1/3/1:<n>',
      'service IPTV gemport 2 vlan 200',
      'end',
    ],
    marks: [
      /^iptv-box$/,
      /^gemport 2 name IPTV tcont 1$/,
      /^service-port 2 user-vlan 200 vlan 200$/,
      /^service IPTV gemport 2 vlan 200$/,
    ],
  },
  MA5800: {
    other: 'GPON 0/1/1',
    typed: [
      'config',
      'interface gpon 0/1',
      'ont modify 0 <n> desc "iptv-box"',
      'ont port native-vlan 0 <n> eth 2 vlan 200 priority 5',
      'quit',
      'service-port vlan 200 gpon 0/1/0 ont <n> gemport 1 multi-service user-vlan 200 tag-transform translate',
      'quit',
    ],
    marks: [
      /^iptv-box$/,
      /^ont port native-vlan \d+ \d+ eth 2 vlan 200 priority 5$/,
      /^service-port \d+ vlan 200 gpon \S+ ont \d+ gemport 1 multi-service user-vlan 200 /,
    ],
  },
  'MA5680T, EPON': {
    other: 'EPON 0/2/1',
    typed: [
      'config',
      'interface epon 0/2',
      'ont port native-vlan 0 <n> eth 2 vlan 200 priority 5',
      'quit',
      'service-port vlan 200 epon 0/2/0 ont <n> multi-service user-vlan 200 tag-transform translate',
      'quit',
    ],
    marks: [
      /^ont port native-vlan \d+ \d+ eth 2 vlan 200 priority 5$/,
      /^service-port \d+ vlan 200 epon \S+ ont \d+ multi-service user-vlan 200 /,
    ],
  },
  ...smallMakers,
}
