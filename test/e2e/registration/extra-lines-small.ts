/** What is added on OLTs of BDCOM, C-Data and V-SOL, as `Extras` says. */
export const smallMakers = {
  P3310C: {
    other: 'EPON0/2',
    typed: [
      'config',
      'interface EPON0/1:<n>',
      'epon onu port 2 ctc vlan mode tag 200 priority 5',
      'switchport port-security dynamic maximum 9',
      'exit',
      'exit',
    ],
    marks: [
      /^epon onu port 2 ctc vlan mode tag 200 priority 5$/,
      /^switchport port-security dynamic maximum 9$/,
    ],
  },
  'GP3600-08': {
    other: 'GPON0/2',
    typed: [
      'config',
      'interface GPON0/1:<n>',
      'gpon onu wan 2 service-type voip',
      'gpon onu wan 2 tci vlan 200 priority 5',
      'exit',
      'exit',
    ],
    marks: [/^gpon onu wan 2 service-type voip$/, /^gpon onu wan 2 tci vlan 200 priority 5$/],
  },
  FD1208S: {
    other: 'pon0/0/2',
    typed: ['interface epon 0/0', 'ont port native-vlan 1 <n> eth 2 vlan 200 priority 5', 'exit'],
    marks: [/^ont port native-vlan \d+ \d+ eth 2 vlan 200 priority 5$/],
  },
  FD1608S: {
    other: 'gpon 0/0/2',
    typed: [
      'interface gpon 0/0',
      'ont port native-vlan 1 <n> eth 2 vlan 200 priority 5',
      'exit',
      'service-port autoindex vlan 200 gpon 0/0 port 1 ont <n> gemport 2 multi-service user-vlan 200 ' +
        'tag-action translate',
    ],
    marks: [
      /^ont port native-vlan \d+ \d+ eth 2 vlan 200 priority 5$/,
      // The simulator keeps index, VLAN, GEM port, VLAN of the user and action.
      /^\d+ 200 2 200 translate$/,
    ],
  },
  V1600D8: {
    other: 'EPON0/2',
    typed: [
      'configure terminal',
      'interface epon 0/1',
      'onu <n> ctc eth 2 vlan pvid 200 pri 5',
      'onu <n> ctc eth 2 vlan mode tag',
      'end',
    ],
    marks: [/^onu \d+ ctc eth 2 vlan pvid 200 pri 5$/, /^onu \d+ ctc eth 2 vlan mode tag$/],
  },
  V1600G1B: {
    other: 'GPON0/2',
    typed: [
      'configure terminal',
      'interface gpon 0/1',
      'onu <n> gemport 2 tcont 1',
      'onu <n> service-port 2 gemport 2 uservlan 200 vlan 200',
      'onu <n> portvlan eth 2 mode tag vlan 200',
      'end',
    ],
    marks: [
      /^onu \d+ gemport 2 tcont 1$/,
      /^onu \d+ service-port 2 gemport 2 uservlan 200 vlan 200$/,
      /^onu \d+ portvlan eth 2 mode tag vlan 200$/,
    ],
  },
} as const
