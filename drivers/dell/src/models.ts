import type { Model } from '@linecard/driver-kit'
import { nSeries, networkingOs, os10, powerConnect, sonic } from './families.ts'
import { dell, force10 } from './tables.ts'

const switches = `${dell}.10895`
/**
 * sysDescr of FASTPATH has name, version and operating system: `Dell EMC Networking N2048, 6.7.1.22, Linux
 * 4.14.174, Not Available`.
 */
const fastPath = ',(?= \\d+(?:\\.\\d+){3}, (?:VxWorks|Linux) [\\d.])'
/** sysObjectIDs of the N series. They identify the switch if an operator has changed sysDescr. */
const withFastPath = [
  3042, 3044, 3045, 3046, 3053, 3054, 3055, 3056, 3057, 3058, 3059, 3060, 3061, 3063, 3064, 3066, 3080, 3082,
]
const nSeriesModel = (key: string, name: string, product: string): Model => ({
  key: `dell_${key}`,
  name: `Dell ${name}`,
  type: 'SWITCH',
  family: nSeries,
  detect: {
    objectId: [switches, ...withFastPath.map(number => `${switches}.${number}`)],
    descr: new RegExp(`\\b${product}[\\w-]{0,12}${fastPath}`, 'i'),
  },
})
/** sysDescr: `… Application Software Version: 9.14(1.5)  Series: Z9100-ON  Copyright …`. */
const os9Model = (series: string): Model => ({
  key: `dell_${series.toLowerCase()}`,
  name: `Dell ${series}`,
  type: 'L3',
  family: networkingOs,
  detect: { objectId: force10, descr: new RegExp(`\\bSeries: ?${series}(?![0-9])`) },
})
const powerConnectModel = (name: string, ports: number, number: string): Model => ({
  key: `dell_powerconnect_${name}`,
  name: `Dell PowerConnect ${name}`,
  type: 'SWITCH',
  family: powerConnect,
  ports,
  detect: { objectId: `${switches}.${number}` },
})

/**
 * Dell's enterprise also has numbers for servers and their controllers. Switches are below 10895 and
 * 11000.5000.
 */
export const models: readonly Model[] = [
  {
    key: 'dell_general_switch',
    name: 'Dell PowerConnect',
    type: 'SWITCH',
    family: powerConnect,
    detect: { objectId: switches },
  },
  powerConnectModel('5424', 24, '3020'),
  powerConnectModel('2824', 24, '3028'),
  {
    key: 'dell_n_series',
    name: 'Dell Networking N series',
    type: 'SWITCH',
    family: nSeries,
    detect: [
      { objectId: switches, descr: new RegExp(fastPath) },
      { objectId: withFastPath.map(number => `${switches}.${number}`) },
      // The tables of FASTPATH, for a sysDescr that an operator has replaced.
      { objectId: switches, rows: `${switches}.5000.2.6132.1.1` },
    ],
  },
  ...['11', '15', '20', '21', '22', '30', '31', '32', '40'].map(number =>
    nSeriesModel(`n${number}00`, `N${number}00 series`, `N${number}\\d\\d`),
  ),
  nSeriesModel('powerconnect_6200', 'PowerConnect 6200', 'PowerConnect 62\\d\\d'),
  nSeriesModel('powerconnect_7000', 'PowerConnect 7000', 'PowerConnect 70\\d\\d'),
  nSeriesModel('powerconnect_8000', 'PowerConnect 8000', 'PowerConnect 80\\d\\d'),
  nSeriesModel('powerconnect_8100', 'PowerConnect 8100', 'PowerConnect 81\\d\\d'),
  nSeriesModel('powerconnect_m', 'PowerConnect M series', 'PowerConnect M\\d{4}'),
  {
    key: 'dell_networking_os',
    name: 'Dell Networking OS',
    type: 'ROUTER',
    family: networkingOs,
    detect: { objectId: force10 },
  },
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
  ].map(os9Model),
  {
    key: 'dell_emc_networking_os',
    name: 'Dell EMC SmartFabric OS10',
    type: 'ROUTER',
    family: os10,
    detect: { objectId: `${dell}.11000.5000.100` },
  },
  {
    key: 'dell_sonic',
    name: 'Dell SONiC switch',
    type: 'SWITCH',
    family: sonic,
    // The agent's number is Net-SNMP's, Broadcom's (4413.1.2) or Dell's.
    detect: [
      { objectId: [dell, `${dell}.11000.5000.100`], descr: /^SONiC Software Version: / },
      { descr: /^SONiC Software Version: .{0,120}\bHwSku: (?:DellEMC|Dell|Force10)[-_]/ },
    ],
  },
]
