import type { Model } from '@linecard/driver-kit'
import { c300Fw12, c300Fw21 } from './families/c300.ts'
import { c600 } from './families/c600.ts'
import { standard } from './families/standard.ts'
import { zxdsl } from './families/zxdsl.ts'
import { zxr10 } from './families/zxr10.ts'
import { byC300, byC320 } from './indexes.ts'
import type { ChassisParams } from './params.ts'

const zte = '1.3.6.1.4.1.3902'
/** Products of firmware 2.1 and of the C600 series. */
const products = `${zte}.1082.1001`

/** `transceiverSlots`: slot numbers of the chassis in the transceiver table of firmware 1.2. */
export const models: readonly (Model | Model<ChassisParams>)[] = [
  {
    key: 'zte_c320',
    name: 'ZTE C320 (FW 2.1)',
    type: 'OLT',
    family: c300Fw21,
    detect: { objectId: `${products}.320` },
  },
  {
    key: 'zte_c300',
    name: 'ZTE C300 (FW 2.1)',
    type: 'OLT',
    family: c300Fw21,
    detect: { objectId: `${products}.300` },
  },
  {
    key: 'zte_c320_fw_1_2',
    name: 'ZTE C320 (FW 1.2)',
    type: 'OLT',
    family: c300Fw12,
    params: { transceiverSlots: byC320 },
    detect: { objectId: [`${products}.320.1`, `${zte}.1015.320`] },
  },
  {
    key: 'zte_c300_fw_1_2',
    name: 'ZTE C300 (FW 1.2)',
    type: 'OLT',
    family: c300Fw12,
    params: { transceiverSlots: byC300 },
    detect: { objectId: `${zte}.1015.300` },
  },
  {
    key: 'zte_zxpon_olt_series',
    name: 'ZTE C600 series',
    type: 'OLT',
    family: c600,
    detect: { objectId: products },
  },
  {
    key: 'zte_c610_fw_12',
    name: 'ZTE C610 (FW 1.2)',
    type: 'OLT',
    family: c600,
    detect: { objectId: `${products}.610.1.1` },
  },
  {
    key: 'zte_c600_fw_12',
    name: 'ZTE C600 (FW 1.2)',
    type: 'OLT',
    family: c600,
    detect: { objectId: `${products}.600.1.1` },
  },
  {
    key: 'zte_zxr10_5928',
    name: 'ZTE ZXR10 5928',
    type: 'SWITCH',
    family: zxr10,
    detect: { objectId: `${zte}.3.100.20` },
  },
  {
    key: 'zte_zxr10_5250',
    name: 'ZTE ZXR10 5250',
    type: 'SWITCH',
    family: zxr10,
    detect: [{ objectId: [zte, `${zte}.3`], descr: /\bZXR10 5250/ }, { descr: /\bZXR10 5250/ }],
  },
  {
    key: 'zte_zxr10',
    name: 'ZTE ZXR10',
    type: 'SWITCH',
    family: zxr10,
    // Newer series have numbers outside of the node of the older ones.
    detect: [
      { objectId: `${zte}.3` },
      { objectId: zte, descr: /\bZXR10\b|^ZTE (?:Ethernet Switch|5950-)/ },
      { descr: /\bZXR10\b|^ZTE (?:Ethernet Switch|5950-)/ },
    ],
  },
  {
    key: 'zte_zxdsl_9806',
    name: 'ZTE ZXDSL 9806',
    type: 'SWITCH',
    family: zxdsl,
    detect: { objectId: `${zte}.1004.9806` },
  },
  { key: 'zte_device', name: 'ZTE device', type: 'SWITCH', family: standard, detect: { objectId: zte } },
  { key: 'zte_zxdsl', name: 'ZTE ZXDSL', type: 'SWITCH', family: zxdsl, detect: { objectId: `${zte}.1004` } },
]
