import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

/** sysObjectID below enterprises (1.3.6.1.4.1), then sysDescr. */
const identities: readonly (readonly [key: string | null, number: string, descr: string])[] = [
  [
    'juniper_qfx51xx_series',
    '2636.1.1.1.4.82.5',
    'Juniper Networks, Inc. qfx5100-48s-6q Ethernet Switch, kernel JUNOS 14.1X53-D40.8',
  ],
  [
    'juniper_qfx51xx_series',
    '2636.1.1.1.4.82.28',
    'Juniper Networks, Inc. qfx5130-32cd , kernel JUNOS 22.2R3-S1.3-EVO',
  ],
  ...[
    'EX2200',
    'EX2300',
    'EX3200',
    'EX3300',
    'EX3400',
    'EX4100',
    'EX4200',
    'EX4300',
    'EX4400',
    'EX4500',
    'EX4550',
    'EX4600',
    'EX4650',
    'EX6200',
    'EX8200',
    'EX9200',
    'QFX3500',
    'QFX5200',
    'QFX5210',
    'QFX5220',
    'QFX10002',
    'QFX10008',
    'QFX10016',
  ].map(
    name =>
      [
        `juniper_${name.toLowerCase()}`,
        '2636.1.1.1.4.131.2',
        `Juniper Networks, Inc. ${name.toLowerCase()}-48t Ethernet Switch, kernel JUNOS 15.1X53-D59.4`,
      ] as const,
  ),
  ...[
    'MX5',
    'MX10',
    'MX40',
    'MX80',
    'MX104',
    'MX150',
    'MX204',
    'MX240',
    'MX304',
    'MX480',
    'MX960',
    'MX2008',
    'MX2010',
    'MX2020',
    'MX10003',
    'MX10008',
    'ACX1000',
    'ACX1100',
    'ACX2100',
    'ACX2200',
    'ACX5048',
    'ACX5096',
    'ACX5448',
    'ACX7100',
    'PTX1000',
    'PTX5000',
    'PTX10001',
    'PTX10003',
    'M7i',
    'M10i',
    'M120',
    'M320',
    'T640',
    'T1600',
  ].map(
    name =>
      [
        `juniper_${name.toLowerCase()}`,
        '2636.1.1.1.2.57',
        `Juniper Networks, Inc. ${name.toLowerCase()} internet router, kernel JUNOS 16.2R2.8`,
      ] as const,
  ),
  ...[
    'SRX100',
    'SRX110',
    'SRX210',
    'SRX220',
    'SRX240',
    'SRX300',
    'SRX320',
    'SRX340',
    'SRX345',
    'SRX380',
    'SRX550',
    'SRX650',
    'SRX1400',
    'SRX1500',
    'SRX1600',
    'SRX3400',
    'SRX3600',
    'SRX4100',
    'SRX4200',
    'SRX4600',
    'SRX5400',
    'SRX5600',
    'SRX5800',
    'vSRX',
  ].map(
    name =>
      [
        `juniper_${name.toLowerCase()}`,
        '2636.1.1.1.2.39',
        `Juniper Networks, Inc. ${name.toLowerCase()}h2 internet router, kernel JUNOS 12.3X48-D35.7`,
      ] as const,
  ),
  [
    'juniper_ex2200',
    '2636.1.1.1.2.43',
    'Juniper Networks, Inc. ex2200-24t-4g Ethernet Switch, kernel JUNOS 12.3R12.4',
  ],
  ['juniper_srx240', '2636.1.1.1.2.39', 'Juniper SRX240B gsm-fw'],
  [
    'juniper_switch',
    '2636.1.1.1.4.82.13',
    'Juniper Networks, Inc. qfx9999-32c Ethernet Switch, kernel JUNOS 18.1R3',
  ],
  ['juniper_switch', '2636.1.1.1.4.63.9', 'hostname.example.org'],
  ['juniper_switch', '2636.1.1.1.2.99', 'Juniper Networks, Inc. ex9999-24t Ethernet Switch'],
  [
    'juniper_erx',
    '4874.1.1.1.1.4',
    'Juniper Networks, Inc. ERX-1440 Edge Routing Switch SW Version : (7.3.3)',
  ],
  ['juniper_ex2500', '1411.102', 'Juniper Networks EX2500'],
  ['juniper_ex2500', '26543.1.7.2', 'Juniper EX2500 Ethernet Switch'],
  ['juniper_jnp204_series', '2636.1.1.1.2.144', ''],
  ['juniper_router', '2636.1.1.1.2.14', 'Juniper Networks, Inc. m99 internet router'],
  [null, '26361.1', 'Juniper'],
]
const index = buildIndex([driver])
const test = suite('juniper detection')

for (const [key, number, descr] of identities)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))
const nameless: readonly (readonly [key: string | null, descr: string])[] = [
  ['juniper_ex3400', 'Juniper Networks, Inc. ex3400-48t Ethernet Switch, kernel JUNOS 15.1X53-D59.4'],
  ['juniper_mx204', 'Juniper Networks, Inc. mx204 internet router, kernel JUNOS 18.4R1'],
  ['juniper_qfx51xx_series', 'Juniper Networks, Inc. qfx5130-32cd , kernel JUNOS 22.2R3-S1.3-EVO'],
  ['juniper_jnp204_series', 'Juniper Networks, Inc. jnp204 [MX204] internet router, kernel JUNOS 21.2R3'],
  ['juniper_switch', 'Juniper Networks, Inc. ex9999-24t Ethernet Switch, kernel JUNOS 23.1R1'],
  ['juniper_router', 'Juniper Networks, Inc. m99 internet router, kernel JUNOS 12.1'],
  [null, 'Juniper'],
]
for (const [key, descr] of nameless) {
  test(`"${descr}" without sysObjectID is ${key}`, async () => {
    for (const objectId of ['0.0', '', null])
      assert.is((await index.detect({ objectId, descr })).modelKey, key, String(objectId))
  })
}
test('the list names every model', () =>
  assert.equal(
    [...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  ))
