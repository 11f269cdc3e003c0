import { integer, map, scaled, table, text, type Column } from '@linecard/driver-kit'
import { label, zte } from '../columns.ts'

const old = `${zte}.1015.2.1.1.3.1`
const now = `${zte}.1082.10.1.2.4.1`
const processor = `${zte}.3.6002.2.1.1`
const point = `${zte}.3.6002.2.5.1`

const percent = (oid: string): Column<number> => scaled(oid, { by: 1, min: 0, max: 100 })
/** Values below −900 and above 200 °C mean that there is no sensor. */
const celsius = (oid: string): Column<number> => scaled(oid, { by: 1, min: -100, max: 200 })

/** Boards of C300 and C320. Index: rack, shelf, slot. */
export const slots1015 = table({
  type: label(`${old}.4`),
  oper: integer(`${old}.5`),
  admin: integer(`${old}.6`),
  ports: integer(`${old}.7`),
  cpu: percent(`${old}.9`),
  memory: percent(`${old}.11`),
  software: label(`${zte}.1015.2.1.2.2.1.4`),
  celsius: celsius(`${zte}.1015.2.1.3.13.5.1.1`),
})
/**
 * Boards of firmware 2.1 and of the C600 series. Index: rack, shelf, slot. `memorySize` is in MB; 0 for
 * boards without a processor.
 */
export const slots1082 = table({
  type: label(`${now}.4`),
  oper: integer(`${now}.5`),
  admin: integer(`${now}.6`),
  ports: integer(`${now}.7`),
  cpu: percent(`${now}.9`),
  memory: percent(`${now}.11`),
  serial: label(`${now}.14`),
  memorySize: integer(`${now}.19`),
  software: label(`${now}.27`),
  celsius: celsius(`${zte}.1082.10.10.2.1.6.1.2`),
})
/** Fans of firmware 2.1. Index: rack, shelf, number. */
export const fans1082 = table({
  oper: integer(`${zte}.1082.10.10.2.4.11.1.5`),
  speed: integer(`${zte}.1082.10.10.2.4.11.1.7`),
})
/**
 * Processors of the C600 series, because their board table has no loads. Index: rack, shelf, slot, number.
 */
export const processors6002 = table({ cpu: percent(`${processor}.8`), memory: percent(`${processor}.6`) })
/** Temperature points of the C600 series. Index: rack, shelf, slot, number. */
export const points6002 = table({
  where: map(text(`${point}.7`), value => value.toLowerCase()),
  celsius: celsius(`${point}.9`),
})
