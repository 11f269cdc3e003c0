import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

/** sysObjectID below enterprises (1.3.6.1.4.1), then sysDescr. */
const identities: readonly (readonly [key: string | null, number: string, descr: string])[] = [
  ['dell_powerconnect_5424', '674.10895.3020', 'PowerConnect 5424'],
  ['dell_powerconnect_2824', '674.10895.3028', '24-port 10/100/1000 Gigabit Switch'],
  ['dell_general_switch', '674.10895.3000', 'Ethernet Routing Switch'],
  ['dell_general_switch', '674.10895.3031', '48G Ethernet Switch'],
  ['dell_n_series', '674.10895.3045', ''],
  ...(
    [
      ['n1100', 'N1148T-ON'],
      ['n1500', 'N1524P'],
      ['n2000', 'N2024'],
      ['n2100', 'N2128PX-ON'],
      ['n2200', 'N2248X-ON'],
      ['n3000', 'N3048'],
      ['n3100', 'N3132PX-ON'],
      ['n3200', 'N3248TE-ON'],
      ['n4000', 'N4064F'],
    ] as const
  ).flatMap(
    ([key, name]) =>
      [
        [`dell_${key}`, '674.10895.3053', `Dell Networking ${name}, 6.2.0.5, Linux 3.6.5-1289203e`],
        [
          `dell_${key}`,
          '674.10895.3053',
          `Dell EMC Networking ${name}, 6.6.0.21, Linux 3.6.5, Not Available`,
        ],
      ] as const,
  ),
  ['dell_powerconnect_6200', '674.10895.3011', 'PowerConnect 6248, 3.3.7.3, VxWorks 6.5'],
  ['dell_powerconnect_7000', '674.10895.3025', 'PowerConnect 7048P, 5.1.8.2, VxWorks 6.6'],
  ['dell_powerconnect_8000', '674.10895.3024', 'Powerconnect 8024F, 5.1.8.2, VxWorks 6.6'],
  ['dell_powerconnect_8100', '674.10895.3040', 'PowerConnect 8164F, 6.0.1.3, VxWorks 6.6'],
  ['dell_powerconnect_m', '674.10895.3041', 'PowerConnect M8024-k, 5.1.10.1, VxWorks 6.6'],
  ['dell_n_series', '674.10895.3099', 'Dell Networking X9999, 7.0.0.1, Linux 5.4.0'],
  ...[
    'S25',
    'S50',
    'S55',
    'S60',
    'S3048',
    'S3124',
    'S3148',
    'S4048',
    'S4810',
    'S4820',
    'S5000',
    'S6000',
    'S6010',
    'S6100',
    'Z9000',
    'Z9100',
    'Z9500',
    'C9010',
    'MXL',
  ].map(
    series =>
      [
        `dell_${series.toLowerCase()}`,
        '6027.1.3.20',
        `Dell Networking OS Operating System Version: 2.0 Application Software Version: 9.9(0.0P9) Series: ${series}-ON Copyright (c) 1999-2015 by Dell Inc.`,
      ] as const,
  ),
  ['dell_networking_os', '6027.1.2', 'Dell Networking OS Operating System ...'],
  ['dell_networking_os', '6027.1.3.99', 'Dell Networking OS Series: S60480-ON'],
  ['dell_emc_networking_os', '674.11000.5000.100.2.1.9', 'Dell SmartFabric OS10 Enterprise'],
  [
    'dell_sonic',
    '8072.3.2.10',
    'SONiC Software Version: SONiC-OS-4.1.0-Enterprise_Premium - HwSku: DellEMC-S5248f-P-25G-DPB - Distribution: Debian 10.13',
  ],
  [null, '674.10892.5', 'a server'],
  [null, '6740.10895.3020', 'PowerConnect 5424'],
]
const index = buildIndex([driver])
const test = suite('dell detection')

for (const [key, number, descr] of identities)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))
test('the list names every model', () =>
  assert.equal(
    [...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  ))
