import {
  counter,
  enumeration,
  integer,
  map,
  onuSerial,
  scaled,
  table,
  text,
  timeticks,
} from '@linecard/driver-kit'
import { uniModule, type Olt, type OnuCounters, type OnuTree } from '@linecard/driver-kit/onus'
import { onu, onuPort } from './nodes.ts'
import { bySerial, places } from './places.ts'

/** SignalLevel: hundredths of dBm. 0 is "no value": all ONUs that are offline have it. */
const signal = (oid: string) => scaled(oid, { by: 0.01, none: [0], min: -60, max: 20 })

/** ubntOnusTable of UBNT-UFIBER-MIB. */
export const ufiber: OnuTree = {
  technology: 'gpon',
  list: { columns: table({ port: integer(`${onu}.5`) }), index: bySerial },
  state: {
    columns: table({ phase: enumeration(`${onu}.3`, { 1: 'online', 2: 'offline' }) }),
    index: bySerial,
    words: { phases: { online: 'Online', offline: 'Offline' }, lost: 'offline', reasons: {} },
  },
  times: {
    columns: table({ alive: map(timeticks(`${onu}.6`), seconds => seconds || null) }),
    index: bySerial,
  },
  names: { columns: table({ description: text(`${onu}.2`) }), index: bySerial },
  serials: { columns: table({ serial: onuSerial(`${onu}.1`) }), index: bySerial },
  atOlt: [{ columns: table({ tx: signal(`${onu}.8`), rx: signal(`${onu}.9`) }), index: bySerial }],
  vendors: [{ columns: table({ model: text(`${onu}.4`) }), index: bySerial }],
}

export const olt: Olt = { places, trees: [[ufiber]] }

/** What the OLT sent to an ONU ("out") and got from it. */
export const counters: OnuCounters = {
  columns: table({ out_octets: counter(`${onu}.10`), in_octets: counter(`${onu}.11`) }),
  index: bySerial,
}

/** Ethernet ports of ONUs: ubntOnuPortIfSpeed. 0 is a port without link. */
export const unis = uniModule(olt, {
  columns: table({ speed: integer(`${onuPort}.3`) }),
  index: bySerial,
  shape: (num, { speed }) => ({
    num,
    status: speed === null ? null : speed > 0 ? 'Up' : 'Down',
    admin_state: null,
    speed: speed ? String(speed / 1e6) : null,
    duplex: null,
    admin_speed: null,
  }),
})
