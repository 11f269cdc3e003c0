import type { Detect, DetectProbe, Model } from '@linecard/driver-kit'
import { eponV3 } from './families/epon-v3.ts'
import { epon1204, epon1208, epon1216 } from './families/epon.ts'
import { fd11 } from './families/fd11.ts'
import { fd5008 } from './families/fd5008.ts'
import { gpon1604, gpon1608, gpon1616 } from './families/gpon.ts'
import { gponV3 } from './families/gpon-v3.ts'
import { standard } from './families/standard.ts'
import { cdata, chassis, deviceType, firmware, ifNumber, nscrtv } from './nodes.ts'
import type { Pons } from './params.ts'

const ports = (count: number): DetectProbe => ({ oid: ifNumber, matches: new RegExp(`^${count}$`) })
/** Firmware 3 and later: other indexes, other commands. */
const v3: DetectProbe = { oid: firmware, matches: /^V(?:[3-9]|[1-9]\d)\.\d+\.\d+/ }
/** What the agent calls itself decides over the number of its interfaces, which several series have. */
const isEpon: DetectProbe = { oid: deviceType, matches: /\bEPON OLT\b/i }
const named = (pattern: RegExp): DetectProbe => ({ oid: chassis, matches: pattern })
const olt = (...probe: DetectProbe[]): Detect => ({ objectId: nscrtv, probe })

/** sysDescr is the same for all of FD12xx, and some FD1608 have it too: the number of interfaces decides. */
const easyPath = (...probe: DetectProbe[]): Detect => ({
  objectId: nscrtv,
  descr: /EasyPath Ethernet-PON/,
  probe,
})

/** Tables of ONUs, for a sysDescr that an operator has replaced. */
const fd11Onus = `${cdata}.1.3.4`
const eponOlt = (probe: DetectProbe): Detect => ({ objectId: nscrtv, probe, rows: `${nscrtv}.2.3.4.1` })

/**
 * A FD16xx says its model in sysDescr, or only in its chassis table (sysDescr `olt`). `count`: number of
 * interfaces, for the model that says it nowhere.
 */
const gpon = (name: string, pattern: RegExp, family: typeof gpon1604, count?: number): Model[] => [
  {
    key: `c_data_${name.toLowerCase()}`,
    name: `C-Data ${name}`,
    type: 'OLT',
    family,
    detect: [
      { objectId: nscrtv, descr: pattern },
      olt(named(pattern)),
      ...(count ? [olt(ports(count)), easyPath(ports(count))] : []),
    ],
  },
  {
    key: `c_data_${name.toLowerCase()}_fw3`,
    name: `C-Data ${name} (FW 3)`,
    type: 'OLT',
    family: gponV3,
    detect: [
      { objectId: nscrtv, descr: pattern, probe: v3 },
      olt(named(pattern), v3),
      ...(count ? [olt(ports(count), v3), easyPath(ports(count), v3)] : []),
    ],
  },
]

export const models: readonly (Model | Model<Pons>)[] = [
  {
    key: 'c_data_fd1104sn',
    name: 'C-Data FD1104SN',
    type: 'OLT',
    family: fd11,
    params: { pons: 4 },
    detect: [
      { objectId: cdata, descr: /GEPON OLT/, probe: ports(8) },
      { objectId: cdata, descr: /FD1104/ },
      { objectId: cdata, probe: ports(8), rows: fd11Onus },
    ],
  },
  {
    key: 'c_data_fd1108s',
    name: 'C-Data FD1108S',
    type: 'OLT',
    family: fd11,
    params: { pons: 8 },
    detect: [
      { objectId: cdata, descr: /GEPON OLT/, probe: ports(16) },
      { objectId: cdata, descr: /FD1108S|OLT1-8/ },
      { objectId: cdata, probe: ports(16), rows: fd11Onus },
    ],
  },
  {
    key: 'c_data_fd1204sn',
    name: 'C-Data FD1204SN',
    type: 'OLT',
    family: epon1204,
    detect: [easyPath(ports(10)), eponOlt(ports(10))],
  },
  {
    key: 'c_data_fd1208s',
    name: 'C-Data FD1208S',
    type: 'OLT',
    family: epon1208,
    detect: [easyPath(ports(20)), eponOlt(ports(20))],
  },
  {
    key: 'c_data_fd1216s_r1',
    name: 'C-Data FD1216S-R1',
    type: 'OLT',
    family: epon1216,
    detect: [easyPath(ports(26)), eponOlt(ports(26))],
  },
  ...gpon('FD1604', /FD1604/, gpon1604),
  ...gpon('FD1601', /FD1601/, gpon1604),
  ...gpon('FD1608', /FD1608/, gpon1608, 14),
  ...gpon('FD1616', /FD1616/, gpon1616),
  {
    key: 'c_data_fd1700s_fw3',
    name: 'C-Data FD1700S (FW 3)',
    type: 'OLT',
    family: gponV3,
    detect: [{ objectId: nscrtv, descr: /FD1700S/ }, olt(named(/FD17\d\d/), v3)],
  },
  {
    key: 'c_data_xgspon',
    name: 'C-Data XGS-PON OLT (FW 3)',
    type: 'OLT',
    family: gponV3,
    detect: olt(named(/XGS-?PON/i), v3),
  },
  {
    key: 'c_data_epon_fw3',
    name: 'C-Data EPON OLT (FW 3)',
    type: 'OLT',
    family: eponV3,
    // FD12xx before firmware 3 has its own sysDescr.
    detect: [olt(isEpon), olt(isEpon, v3), easyPath(isEpon, v3)],
  },
  { key: 'c_data_olt_fw3', name: 'C-Data OLT (FW 3)', type: 'OLT', family: gponV3, detect: olt(v3) },
  {
    key: 'c_data_fd5008_fd5016',
    name: 'C-Data FD5008 and FD5016',
    type: 'ONU',
    family: fd5008,
    detect: { objectId: nscrtv, descr: /CDATAONU/ },
  },
  {
    key: 'c_data_device',
    name: 'C-Data device',
    type: 'SWITCH',
    family: standard,
    detect: { objectId: [nscrtv, cdata] },
  },
]
