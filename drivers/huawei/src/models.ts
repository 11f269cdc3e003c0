import type { Model } from '@linecard/driver-kit'
import { smartAx } from './families/smart-ax.ts'
import { standard } from './families/standard.ts'
import { vrp } from './families/vrp.ts'
import { huawei } from './tables.ts'

const products = `${huawei}.2`
const switches = `${products}.23`
const one = (key: string, name: string, descr: RegExp, ports?: number): Model => ({
  key: `huawei_${key}`,
  name: `Huawei ${name}`,
  type: 'SWITCH',
  family: vrp,
  ...(ports ? { ports } : {}),
  detect: { objectId: switches, descr },
})
/** sysDescr begins with the product (VRP), or ends with it after the name of the line (YunShan OS). */
const series = (name: string): Model =>
  one(
    `${name.toLowerCase()}_series`,
    `${name} series`,
    new RegExp(`(?:^"?|\\bCloudEngine )${name.slice(0, -2)}\\d\\d`),
  )
const router = (key: string, name: string, number: string, type: Model['type'] = 'ROUTER'): Model => ({
  key: `huawei_${key}`,
  name: `Huawei ${name}`,
  type,
  family: vrp,
  detect: { objectId: `${products}.${number}` },
})
const olt = (key: string, name: string, number: string): Model => ({
  key: `huawei_${key}`,
  name: `Huawei ${name}`,
  type: 'OLT',
  family: smartAx,
  detect: { objectId: `${products}.${number}` },
})

export const models: readonly Model[] = [
  one('s2326tp_ei', 'S2326TP-EI', /^S2326TP/, 26),
  one('s2320_28tp_ei', 'S2320-28TP-EI', /^S2320-28TP/, 28),
  one('s2350_28tp', 'S2350-28TP-EI-AC', /^S2350-28TP-EI-AC/, 28),
  one('s5720_56c_pwr_ei', 'S5720-56C-PWR-EI', /^S5720-56C-PWR-EI/, 56),
  ...['S2300', 'S2700', 'S3300', 'S3700', 'S5300', 'S5700', 'S6300', 'S6700', 'S7700', 'S9700'].map(series),
  {
    key: 'huawei_general_switch',
    name: 'Huawei general switch',
    type: 'SWITCH',
    family: vrp,
    detect: { objectId: switches },
  },
  {
    key: 'huawei_quidway_s9300_series',
    name: 'Huawei Quidway S9300 series',
    type: 'SWITCH',
    family: vrp,
    detect: { objectId: products, descr: /^Quidway S93\S*(?:\s+Huawei Versatile Routing Platform)?/ },
  },
  {
    key: 'huawei_cloudengine',
    name: 'Huawei CloudEngine CE series',
    type: 'L3',
    family: vrp,
    detect: { objectId: `${products}.239` },
  },
  {
    key: 'huawei_s12700_series',
    name: 'Huawei S12700 series',
    type: 'L3',
    family: vrp,
    detect: { objectId: `${products}.279` },
  },
  router('ar', 'AR router', '224'),
  router('ac', 'AC access controller', '240', 'CONTROLLER'),
  router('netengine_8000', 'NetEngine 8000', '360'),
  {
    key: 'huawei_vrp',
    name: 'Huawei VRP device',
    type: 'ROUTER',
    family: vrp,
    // hwEntityStateTable, for a sysDescr that an operator has replaced.
    detect: [
      { objectId: products, descr: /Versatile Routing Platform/ },
      { objectId: products, rows: `${huawei}.5.25.31.1.1` },
    ],
  },
  olt('ma5680t', 'MA5680T', '115'),
  olt('ma5603t', 'MA5603T', '123'),
  olt('ma5683t', 'MA5683T', '133'),
  olt('ma5608t', 'MA5608T', '248'),
  olt('ma5801', 'MA5801', '381'),
  {
    key: 'huawei_smart_ax',
    name: 'Huawei MA56xx, MA58xx series',
    type: 'OLT',
    family: smartAx,
    detect: [
      { objectId: products, descr: /^Huawei Integrated Access Software/ },
      // Its tables of xPON ports, for a sysDescr that an operator has replaced.
      { objectId: products, rows: `${huawei}.6.128.1.1.2` },
    ],
  },
  // Devices that identify themselves only by their number.
  {
    key: 'huawei_device',
    name: 'Huawei device',
    type: 'SWITCH',
    family: standard,
    detect: { objectId: products },
  },
]
