import type { Detect, DeviceType, Model } from '@linecard/driver-kit'
import { mikrotik } from './tables.ts'

const routerOs = (key: string, name: string, type: DeviceType, descr?: RegExp): Model =>
  ({ key: `mikrotik_${key}`, name: `MikroTik ${name}`, type, family: 'router-os', detect: { objectId: `${mikrotik}.1`, ...descr ? { descr } : {} } satisfies Detect })

/** sysObjectID says the operating system, sysDescr the board, unless somebody has written his own there. */
export const models: readonly Model[] = [
  routerOs('router_os', 'RouterOS', 'ROUTEROS'),
  routerOs('ccr1009', 'CCR1009', 'ROUTEROS', /^RouterOS CCR1009\b/),
  routerOs('ccr1016', 'CCR1016', 'ROUTEROS', /^RouterOS CCR1016\b/),
  routerOs('ccr1036', 'CCR1036', 'ROUTEROS', /^RouterOS CCR1036\b/),
  routerOs('rb4011', 'RB4011', 'ROUTEROS', /^RouterOS RB4011/),
  routerOs('rb750', 'RB750', 'ROUTEROS', /^RouterOS RB750(?!Gr3)/),
  routerOs('rb750gr3', 'RB750Gr3', 'ROUTEROS', /^RouterOS RB750Gr3\b/),
  routerOs('rb2011uias_2hnd', 'RB2011UiAS', 'ROUTEROS', /^RouterOS RB2011UiAS/),
  routerOs('rb3011uias', 'RB3011UiAS', 'ROUTEROS', /^RouterOS RB3011UiAS/),
  routerOs('crs', 'CRS', 'SWITCH', /^RouterOS CRS\d/),
  routerOs('crs317_1g_16s', 'CRS317-1G-16S+', 'SWITCH', /^RouterOS CRS317-1G-16S\+/),
  routerOs('crs328_4c_20s_4s', 'CRS328-4C-20S-4S+', 'SWITCH', /^RouterOS CRS328-4C-20S-4S\+/),
  { key: 'swos_default', name: 'MikroTik SwOS', type: 'SWITCH', family: 'sw-os', detect: { objectId: `${mikrotik}.2` } },
]
