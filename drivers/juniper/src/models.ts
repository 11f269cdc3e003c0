import type { Detect, Model } from '@linecard/driver-kit'
import { junos } from './families/junos.ts'
import { standard } from './families/standard.ts'

const juniper = '1.3.6.1.4.1.2636'
/** Enterprise number of Unisphere. Its broadband routers run JUNOSe. */
const unisphere = '1.3.6.1.4.1.4874'
/** jnxProductLine and jnxProductVariation of JUNIPER-CHASSIS-DEFINES-MIB. */
const line = `${juniper}.1.1.1.2`
const variation = `${juniper}.1.1.1.4`

const model = (key: string, name: string, type: Model['type'], ...detect: Detect[]): Model => ({
  key,
  name,
  type,
  family: junos,
  detect,
})
/**
 * Some agents answer an empty sysObjectID (0.0), but name the product as always. The longest match wins:
 * series match up to the comma, and those that are also the name of another one up to `kernel`.
 */
const byDescr = (product: string): Detect => ({
  descr: new RegExp(`^Juniper Networks, Inc\\. ${product}`, 'i'),
})
/** jnxBoxDescr, which no operator can replace: `Juniper EX2200-24T-4G`. */
const byBox = (matches: RegExp): Detect => ({
  objectId: [line, variation, juniper],
  probe: { oid: `${juniper}.3.1.2.0`, matches },
})
/** `Juniper Networks, Inc. ex3400-48t Ethernet Switch, kernel JUNOS 15.1X53-D59.4, …`. */
const named =
  (type: Model['type']) =>
  (name: string): Model =>
    model(
      `juniper_${name.toLowerCase()}`,
      `Juniper ${name}`,
      type,
      { objectId: [line, variation], descr: new RegExp(`\\b${name}(?![0-9])`, 'i') },
      byBox(new RegExp(`\\b${name}(?![0-9])`, 'i')),
      byDescr(`[^,]{0,40}\\b${name}(?![0-9])[^,]{0,60},?`),
    )

const switches = [
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
]
const routers = [
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
]
const firewalls = [
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
]

export const models: readonly Model[] = [
  model(
    'juniper_qfx51xx_series',
    'Juniper QFX5100 series',
    'SWITCH',
    { objectId: `${variation}.82`, descr: /\bqfx51\d\d/i },
    byBox(/\bqfx51\d\d/i),
    byDescr('qfx51\\d\\d[^,]{0,60}, kernel'),
  ),
  model(
    'juniper_jnp204_series',
    'Juniper JNP204 series',
    'ROUTER',
    { objectId: `${line}.144` },
    byDescr('jnp204[^,]{0,60}, kernel'),
  ),
  // Made by BLADE for Juniper. It has nothing of Junos.
  {
    ...model(
      'juniper_ex2500',
      'Juniper EX2500',
      'SWITCH',
      { objectId: '1.3.6.1.4.1.1411.102' },
      { objectId: '1.3.6.1.4.1.26543', descr: /\bEX2500\b/ },
    ),
    family: standard,
  },
  ...switches.map(named('SWITCH')),
  ...routers.map(named('ROUTER')),
  ...firewalls.map(named('FIREWALL')),
  {
    ...model('juniper_erx', 'Juniper ERX, E series (JUNOSe)', 'ROUTER', { objectId: unisphere }),
    family: standard,
  },
  model(
    'juniper_switch',
    'Juniper switch',
    'SWITCH',
    { objectId: variation },
    { objectId: juniper, descr: /\bEthernet Switch\b/i },
    byDescr('\\S+ Ethernet Switch\\b'),
  ),
  model(
    'juniper_router',
    'Juniper router or firewall',
    'ROUTER',
    { objectId: juniper },
    { descr: /\bkernel JUNOS\b/ },
  ),
]
