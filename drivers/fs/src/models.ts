import type { Family, Model } from '@linecard/driver-kit'
import { bdcomOwn, centecOwn, dataCentre, fsos, gbn, ruijie, s3900, standard } from './families.ts'
import { fsNode, fsosNode, gbnNode, ruijieNode } from './tables.ts'

/** GBN's switches; its OLTs are elsewhere. */
const gbnSwitches = `${gbnNode}.1.3`
const model = (name: string, family: Family, detect: Model['detect'], ports?: number): Model => ({
  key: `fs_${name.toLowerCase().replaceAll('-', '_')}`,
  name: `FS ${name}`,
  type: 'SWITCH',
  family,
  ...(ports ? { ports } : {}),
  detect,
})
/** sysDescr: `Ruijie 10G Routing Switch(S6220-48XS4QXS) By Ruijie Networks`. */
const ruijieSeries = (series: string): Model => ({
  key: `ruijie_${series.toLowerCase()}`,
  name: `Ruijie ${series}`,
  type: 'SWITCH',
  family: ruijie,
  detect: { objectId: ruijieNode, descr: new RegExp(`\\(${series}-`) },
})

/**
 * FS sells switches of several makers. sysObjectID identifies the software. GBN also sells switches under its
 * own name; sysDescr separates them.
 */
export const models: readonly Model[] = [
  {
    key: 'fs_data_centre',
    name: 'FS data centre and campus switch',
    type: 'SWITCH',
    family: dataCentre,
    detect: { objectId: `${fsNode}.1.1.10.1` },
  },
  model('N8560-48BC', dataCentre, { objectId: `${fsNode}.1.1.10.1.514` }),
  model('N5860-48SC', dataCentre, { objectId: `${fsNode}.1.1.10.1.516` }),
  model('S5810-48TS-P', dataCentre, { objectId: `${fsNode}.1.1.10.1.805` }),
  {
    key: 'fs_s3900',
    name: 'FS S3900',
    type: 'SWITCH',
    family: s3900,
    detect: { objectId: `${fsNode}.2.1.45` },
  },
  model('S3900-24T4S', s3900, { objectId: `${fsNode}.2.1.45.101` }, 28),
  {
    key: 'fs_gbn',
    name: 'FS S2800, S3800',
    type: 'SWITCH',
    family: gbn,
    detect: { objectId: [gbnNode, gbnSwitches], descr: /^FS Switch$/ },
  },
  {
    key: 'gbn_switch',
    name: 'GBN or FS switch',
    type: 'SWITCH',
    family: gbn,
    detect: { objectId: gbnSwitches },
  },
  model('S2800-24T4F', gbn, { objectId: `${gbnNode}.1.3.32.1`, descr: /^FS Switch$/ }, 28),
  model('S3800-24F4S', gbn, { objectId: `${gbnNode}.1.3.38.3`, descr: /^FS Switch$/ }, 28),
  { key: 'fs_s5800', name: 'FS S5800', type: 'SWITCH', family: fsos, detect: { objectId: fsosNode } },
  model('S5800-8TF12S', fsos, { objectId: fsosNode, descr: /\(S5800 8TF12S\)/ }, 20),
  { key: 'fs_switch', name: 'FS switch', type: 'SWITCH', family: standard, detect: { objectId: fsNode } },
  {
    key: 'fs_centec',
    name: 'FS S5800, S5850, S8050',
    type: 'SWITCH',
    family: centecOwn,
    detect: [{ objectId: `${fsNode}.1.99` }, { objectId: fsNode, descr: /^(?:FSOS|CNOS) Software\b/i }],
  },
  model('S5850-48B8C', centecOwn, { objectId: `${fsNode}.1.99.5638` }, 56),
  model('S5850-48S2Q4C', centecOwn, { objectId: `${fsNode}.1.99.5802` }, 54),
  {
    key: 'fs_bdcom',
    name: 'FS S3400, S3900-R',
    type: 'SWITCH',
    family: bdcomOwn,
    detect: { objectId: fsNode, descr: /\bInternetwork Operating System Software\b/ },
  },
  model('S3400-48T4SP', bdcomOwn, { objectId: `${fsNode}.1.445` }, 52),
  model('S3900-24T4S-R', bdcomOwn, { objectId: `${fsNode}.1.446` }, 28),
  model('S3900-24F4S-R', bdcomOwn, { objectId: `${fsNode}.1.458` }, 28),
  model('S3900-48T6S-R', bdcomOwn, { objectId: `${fsNode}.1.2039` }, 54),
  model('IES5100-16TS', bdcomOwn, { objectId: `${fsNode}.1.504` }),
  ...[
    'S2910',
    'S2928',
    'S5310',
    'S5750',
    'S5760',
    'S6120',
    'S6150',
    'S6220',
    'S6250',
    'S6510',
    'S6520',
    'S7805',
    'S7808',
  ].map(ruijieSeries),
  {
    key: 'ruijie_switch',
    name: 'Ruijie switch',
    type: 'SWITCH',
    family: ruijie,
    detect: { objectId: ruijieNode },
  },
]
