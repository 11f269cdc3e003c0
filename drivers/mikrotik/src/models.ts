import type { DeviceType, Model } from '@linecard/driver-kit'
import { routerOs, swOs } from './families/index.ts'
import { mikrotik } from './tables.ts'

/** mtxrBoardName: the name of the board as in sysDescr, which an operator may replace. */
const boardName = `${mikrotik}.1.1.7.9.0`
const asBoard = (descr: RegExp) => new RegExp(descr.source.replace('^RouterOS ', '^'))
const routerOsModel = (key: string, name: string, type: DeviceType, descr?: RegExp): Model => ({
  key: `mikrotik_${key}`,
  name: `MikroTik ${name}`,
  type,
  family: routerOs,
  detect: descr
    ? [
        { objectId: `${mikrotik}.1`, descr },
        { objectId: `${mikrotik}.1`, probe: { oid: boardName, matches: asBoard(descr) } },
      ]
    : { objectId: `${mikrotik}.1` },
})

/** Models by the full name of the board, for example `RouterOS CRS326-24G-2S+`, with their ports. */
const board = (name: string, type: DeviceType, ports?: number): Model => ({
  ...routerOsModel(
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/_$/, ''),
    name,
    type,
    new RegExp(`^RouterOS ${name.replaceAll('+', '\\+')}(?![\\w+-])`),
  ),
  ...(ports ? { ports } : {}),
})
const swOsModel = (name: string, ports: number): Model => ({
  key: `swos_${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/_$/, '')}`,
  name: `MikroTik ${name} (SwOS)`,
  type: 'SWITCH',
  family: swOs,
  ports,
  detect: { objectId: `${mikrotik}.2`, descr: new RegExp(`^${name.replaceAll('+', '\\+')} SwOS`) },
})

/**
 * sysObjectID identifies the operating system. sysDescr names the board, if the operator did not replace
 * the text.
 */
export const models: readonly Model[] = [
  routerOsModel('router_os', 'RouterOS', 'ROUTEROS'),
  routerOsModel('ccr1009', 'CCR1009', 'ROUTEROS', /^RouterOS CCR1009\b/),
  routerOsModel('ccr1016', 'CCR1016', 'ROUTEROS', /^RouterOS CCR1016\b/),
  routerOsModel('ccr1036', 'CCR1036', 'ROUTEROS', /^RouterOS CCR1036\b/),
  routerOsModel('rb4011', 'RB4011', 'ROUTEROS', /^RouterOS RB4011/),
  routerOsModel('rb750', 'RB750', 'ROUTEROS', /^RouterOS RB750(?!Gr3)/),
  routerOsModel('rb750gr3', 'RB750Gr3', 'ROUTEROS', /^RouterOS RB750Gr3\b/),
  routerOsModel('rb2011uias_2hnd', 'RB2011UiAS', 'ROUTEROS', /^RouterOS RB2011UiAS/),
  routerOsModel('rb3011uias', 'RB3011UiAS', 'ROUTEROS', /^RouterOS RB3011UiAS/),
  routerOsModel('crs', 'CRS', 'SWITCH', /^RouterOS CRS\d/),
  routerOsModel('crs317_1g_16s', 'CRS317-1G-16S+', 'SWITCH', /^RouterOS CRS317-1G-16S\+/),
  routerOsModel('crs328_4c_20s_4s', 'CRS328-4C-20S-4S+', 'SWITCH', /^RouterOS CRS328-4C-20S-4S\+/),
  board('CHR', 'ROUTEROS'),
  board('RB912R-2nD', 'ROUTEROS'),
  board('RB951G-2HnD', 'ROUTEROS', 5),
  board('RB760iGS', 'ROUTEROS', 6),
  board('RB2011iL', 'ROUTEROS', 10),
  board('RBLHGR', 'ROUTEROS'),
  board('RBLHGG-60ad', 'ROUTEROS', 1),
  board('RBDynaDishG-5HacD', 'ROUTEROS', 1),
  board('RB5009UPr+S+', 'ROUTEROS', 9),
  board('RB5009UG+S+', 'ROUTEROS', 9),
  board('CRS112-8P-4S', 'SWITCH', 12),
  board('CRS305-1G-4S+', 'SWITCH', 5),
  board('CRS309-1G-8S+', 'SWITCH', 9),
  board('CRS326-24G-2S+', 'SWITCH', 26),
  board('CRS328-24P-4S+', 'SWITCH', 28),
  board('CRS354-48G-4S+2Q+', 'SWITCH', 54),
  swOsModel('CSS106-1G-4P-1S', 6),
  swOsModel('CSS106-5G-1S', 6),
  swOsModel('CSS326-24G-2S+', 26),
  swOsModel('CSS610-8G-2S+', 10),
  swOsModel('CSS610-8P-2S+', 10),
  {
    key: 'swos_default',
    name: 'MikroTik SwOS',
    type: 'SWITCH',
    family: swOs,
    detect: { objectId: `${mikrotik}.2` },
  },
]
