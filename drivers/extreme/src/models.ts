import type { Model } from '@linecard/driver-kit'
import { boss } from './boss.ts'
import { slx } from './families/slx.ts'
import { standard } from './families/standard.ts'
import { voss } from './families/voss.ts'
import { xos } from './families/xos.ts'

const extreme = '1.3.6.1.4.1.1916'
/** Rapid City, enterprise of Bay Networks: VSP switches from the time of Avaya. */
const rapidCity = '1.3.6.1.4.1.2272'
/** rcVossSystem, which older switches with this number do not have. */
const vossSystem = `${rapidCity}.1.101`
/** Ethernet Routing Switches, first of Nortel, then of Avaya, now of Extreme. */
const synOptics = '1.3.6.1.4.1.45'
/** Data center switches and routers of Brocade, now of Extreme: VDX (Network OS), SLX. */
const brocade = '1.3.6.1.4.1.1588'
const dataCenter = [`${brocade}.2.2.1`, `${brocade}.3.3.1`]
const enterasys = '1.3.6.1.4.1.5624'

/**
 * sysDescr: `ExtremeXOS (X480-24x(10G4X)) version 15.3.5.2 …`, `Extreme Networks Switch Engine
 * (5520-24T-SwitchEngine) version …`.
 */
const xosModel = (series: string): Model => ({
  key: `extreme_${series.toLowerCase()}`,
  name: `Extreme ${series}`,
  type: 'L3',
  family: xos,
  detect: {
    objectId: extreme,
    descr: new RegExp(`^(?:ExtremeXOS|.{0,40}\\bSwitch ?Engine) \\(${series}(?=-)`),
  },
})
/** sysDescr: `VSP-7432CQ (8.0.5.0)`. */
const vsp = (series: string, name: string, descr: string): Model => ({
  key: `extreme_vsp_${series}`,
  name: `Extreme ${name}`,
  type: 'L3',
  family: voss,
  detect: [
    { objectId: extreme, descr: new RegExp(`^${descr}`) },
    { objectId: rapidCity, descr: new RegExp(`^${descr}`) },
  ],
})
const fabric = (series: string): Model => ({
  key: `extreme_${series}_fabric`,
  name: `Extreme ${series} (Fabric Engine)`,
  type: 'L3',
  family: voss,
  detect: { objectId: extreme, descr: new RegExp(`^${series}-[\\w-]{1,40}-FabricEngine`) },
})

export const models: readonly Model[] = [
  {
    key: 'extreme_xos',
    name: 'ExtremeXOS',
    type: 'ROUTER',
    family: xos,
    detect: [
      { objectId: extreme, descr: /^ExtremeXOS\b/ },
      { objectId: extreme, descr: /\bSwitch ?Engine\b/ },
      // Each operating system has tables of its own, whatever sysDescr says: here those of the chassis.
      { objectId: extreme, rows: `${extreme}.1.1.1` },
    ],
  },
  ...[
    'X430',
    'X435',
    'X440',
    'X440G2',
    'X450a',
    'X450e',
    'X450G2',
    'X460',
    'X460G2',
    'X465',
    'X480',
    'X590',
    'X620',
    'X650',
    'X670',
    'X670G2',
    'X670V',
    'X690',
    'X695',
    'X770',
    'X870',
    '5320',
    '5420',
    '5520',
    '5720',
    '7520',
    '7720',
  ].map(xosModel),
  {
    key: 'extreme_voss',
    name: 'Extreme VSP, Fabric Engine',
    type: 'L3',
    family: voss,
    detect: [
      { objectId: extreme, descr: /^VSP-/ },
      { objectId: extreme, descr: /-FabricEngine\b/ },
      { objectId: rapidCity, descr: /^VSP-/ },
      { objectId: extreme, rows: vossSystem },
      { objectId: rapidCity, rows: vossSystem },
    ],
  },
  vsp('4000', 'VSP 4000', 'VSP-4[48]'),
  vsp('4900', 'VSP 4900', 'VSP-49'),
  vsp('7200', 'VSP 7200', 'VSP-72'),
  vsp('7400', 'VSP 7400', 'VSP-74'),
  vsp('8000', 'VSP 8000', 'VSP-8'),
  vsp('9000', 'VSP 9000', 'VSP-9'),
  {
    key: 'extreme_xa1400',
    name: 'Extreme XA1400',
    type: 'L3',
    family: voss,
    detect: { objectId: extreme, descr: /^XA1\d{3}\b/ },
  },
  ...['5320', '5420', '5520', '5720', '7520', '7720'].map(fabric),
  {
    key: 'extreme_ers',
    name: 'Extreme ERS (BOSS)',
    type: 'SWITCH',
    family: standard,
    detect: {
      objectId: synOptics,
      descr: /\bEthernet Routing Switch\b|\bERS[ -]?\d|\bVirtual Services Platform 70\d\d/,
    },
    modules: boss,
  },
  {
    key: 'extreme_slx',
    name: 'Extreme SLX',
    type: 'L3',
    family: slx,
    detect: [
      { objectId: extreme, rows: `${brocade}.2.1.1.1` },
      { objectId: extreme, descr: /\bSLX(?:[ -]?\d|-OS| Operating)/ },
      { objectId: [brocade, ...dataCenter], descr: /\bSLX(?:[ -]?\d|-OS| Operating)/ },
    ],
  },
  {
    key: 'extreme_vdx',
    name: 'Extreme VDX (Network OS)',
    type: 'SWITCH',
    family: slx,
    detect: [{ objectId: dataCenter }, { objectId: brocade, descr: /\bVDX\s?\d/ }],
  },
  {
    key: 'extreme_enterasys',
    name: 'Enterasys switch',
    type: 'SWITCH',
    family: standard,
    detect: { objectId: enterasys },
  },
  // WiNG has the enterprise of Symbol. It came to Extreme through Motorola and Zebra.
  {
    key: 'extreme_wing',
    name: 'Extreme WiNG',
    type: 'SWITCH',
    family: standard,
    detect: { objectId: '1.3.6.1.4.1.388.14' },
  },
  {
    key: 'extreme_device',
    name: 'Extreme device',
    type: 'SWITCH',
    family: standard,
    detect: { objectId: extreme },
  },
]
