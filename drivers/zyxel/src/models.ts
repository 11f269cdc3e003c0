import type { Model } from '@linecard/driver-kit'
import { device, es, ies5000, standard, zynos } from './families.ts'
import { esNode, older, zyxel } from './nodes.ts'
import { ies5206 } from './olt/family.ts'
import { gpon } from './olt/nodes.ts'

const products = `${zyxel}.1.15`
const keyOf = (name: string): string => `zyxel_${name.toLowerCase().replaceAll('-', '_')}`
/** sysDescr is the name of the product. */
const zynosModel = (name: string, ports: number): Model => ({
  key: keyOf(name),
  name: `Zyxel ${name}`,
  type: 'SWITCH',
  family: zynos,
  ports,
  detect: { objectId: products, descr: new RegExp(`^${name}$`) },
})
const esModel = (name: string, ports: number): Model => ({
  key: keyOf(name),
  name: `Zyxel ${name}`,
  type: 'SWITCH',
  family: es,
  ports,
  detect: { objectId: older, descr: new RegExp(`^${name}$`) },
})
/** Firewalls and access points answer with the numbers of switches too. */
const other = (key: string, name: string, type: Model['type'], descr: RegExp): Model => ({
  key: `zyxel_${key}`,
  name: `Zyxel ${name}`,
  type,
  family: device,
  detect: { objectId: [zyxel, products], descr },
})
/** Access nodes for DSL. */
const ies = (key: string, name: string, number: string): Model => ({
  key: `zyxel_${key}`,
  name: `Zyxel ${name}`,
  type: 'SWITCH',
  family: standard,
  detect: { objectId: `${zyxel}.1.5.${number}` },
})

/**
 * All newer switches answer `1.15`, so sysDescr decides. Each older switch has its own number below
 * `1.5.8`, with its objects below that number.
 */
export const models: readonly Model[] = [
  zynosModel('GS1900-8', 8),
  zynosModel('GS1900-8HP', 8),
  zynosModel('GS1900-10HP', 10),
  zynosModel('GS1900-16', 16),
  zynosModel('GS1900-24', 26),
  zynosModel('GS1900-24E', 24),
  zynosModel('GS1900-48', 50),
  zynosModel('GS1920-24', 28),
  zynosModel('GS1920-48', 50),
  zynosModel('GS2210-24', 28),
  zynosModel('GS2210-48', 50),
  zynosModel('XGS4600-32', 32),
  zynosModel('XGS4600-32F', 32),
  zynosModel('XS1930-10', 10),
  zynosModel('XS1930-12HP', 12),
  zynosModel('XS1930-12F', 12),
  {
    key: 'zyxel_switch',
    name: 'Zyxel switch',
    type: 'SWITCH',
    family: zynos,
    detect: [
      { objectId: products, descr: /^(?:GS|XGS|XS|XMG|ES|MES|MGS)\d{4}/ },
      // esMgmt, for a sysDescr that an operator has replaced.
      { objectId: products, rows: esNode },
    ],
  },
  esModel('GS2200-24', 28),
  esModel('GS2200-48', 50),
  esModel('GS-4012F', 12),
  esModel('MGS-3712', 12),
  esModel('MGS-3712F', 12),
  esModel('MES-3528', 28),
  esModel('ES-3124', 28),
  {
    key: 'zyxel_es_switch',
    name: 'Zyxel ES, GS, MES or MGS switch',
    type: 'SWITCH',
    family: es,
    detect: { objectId: older },
  },
  ies('ies', 'IES DSLAM', '11'),
  { ...ies('ies_5000', 'IES-5000 DSLAM', '13'), family: ies5000 },
  {
    // sysDescr is the management board.
    key: 'zyxel_ies_5206',
    name: 'Zyxel IES-5206, IES-5212, IES-6217',
    type: 'OLT',
    family: ies5206,
    detect: [
      { objectId: `${zyxel}.1.5.13`, descr: /^MSC12\d\d/ },
      { objectId: `${zyxel}.1.5.13`, rows: gpon },
    ],
  },
  other('firewall', 'firewall', 'FIREWALL', /^(?:ZyWALL|USG|ATP|VPN|NSG)(?=[ \d-]|$)/),
  other('access_point', 'access point', 'ACCESS_POINT', /^(?:NWA|WAC|WAX|WBE)(?=\d)/),
  { key: 'zyxel_device', name: 'Zyxel device', type: 'SWITCH', family: device, detect: { objectId: zyxel } },
]
