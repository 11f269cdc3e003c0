import { counter, table } from '@linecard/driver-kit'
import type { OnuCounters } from '@linecard/driver-kit/onus'
import { zte } from '../columns.ts'
import { largeBoardOnu, physicalOnu, smallBoardOnu } from '../indexes.ts'

const xpon = `${zte}.1015.1010.5.56.1.1`
const c600 = `${zte}.1082.500.4.2.2.2.1`

/** zxAnXpon: ONUs of both technologies. Firmware 1.2 has no multicast columns. */
export const xponCounters: OnuCounters = {
  columns: table({
    in_octets: counter(`${xpon}.2`),
    out_octets: counter(`${xpon}.3`),
    in_multicast_pkts: counter(`${xpon}.8`),
    out_multicast_pkts: counter(`${xpon}.9`),
    in_crc_errors: counter(`${xpon}.10`),
    out_crc_errors: counter(`${xpon}.11`),
  }),
  index: [smallBoardOnu, largeBoardOnu],
}
export const c600Counters: OnuCounters = {
  columns: table({
    in_octets: counter(`${c600}.1`),
    out_octets: counter(`${c600}.44`),
    in_multicast_pkts: counter(`${c600}.9`),
    out_multicast_pkts: counter(`${c600}.52`),
    in_crc_errors: counter(`${c600}.15`),
    out_crc_errors: counter(`${c600}.58`),
  }),
  index: [physicalOnu],
}
